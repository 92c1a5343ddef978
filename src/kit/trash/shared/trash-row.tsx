import { Link } from '@tanstack/react-router'
import { formatDateTime, formatNumber, formatTimeAgo } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { HighlightedText } from '#base/ui/list/highlighted-text.tsx'
import { rowKey } from '#base/ui/list/use-list-keys.ts'
import type { Trash, TrashItem } from './trash.ts'

/** Columns of a row: checkbox, name; on a desk also by whom and when; at the end the days that are left. */
export const trashRowClass =
  'grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-2 ps-1 pe-3 lg:grid-cols-[2.75rem_minmax(0,2.4fr)_minmax(0,1.2fr)_9rem_6rem] lg:gap-x-4 lg:pe-4'

interface TrashRowProps<One extends TrashItem> {
  trash: Pick<Trash<One>, 'item' | 'itemIdOf' | 'nameOf' | 'secondOf' | 'pictureOf'>
  one: One
  searchTerm: string
  /** The time of the answer, not that of the rendering: server and browser say the same. */
  at: Date
  timeZone: string
}

/** The cells after the checkbox; all of the row opens the page that says that it was deleted. */
export function TrashRow<One extends TrashItem>({ trash, one, searchTerm, at, timeZone }: TrashRowProps<One>) {
  const { id, deletedAt, deletedBy, daysLeft } = one
  const by = deletedBy?.name ?? m.activity_former_actor()
  const when = (
    <time dateTime={deletedAt.toISOString()} title={formatDateTime(deletedAt, timeZone)}>
      {formatTimeAgo(deletedAt, at, timeZone)}
    </time>
  )
  return (
    <>
      <div role="cell" className="flex min-w-0 items-center gap-3 text-[0.8125rem] leading-snug text-muted">
        {trash.pictureOf?.(one)}
        <div className="min-w-0">
          <Link
            to={trash.item}
            params={{ id: trash.itemIdOf?.(one) ?? id }}
            state={{ isFromList: true }}
            preload={false}
            {...rowKey('open')}
            className="block text-[0.9375rem] font-semibold text-ink outline-none after:absolute after:inset-0"
          >
            <span dir="auto" className="line-clamp-6 break-words lg:line-clamp-3">
              <HighlightedText text={trash.nameOf(one)} searchTerm={searchTerm} />
            </span>
          </Link>
          <span dir="auto" className="break-words lg:line-clamp-1">
            <HighlightedText text={trash.secondOf(one)} searchTerm={searchTerm} />
          </span>
          <span className="block lg:hidden">
            <bdi>{by}</bdi> · {when}
          </span>
        </div>
      </div>
      <span role="cell" className="min-w-0 text-[0.9rem] max-lg:hidden">
        <span dir="auto" className="line-clamp-2">
          {by}
        </span>
      </span>
      <span role="cell" className="text-[0.8125rem] text-muted max-lg:hidden">
        {when}
      </span>
      <span role="cell" className="text-[0.8125rem] whitespace-nowrap tabular-nums">
        {m.trash_days({ count: daysLeft, shown: formatNumber(daysLeft) })}
      </span>
    </>
  )
}
