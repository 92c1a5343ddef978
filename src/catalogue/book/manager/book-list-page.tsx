import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { installationQuery, useIsLending } from '#kit/installation/installation.data.ts'
import { ListViews } from '#kit/view/shared/list-views.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { lineActionClass } from '#base/ui/panel.tsx'
import { ListPage } from '#base/ui/list/list-page.tsx'
import { bookPrintColumns } from '../list/book-print.ts'
import { bookRowsQuery, booksTotalQuery, wantsSimilar } from '../book.data.ts'
import { bookListActions, bookSelectionBar } from '../book.slots.ts'
import { searchAdvice } from '../search/search-advice.ts'
import { SimilarBooks } from '../search/similar-books.tsx'
import { columnFacts, columnHeads, columnsText, gridOf, readColumns } from './book-columns.ts'
import { ColumnChoice } from './column-choice.tsx'
import type { BookListParams } from '../search/book-search.schema.ts'
import { bookOrders, useBookFilters } from './book-filters.tsx'
import { BookRow, bookRowClass } from './book-row.tsx'
import { LibraryEmpty } from './library-empty.tsx'
import { SampleBooks } from '../sample/sample-books.tsx'
import { selectedBooks } from './selected-books.ts'

/** All books as rows: search, filters, order, 'Load more', and what can be done to several at once. */
export function ManagerBookListPage({ params }: { params: BookListParams }) {
  const { timeZone } = useSuspenseQuery(installationQuery).data
  // Rows are selected only where a floor has something to do with them.
  const hasSelection = bookSelectionBar.hasParts()
  const isLending = useIsLending()
  const columns = readColumns(params.columns, isLending)
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
        emptyText: searchAdvice(isLending),
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
      tableStyle={gridOf(columns, hasSelection)}
      renderRow={(book, shown) => <BookRow {...shown} book={book} facts={facts} timeZone={timeZone} />}
      print={bookPrintColumns(facts)}
      select={
        hasSelection
          ? {
              saved: selectedBooks,
              words: { all: m.books_select_all(), one: (book) => m.books_select({ title: book.title }) },
              renderBar: (selection, shown) => <bookSelectionBar.Parts selection={selection} found={shown} />,
            }
          : undefined
      }
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
          {items.length > 0 && <bookListActions.Parts filter={filter} total={total} />}
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
