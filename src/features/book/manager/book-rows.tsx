import { m } from '#i18n/paraglide/messages.js'
import { GrowingList } from '#ui/growing-list.tsx'
import type { Book, ShelfBook } from '../book.schema.ts'
import { BookRow, ROW } from './book-row.tsx'
import type { Selection } from './use-selection.ts'

const FRAME = 'overflow-clip rounded-md border border-line bg-raised'
/** Lines between the rows, and none around what only keeps their place. */
const ROWS = 'grid-cols-1 [&>li:not([aria-hidden])]:border-line [&>li:not([aria-hidden])]:not-last:border-b'

interface BookRowsProps {
  items: readonly Book[]
  total: number | null
  /** Tells this list from all others. */
  name: string
  searchTerm: string
  at: Date
  timeZone: string
  selection: Selection
}

/** Books as rows below the names of their columns, each with a checkbox. */
export function BookRows({ items, total, name, searchTerm, at, timeZone, selection }: BookRowsProps) {
  return (
    <div className={FRAME}>
      <Columns items={items} selection={selection} />
      <GrowingList items={items} keyOf={({ id }) => id} total={total} name={name} className={ROWS}>
        {(book) => (
          <BookRow
            book={book}
            searchTerm={searchTerm}
            at={at}
            timeZone={timeZone}
            selection={{
              isSelected: selection.chosen.has(book.id),
              onToggle: (isRange) => selection.toggle(book, items, isRange),
            }}
          />
        )}
      </GrowingList>
    </div>
  )
}

function Columns({ items, selection }: { items: readonly Book[]; selection: Selection }) {
  const count = items.filter(({ id }) => selection.chosen.has(id)).length
  const isAll = count === items.length
  return (
    <div className={`${ROW} min-h-11 border-b border-line text-[0.8125rem] font-semibold text-muted`}>
      <label className="col-span-3 flex cursor-pointer items-center lg:col-span-1">
        <span className="grid size-11 flex-none place-items-center">
          <input
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && !isAll
            }}
            type="checkbox"
            aria-label={m.books_select_all()}
            checked={isAll}
            className="size-6 cursor-pointer accent-accent"
            onChange={() => selection.toggleAll(items, !isAll)}
          />
        </span>
        <span aria-hidden="true" className="lg:hidden">
          {m.books_select_all()}
        </span>
      </label>
      <span className="col-start-3 hidden ps-1 lg:block">{m.books_column_book()}</span>
      <span className="hidden lg:block">{m.book_genre()}</span>
      <span className="hidden lg:block">{m.book_publisher()}</span>
      <span className="hidden lg:block">{m.books_column_changed()}</span>
    </div>
  )
}

interface SimilarRowsProps {
  books: readonly ShelfBook[]
  at: Date
  timeZone: string
}

/** A few books as rows, which cannot be selected. */
export function SimilarRows({ books, at, timeZone }: SimilarRowsProps) {
  return (
    <ul className={`${FRAME} grid ${ROWS}`}>
      {books.map((book) => (
        <li key={book.id}>
          <BookRow book={book} searchTerm="" at={at} timeZone={timeZone} />
        </li>
      ))}
    </ul>
  )
}
