import { Link } from '@tanstack/react-router'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lineActionClass, Panel } from '#base/ui/panel.tsx'
import type { Statistics } from '../statistics.schema.ts'

/** Copies that are not lent for years: the first of them, and the way to all. */
export function UnlentPanel({ unlent: { years, count, first } }: Pick<Statistics, 'unlent'>) {
  return (
    <Panel
      title={m.copy_never_lent_in({ count: years, shown: formatNumber(years) })}
      className="min-w-0 print:break-inside-avoid"
      action={
        count > 0 && (
          <Link to="/manager/copies" search={{ neverLent: years }} className={`${lineActionClass} print:hidden`}>
            {m.statistics_unlent_all({ count: formatNumber(count) })}
          </Link>
        )
      }
    >
      {count === 0 ? (
        <p className="mt-2 text-pretty text-muted">{m.statistics_unlent_none()}</p>
      ) : (
        // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
        <ul role="list" className="mt-2">
          {first.map(({ id, bookId, title, author, number, shelfMark }) => (
            <li key={id} className="border-t border-line py-2 text-sm [overflow-wrap:anywhere] first:border-0">
              <Link to="/manager/books/$id" params={{ id: bookId }} className="font-semibold hover:underline">
                <bdi>{title}</bdi>
              </Link>
              <span className="block text-muted">
                {[author, shelfMark, number]
                  .filter((text) => text !== '')
                  .map((text, index) => (
                    <span key={text}>
                      {index > 0 && ' · '}
                      <bdi>{text}</bdi>
                    </span>
                  ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
