import { Link } from '@tanstack/react-router'
import { formatDate, formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { HighlightedText } from '#base/ui/list/highlighted-text.tsx'
import { rowKey } from '#base/ui/list/use-list-keys.ts'
import type { HoldRow } from './hold-list.schema.ts'

/** On a phone book, borrower and state below each other; on a desk the columns. */
export const holdRowClass =
  'grid items-center gap-x-2 ps-1 pe-3 py-2 grid-cols-[2.75rem_minmax(0,1fr)] lg:gap-x-4 lg:pe-4 lg:grid-cols-[2.75rem_minmax(0,8fr)_minmax(0,6fr)_minmax(0,4fr)_minmax(0,5fr)]'

const CELL = 'min-w-0 text-[0.8125rem] break-words text-muted max-lg:col-start-2'

/** Where a hold is: the place of who waits, or until when the copy is put aside. */
export function holdStateText({ place, readyUntil }: HoldRow): string {
  if (readyUntil !== null) return m.hold_aside({ day: formatDay(readyUntil) })
  return place > 1 ? m.hold_place({ place }) : m.hold_first()
}

interface HoldRowCellsProps {
  hold: HoldRow
  searchTerm: string
  timeZone: string
}

/** The cells of a hold; the whole row leads to the borrower, its book to the page of the book. */
export function HoldRowCells({ hold, searchTerm, timeZone }: HoldRowCellsProps) {
  const mark = (text: string) => <HighlightedText text={text} searchTerm={searchTerm} />
  return (
    <>
      <span role="cell" className="min-w-0 break-words max-lg:col-start-2">
        <Link
          to="/manager/books/$id"
          params={{ id: hold.bookId }}
          className="relative z-10 leading-snug font-semibold hover:text-accent hover:underline"
        >
          <span dir="auto">{mark(hold.title)}</span>
        </Link>
        <span dir="auto" className="block text-[0.8125rem] text-muted">
          {mark(hold.author)}
        </span>
      </span>
      <span role="cell" className="min-w-0 max-lg:col-start-2">
        <Link
          {...rowKey('open')}
          to="/manager/borrowers/$id"
          params={{ id: hold.borrowerId }}
          state={{ isFromList: true }}
          className="outline-none after:absolute after:inset-0"
        >
          <bdi className="break-words">{mark(hold.borrower)}</bdi>
        </Link>
        {hold.group !== null && (
          <span className="text-[0.8125rem] text-muted">
            {' · '}
            <bdi>{hold.group}</bdi>
          </span>
        )}
      </span>
      <span role="cell" className={CELL}>
        <span className="lg:hidden">{m.hold_placed()} </span>
        {formatDate(hold.placedAt, timeZone)}
      </span>
      <span
        role="cell"
        className={hold.readyUntil === null ? CELL : 'min-w-0 text-sm font-semibold text-accent max-lg:col-start-2'}
      >
        {holdStateText(hold)}
        {hold.number !== null && (
          <bdi dir="ltr" className="block font-mono text-xs font-normal text-muted">
            {hold.number}
          </bdi>
        )}
      </span>
    </>
  )
}
