import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#errors/local-error.ts'
import { FilterChips } from '#ui/list/filter-chips.tsx'
import { ListStatus } from '#ui/list/list-status.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { LoadMore } from '#ui/list/load-more.tsx'
import { rowActionClass } from '#ui/panel.tsx'
import { PrintButton } from '#ui/list/print-button.tsx'
import { useGrowingList } from '#ui/list/use-growing-list.ts'
import { usePrint } from '#ui/list/use-print.ts'
import { useStable } from '#ui/use-stable.ts'
import { BookPrint } from '../book-print.tsx'
import { bookRowsQuery, booksTotalQuery, loadBooks, wantsSimilar } from '../book.data.ts'
import { NothingFound } from '../search/nothing-found.tsx'
import { SimilarBooks } from '../search/similar-books.tsx'
import { BookBulk } from './book-bulk.tsx'
import { useBookChips } from './book-chips.tsx'
import type { BookListParams } from './book-filters.tsx'
import { BookRows } from './book-rows.tsx'
import { LibraryEmpty } from './library-empty.tsx'
import { useSelection } from './use-selection.ts'

interface BookResultsProps {
  asked: BookListParams
  onNarrow: (next: Partial<BookListParams>) => void
}

/** The books that were asked for: how many, their rows, 'Load more', what is similar; and what is done to several. */
export function ManagerBookResults({ asked, onNarrow }: BookResultsProps) {
  const { sort: askedSort, ...filter } = asked
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  const state = useGrowingList(bookRowsQuery(filter, askedSort), booksTotalQuery(filter))
  const { list } = state
  // What is said of a list belongs to the one that is shown, not to the one that is on its way.
  const isPending = list === undefined || list.isStale
  const filterName = useStable(
    JSON.stringify(['rows', filter.searchTerm, filter.genreId, filter.publisher, filter.origin]),
    isPending,
  )
  const searchTerm = useStable(filter.searchTerm, isPending)
  const isNarrowed = useStable(isFiltered(filter), isPending)
  const sort = useStable(askedSort, isPending)
  const at = new Date(useStable(list?.answeredAt ?? 0, isPending))
  const selection = useSelection(filterName)
  const chips = useBookChips(filter, onNarrow)
  const print = usePrint(list?.items ?? [], list?.hasMore ? (most) => loadBooks(filter, askedSort, most) : undefined)
  if (!list)
    return state.error && <LoadFailed title={m.books_load_failed()} error={state.error} onRetry={state.retry} />

  const { items, total, hasMore } = list
  // The best hits first is the order of no column.
  const columnSort = sort === 'title' && searchTerm ? undefined : sort
  const count = items.length
  const nothing = isNarrowed ? <NothingFound to="/manager/books" /> : <LibraryEmpty />
  return (
    <div
      aria-busy={list.isStale || undefined}
      className="transition-opacity duration-150 aria-busy:opacity-60 aria-busy:delay-200"
    >
      {print.items && (
        <BookPrint
          items={print.items}
          total={total}
          filters={[...(searchTerm ? [m.list_results_some({ searchTerm })] : []), ...chips.map(({ label }) => label)]}
        />
      )}
      {(count > 0 || isNarrowed) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2.5">
          <ListStatus count={count} total={total} searchTerm={searchTerm} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <FilterChips chips={chips}>
              {count > 0 && isNarrowed && (
                <Link
                  to="/manager/books"
                  search={{ sort: askedSort }}
                  className={`${rowActionClass} -my-3 whitespace-nowrap`}
                >
                  {m.books_empty_action()}
                </Link>
              )}
            </FilterChips>
            {count > 0 && <PrintButton {...print} />}
          </div>
        </div>
      )}
      {count > 0 && (
        <BookRows
          label={m.books_title()}
          items={items}
          total={total}
          name={`${filterName} ${sort}`}
          searchTerm={searchTerm}
          at={at}
          timeZone={timeZone}
          selection={selection}
          sort={columnSort}
          onSort={(next) => onNarrow({ sort: next })}
        />
      )}
      <LoadMore
        hasMore={hasMore}
        isBusy={list.isLoadingMore}
        error={list.moreError && fromThrown(list.moreError).message}
        onLoad={list.loadMore}
      >
        <ListStatus count={count} total={total} />
      </LoadMore>
      {wantsSimilar({ searchTerm }, count, hasMore) ? (
        <SimilarBooks filter={{ ...filter, searchTerm }} hasHits={count > 0} nothing={nothing}>
          {(books) => (
            <BookRows
              label={m.books_similar()}
              items={books}
              total={books.length}
              name={`${filterName} similar`}
              searchTerm=""
              at={at}
              timeZone={timeZone}
              selection={selection}
            />
          )}
        </SimilarBooks>
      ) : (
        count === 0 && nothing
      )}
      <BookBulk
        selection={selection}
        found={{ items, total, load: (most, onProgress) => loadBooks(filter, askedSort, most, onProgress) }}
      />
    </div>
  )
}

const isFiltered = ({ searchTerm, genreId, publisher, origin }: Omit<BookListParams, 'sort'>): boolean =>
  searchTerm !== '' || genreId !== undefined || publisher !== undefined || origin !== undefined
