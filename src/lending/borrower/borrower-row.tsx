import { Link } from '@tanstack/react-router'
import { formatDate, formatDay, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isoDay } from '#base/lib/day-start.ts'
import { Badge } from '#base/ui/badge.tsx'
import { HighlightedText } from '#base/ui/list/highlighted-text.tsx'
import { rowKey } from '#base/ui/list/use-list-keys.ts'
import type { BorrowerRow } from './borrower.schema.ts'

/** On a phone name and class, then what is out and late; on a desk the columns. */
export const borrowerRowClass =
  'grid items-center gap-x-4 ps-1 pe-4 max-lg:grid-cols-[2.75rem_minmax(0,1fr)_minmax(0,1fr)] max-lg:gap-x-2 max-lg:py-2 lg:grid-cols-[2.75rem_minmax(0,11fr)_minmax(0,6fr)_minmax(0,6fr)_minmax(3.75rem,2fr)_minmax(5.5rem,3fr)_minmax(0,5fr)_minmax(0,5fr)]'

const CELL = 'min-w-0 text-[0.8125rem] break-words text-muted'

/** A number of books; a dash for none. */
export const countText = (count: number): string => (count === 0 ? '–' : formatNumber(count))

interface BorrowerRowCellsProps {
  borrower: BorrowerRow
  searchTerm: string
  /** When the list was answered. */
  at: Date
  timeZone: string
}

/** The cells of a borrower; the whole row leads to their page. */
export function BorrowerRowCells({ borrower, searchTerm, at, timeZone }: BorrowerRowCellsProps) {
  const { openLoans, late, owes: count, expiresOn, lastSeenAt } = borrower
  const isExpired = expiresOn !== null && expiresOn < isoDay(at, timeZone)
  return (
    <>
      <span role="cell" className="min-w-0 max-lg:col-span-2 max-lg:col-start-2">
        <Link
          {...rowKey('open')}
          to="/manager/borrowers/$id"
          params={{ id: borrower.id }}
          state={{ isFromList: true }}
          className="leading-snug font-semibold outline-none after:absolute after:inset-0"
        >
          <span dir="auto" className="break-words">
            <HighlightedText text={borrower.name} searchTerm={searchTerm} />
          </span>
        </Link>
        {count > 0 && (
          <span className="ms-2 align-middle">
            <Badge look="danger">{m.borrower_owes({ count, shown: formatNumber(count) })}</Badge>
          </span>
        )}
        {borrower.blockedNote !== '' && (
          <span className="ms-2 align-middle">
            <Badge look="quiet">{m.borrower_badge_blocked()}</Badge>
          </span>
        )}
      </span>
      <span role="cell" dir="auto" className={`${CELL} max-lg:col-start-2`}>
        {borrower.groupName ?? ''}
      </span>
      <span role="cell" className={`${CELL} max-lg:col-start-3 max-lg:text-end`}>
        <bdi>
          <HighlightedText text={borrower.schoolNumber} searchTerm={searchTerm} />
        </bdi>
      </span>
      <span role="cell" className="text-sm tabular-nums max-lg:col-start-2 lg:text-end">
        <span className="text-muted lg:hidden">{m.borrower_out()} </span>
        {countText(openLoans)}
      </span>
      <span
        role="cell"
        className={`text-end text-sm tabular-nums max-lg:col-start-3 ${late > 0 ? 'font-semibold text-danger' : ''}`}
      >
        <span className="font-normal text-muted lg:hidden">{m.borrower_late()} </span>
        {countText(late)}
      </span>
      <span
        role="cell"
        className={
          isExpired
            ? 'text-[0.8125rem] font-semibold text-danger max-lg:col-span-2 max-lg:col-start-2'
            : `${CELL} max-lg:hidden`
        }
      >
        <span className="font-normal text-muted lg:hidden">{m.borrower_expires_short()} </span>
        {expiresOn === null ? '' : formatDay(expiresOn)}
      </span>
      <span role="cell" className={`${CELL} max-lg:hidden`}>
        {lastSeenAt ? formatDate(lastSeenAt, timeZone) : ''}
      </span>
    </>
  )
}
