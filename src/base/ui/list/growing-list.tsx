import { useRef, type ReactNode } from 'react'
import { useListScrollPosition } from './use-list-scroll-position.ts'
import { useRowWindow } from './use-row-window.tsx'

interface GrowingListProps<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Draws an item. */
  children: (item: Item) => ReactNode
  /** Items of the list in all; null while they are not counted. */
  total: number | null
  /** Identifies the list with its filter and order: its scroll position is kept under this name. */
  name: string
  /** Columns and gaps of the grid; one column makes plain rows. */
  className: string
  /** The items are rows of a table, below one row of column names; what draws an item draws its cells. */
  isTable?: boolean
}

/**
 * A list that may become very long: the server renders all of a short one, and of a long one only those items are in
 * the document that are seen. Back finds it where it was left.
 */
export function GrowingList<Item>({ items, keyOf, children, total, name, className, isTable }: GrowingListProps<Item>) {
  const list = useRef<HTMLUListElement & HTMLDivElement>(null)
  const startAt = useListScrollPosition()
  const { columns = 1, pieces, rowWindow } = useRowWindow({ list, count: items.length, name, startAt })
  const [List, Line] = isTable ? (['div', 'div'] as const) : (['ul', 'li'] as const)
  const itemAt = (item: Item, index: number) => (
    <Line
      key={keyOf(item)}
      data-row={Math.floor(index / columns)}
      {...(isTable
        ? { role: 'row', 'aria-rowindex': index + 2 }
        : pieces && { 'aria-setsize': total ?? -1, 'aria-posinset': index + 1 })}
      className="min-w-0"
    >
      {children(item)}
    </Line>
  )
  // All on one level: what stays in the document stays the same element, with its focus.
  const rendered = pieces
    ? pieces.flatMap((piece, at) =>
        'space' in piece ? (
          <Line
            key={spaceName(at, pieces.length)}
            aria-hidden="true"
            className="col-span-full"
            style={{ height: piece.space }}
          />
        ) : (
          items.slice(piece.from, piece.to).map((item, offset) => itemAt(item, piece.from + offset))
        ),
      )
    : items.map(itemAt)
  return (
    // Safari takes a list without bullets for none, unless it says its role.
    <List ref={list} role={isTable ? 'rowgroup' : 'list'} className={`grid ${className}`}>
      {rendered}
      {rowWindow}
    </List>
  )
}

/** Each space occurs once: of the rows that are scrolled away only those around the focus stay. */
const spaceName = (at: number, pieces: number): string =>
  at === 0 ? 'before' : at === pieces - 1 ? 'after' : 'between'
