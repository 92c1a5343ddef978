import { m } from '#i18n/paraglide/messages.js'
import { GrowingList } from '#ui/list/growing-list.tsx'
import { ColumnHead } from '#ui/list/sort-head.tsx'
import { columnHeadsClass, ROWS, tableFrameClass } from '#ui/list/table-class.ts'
import type { BookSort } from '../search/book-search.schema.ts'
import type { Book, ShelfBook } from '../book.schema.ts'
import { bookColumns } from './book-order.ts'
import { BookRow, bookRowClass } from './book-row.tsx'
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
  /** The order of the list; undefined for one that no column stands for. */
  sort?: BookSort | undefined
  /** Without it the list has an order of its own. */
  onSort?: (sort: BookSort) => void
}

/** Books as rows below the names of their columns, each with a checkbox. */
export function BookRows(props: BookRowsProps) {
  const { label, items, total, name, searchTerm, at, timeZone, selection } = props
  return (
    <div role="table" aria-label={label} aria-rowcount={total === null ? -1 : total + 1} className={tableFrameClass}>
      <Columns {...props} />
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

function Columns({ items, selection, sort, onSort }: BookRowsProps) {
  const { title, author, changed } = bookColumns()
  const count = items.filter(({ id }) => selection.chosen.has(id)).length
  const isAll = count === items.length
  return (
    <div role="rowgroup" className={columnHeadsClass}>
      <div role="row" aria-rowindex={1} className={`${bookRowClass} min-h-11`}>
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
        <ColumnHead columns={[title, author]} sort={sort} onSort={onSort} className="col-start-3 ps-1" />
        <span role="columnheader" className="max-lg:hidden">
          {m.book_genre()}
        </span>
        <span role="columnheader" className="max-lg:hidden">
          {m.book_publisher()}
        </span>
        <ColumnHead columns={[changed]} sort={sort} onSort={onSort} />
      </div>
    </div>
  )
}
