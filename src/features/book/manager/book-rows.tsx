import { m } from '#i18n/paraglide/messages.js'
import { GrowingList } from '#ui/growing-list.tsx'
import { columnHeadsClass, ROWS, tableFrameClass } from '#ui/table-class.ts'
import type { Book, ShelfBook } from '../book.schema.ts'
import { BookRow, ROW } from './book-row.tsx'
import type { Selection } from './use-selection.ts'

interface BookRowsProps {
  label: string
  items: readonly (ShelfBook & Partial<Pick<Book, 'updatedAt'>>)[]
  total: number | null
  /** Tells this list from all others. */
  name: string
  searchTerm: string
  at: Date
  timeZone: string
  selection: Selection
}

/** Books as rows below the names of their columns, each with a checkbox. */
export function BookRows({ label, items, total, name, searchTerm, at, timeZone, selection }: BookRowsProps) {
  return (
    <div role="table" aria-label={label} aria-rowcount={total === null ? -1 : total + 1} className={tableFrameClass}>
      <Columns items={items} selection={selection} />
      <GrowingList items={items} keyOf={({ id }) => id} total={total} name={name} className={ROWS} isTable>
        {(book) => (
          <BookRow
            book={book}
            searchTerm={searchTerm}
            at={at}
            timeZone={timeZone}
            isSelected={selection.chosen.has(book.id)}
            onToggle={(isRange) => selection.toggle(book, items, isRange)}
          />
        )}
      </GrowingList>
    </div>
  )
}

function Columns({ items, selection }: Pick<BookRowsProps, 'items' | 'selection'>) {
  const count = items.filter(({ id }) => selection.chosen.has(id)).length
  const isAll = count === items.length
  return (
    <div role="rowgroup" className={columnHeadsClass}>
      <div role="row" aria-rowindex={1} className={`${ROW} min-h-11`}>
        {/* eslint-disable-next-line jsx-a11y/control-has-associated-label -- the label within names the box */}
        <span role="columnheader" className="col-span-3 lg:col-span-1">
          <label className="flex cursor-pointer items-center">
            <span className="grid size-11 flex-none place-items-center">
              <input
                ref={(box) => {
                  if (box) box.indeterminate = count > 0 && !isAll
                }}
                type="checkbox"
                checked={isAll}
                className="size-4.5 cursor-pointer accent-accent"
                onChange={() => selection.toggleAll(items, !isAll)}
              />
            </span>
            <span className="lg:sr-only">{m.books_select_all()}</span>
          </label>
        </span>
        <span role="columnheader" className="col-start-3 ps-1 max-lg:sr-only">
          {m.books_column_book()}
        </span>
        <span role="columnheader" className="max-lg:sr-only">
          {m.book_genre()}
        </span>
        <span role="columnheader" className="max-lg:sr-only">
          {m.book_publisher()}
        </span>
        <span role="columnheader" className="max-lg:sr-only">
          {m.books_column_changed()}
        </span>
      </div>
    </div>
  )
}
