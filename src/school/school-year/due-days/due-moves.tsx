import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { DueMove } from './due-days.schema.ts'

/** Loans with the day that they are due now and the one that they get. */
export function DueMoves({ items, count }: { items: readonly DueMove[]; count: number }) {
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-2">
        {items.map(({ id, borrower, className, title, before, after }) => (
          <li
            key={id}
            className="grid gap-x-4 border-t border-line py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,3fr)]"
          >
            <span className="min-w-0">
              <bdi className="font-medium">{borrower ?? m.desk_former()}</bdi>{' '}
              {className !== null && <bdi className="text-sm text-muted">{className}</bdi>}
            </span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{title}</bdi>
            </span>
            <span className="text-sm sm:text-end">
              {m.due_days_from_to({ before: formatDay(before), after: formatDay(after) })}
            </span>
          </li>
        ))}
      </ul>
      {items.length < count && (
        <p className="border-t border-line pt-2 text-sm text-muted">
          {m.due_days_more({ count: formatNumber(count - items.length) })}
        </p>
      )}
    </>
  )
}
