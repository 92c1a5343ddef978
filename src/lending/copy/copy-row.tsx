import { Link } from '@tanstack/react-router'
import { HighlightedText } from '#base/ui/list/highlighted-text.tsx'
import { rowKey } from '#base/ui/list/use-list-keys.ts'
import type { CopyRow } from './copy.schema.ts'
import { holderText, seenText, stateText } from './copy-row-text.ts'

const CELL = 'min-w-0 text-[0.8125rem] break-words text-muted'

interface CopyRowCellsProps {
  copy: CopyRow
  searchTerm: string
  timeZone: string
}

/** The cells of a copy; the whole row leads to the page of its book. */
export function CopyRowCells({ copy, searchTerm, timeZone }: CopyRowCellsProps) {
  const mark = (text: string) => <HighlightedText text={text} searchTerm={searchTerm} />
  return (
    <>
      <span role="cell" className="min-w-0 max-lg:col-start-2 max-lg:row-start-2">
        <Link
          {...rowKey('open')}
          to="/manager/books/$id"
          params={{ id: copy.bookId }}
          state={{ isFromList: true }}
          className="font-mono text-sm font-semibold outline-none after:absolute after:inset-0"
        >
          <bdi dir="ltr" className="break-words">
            {mark(copy.number)}
          </bdi>
        </Link>
      </span>
      <span role="cell" className="min-w-0 break-words max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-1">
        <span dir="auto" className="block leading-snug font-semibold">
          {mark(copy.title)}
        </span>
        <span dir="auto" className="block text-[0.8125rem] text-muted">
          {mark(copy.author)}
        </span>
      </span>
      <span role="cell" dir="auto" className={`${CELL} max-lg:col-start-3 max-lg:row-start-2 max-lg:text-end`}>
        {mark(copy.shelfMark)}
      </span>
      <span role="cell" dir="auto" className={`${CELL} max-lg:col-start-2 max-lg:row-start-3`}>
        {mark(copy.location)}
      </span>
      <span
        role="cell"
        className={`max-lg:col-start-3 max-lg:row-start-3 max-lg:text-end ${STATE_LOOKS[copy.condition]}`}
      >
        {stateText(copy)}
        {copy.condition === 'withdrawn' && copy.withdrawnReason !== '' && (
          <span dir="auto" className="block text-xs text-muted">
            {copy.withdrawnReason}
          </span>
        )}
      </span>
      <span role="cell" className={`${CELL} max-lg:col-start-2 max-lg:row-start-4`}>
        {seenText(copy, timeZone)}
      </span>
      <span
        role="cell"
        className={`max-lg:col-start-3 max-lg:row-start-4 max-lg:text-end ${copy.isOwed ? OWED : CELL}`}
      >
        {holderText(copy)}
      </span>
    </>
  )
}

const OWED = 'min-w-0 text-sm break-words text-danger'
const STATE_LOOKS: Record<CopyRow['condition'], string> = {
  ok: CELL,
  reference: CELL,
  withdrawn: CELL,
  damaged: 'min-w-0 text-sm break-words text-warning',
  lost: 'min-w-0 text-sm font-semibold break-words text-danger',
}
