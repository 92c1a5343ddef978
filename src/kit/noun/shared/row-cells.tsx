import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NOUNS } from '#nouns.ts'
import { HighlightedText } from '#base/ui/list/highlighted-text.tsx'
import { rowKey } from '#base/ui/list/use-list-keys.ts'
import type { PagedNoun } from './row-query.ts'

interface RowCellsProps {
  kind: PagedNoun
  id: string
  /** The text of each column; the first names the row. */
  cells: readonly [string, ...string[]]
  searchTerm: string
  /** Stands after the name. */
  badge?: ReactNode
}

/** The cells of a row; the whole row leads to its page. */
export function RowCells({ kind, id, cells: [name, ...others], searchTerm, badge }: RowCellsProps) {
  return (
    <>
      <span role="cell" className="min-w-0">
        <Link
          {...rowKey('open')}
          to={`${NOUNS[kind].manager.to}/$id`}
          params={{ id }}
          state={{ isFromList: true }}
          className="leading-snug font-semibold outline-none after:absolute after:inset-0"
        >
          <span dir="auto" className="break-words">
            <HighlightedText text={name} searchTerm={searchTerm} />
          </span>
        </Link>
        {badge && <span className="ms-2 align-middle">{badge}</span>}
      </span>
      {others.map((text, index) => (
        <span
          // eslint-disable-next-line react/no-array-index-key -- the columns of a row stay in their order
          key={index}
          role="cell"
          dir="auto"
          className="line-clamp-2 min-w-0 text-[0.8125rem] break-words text-muted"
        >
          <HighlightedText text={text} searchTerm={searchTerm} />
        </span>
      ))}
    </>
  )
}
