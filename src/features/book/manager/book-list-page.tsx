import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { settingsQuery, useIsLending } from '#features/settings/settings.data.ts'
import { ListViews } from '#features/view/shared/list-views.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { lineActionClass } from '#ui/panel.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { bookPrintColumns } from '../list/book-print.ts'
import { bookRowsQuery, booksTotalQuery, wantsSimilar } from '../book.data.ts'
import { SimilarBooks } from '../search/similar-books.tsx'
import { BookBulk } from '../bulk/book-bulk.tsx'
import { BookExport } from '../export/book-export.tsx'
import { columnFacts, columnHeads, columnsText, gridOf, readColumns } from './book-columns.ts'
import { ColumnChoice } from './column-choice.tsx'
import { bookOrders, useBookFilters, type BookListParams } from './book-filters.tsx'
import { BookRow, bookRowClass } from './book-row.tsx'
import { LibraryEmpty } from './library-empty.tsx'
import { SampleBooks } from '../sample/sample-books.tsx'
import { selectedBooks } from './selected-books.ts'

/** All books as rows: search, filters, order, 'Load more', and what can be done to several at once. */
export function ManagerBookListPage({ params }: { params: BookListParams }) {
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  const columns = readColumns(params.columns, useIsLending())
  const facts = columnFacts(columns, timeZone)
  const filters = useBookFilters(params)
  const orders = bookOrders()
  return (
    <ListPage
      to="/manager/books"
      toNew="/manager/books/new"
      words={{
        title: m.books_title(),
        new: m.books_new(),
        search: m.books_search_label(),
        searchPlaceholder: m.books_search_placeholder(),
        sort: m.books_sort(),
        failed: m.books_load_failed(),
        emptyTitle: m.books_empty_title(),
        emptyText: m.books_empty_text(),
        showAll: m.books_empty_action(),
      }}
      params={params}
      query={(wanted) => {
        const { sort, columns: _, ...filter } = wanted
        return bookRowsQuery(filter, sort)
      }}
      count={booksTotalQuery}
      filters={filters}
      orders={orders}
      views={
        <ListViews
          list="books"
          to="/manager/books"
          params={params}
          filters={filters}
          orders={orders}
          columnsText={columnsText}
        />
      }
      columns={columnHeads(columns)}
      rowClass={bookRowClass}
      tableStyle={gridOf(columns)}
      renderRow={(book, shown) => <BookRow {...shown} book={book} facts={facts} timeZone={timeZone} />}
      print={bookPrintColumns(facts)}
      select={{
        saved: selectedBooks,
        words: { all: m.books_select_all(), one: (book) => m.books_select({ title: book.title }) },
        renderBar: (selection, shown) => <BookBulk selection={selection} found={shown} />,
      }}
      notice={params.origin === 'sample' && <SampleBooks />}
      renderActions={({ filter, total, items }) => (
        <>
          <Link
            to="/manager/books/deleted"
            search={{ searchTerm: filter.searchTerm }}
            className={`${lineActionClass} print:hidden`}
          >
            {m.trash_link()}
          </Link>
          {items.length > 0 && <ColumnChoice columns={params.columns} />}
          {items.length > 0 && <BookExport filter={filter} total={total} />}
        </>
      )}
      none={<LibraryEmpty />}
      renderBelow={({ filter, items, hasMore, nothing, table }) =>
        wantsSimilar(filter, items.length, hasMore) ? (
          <SimilarBooks filter={filter} hasHits={items.length > 0} nothing={nothing}>
            {(books) => table(m.books_similar(), books)}
          </SimilarBooks>
        ) : (
          items.length === 0 && nothing
        )
      }
    />
  )
}
