import { useRef, type ReactNode } from 'react'
import { useListPlace } from './use-list-place.ts'
import { useRowWindow } from './use-row-window.ts'

interface GrowingListProps<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Draws an item. */
  children: (item: Item) => ReactNode
  /** How many there are in all; null where nobody knows yet. */
  total: number | null
  /** Tells this list and what it was asked for from all others: its place is kept under it. */
  name: string
  /** Columns and gaps of the grid; one column makes plain rows. */
  className: string
}

/**
 * A list that may become very long: the server renders all of a short one, and of a long one only those items are in
 * the document that are seen. Back finds it where it was left.
 */
export function GrowingList<Item>({ items, keyOf, children, total, name, className }: GrowingListProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const startAt = useListPlace()
  const view = useRowWindow({ list, count: items.length, name, startAt })
  const columns = view?.columns ?? 1
  const itemAt = (item: Item, index: number) => (
    <li
      key={keyOf(item)}
      data-row={Math.floor(index / columns)}
      {...(view && { 'aria-setsize': total ?? -1, 'aria-posinset': index + 1 })}
      className="min-w-0"
    >
      {children(item)}
    </li>
  )
  // All on one level: what stays in the document stays the same element, with its focus.
  const rendered = view
    ? view.pieces.flatMap((piece, at) =>
        'space' in piece ? (
          <Space key={spaceName(at, view.pieces.length)} height={piece.space} />
        ) : (
          items.slice(piece.from, piece.to).map((item, offset) => itemAt(item, piece.from + offset))
        ),
      )
    : items.map(itemAt)
  return (
    // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
    <ul ref={list} role="list" className={`grid ${className}`}>
      {rendered}
    </ul>
  )
}

/** There is one of each: of all that is scrolled away only what has the focus stays. */
const spaceName = (at: number, pieces: number): string =>
  at === 0 ? 'before' : at === pieces - 1 ? 'after' : 'between'

/** Stands for the rows that are not in the document. */
function Space({ height }: { height: number }) {
  return <li aria-hidden="true" className="col-span-full" style={{ height }} />
}
