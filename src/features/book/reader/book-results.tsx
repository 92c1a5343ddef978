import { errorText } from '#i18n/error-words.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { GrowingList } from '#ui/growing-list.tsx'
import { ListStatus } from '#ui/list-status.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { useGrowingList } from '#ui/use-growing-list.ts'
import { useSettled } from '#ui/use-settled.ts'
import { booksQuery, booksTotalQuery, wantsSimilar } from '../book.data.ts'
import { NothingFound } from '../nothing-found.tsx'
import { SimilarBooks } from '../similar-books.tsx'
import { BookHit, HITS, SimilarHits } from './book-hit.tsx'
import { BookOnShelf, SHELF } from './book-shelf.tsx'

interface BookResultsProps {
  searchTerm: string
  genreId: string | undefined
}

/** The books of a shelf by their covers, or what a search has found as lines; how many, 'Load more', and what is similar where few were found. */
export function BookResults(asked: BookResultsProps) {
  const state = useGrowingList(booksQuery(asked), booksTotalQuery(asked))
  const { list } = state
  // What is said of a list belongs to the one that is shown, not to the one that is on its way.
  const isPending = list === undefined || list.isStale
  const searchTerm = useSettled(asked.searchTerm, isPending)
  const genreId = useSettled(asked.genreId, isPending)
  if (!list) return state.error && <LoadFailed error={state.error} onRetry={state.retry} />

  const { items, total, hasMore } = list
  const count = items.length
  return (
    <div
      aria-busy={list.isStale || undefined}
      className="transition-opacity duration-150 aria-busy:opacity-60 aria-busy:delay-200"
    >
      <ListStatus count={count} total={total} searchTerm={searchTerm} className="pt-3 pb-2.5" />
      {count > 0 && (
        <GrowingList
          items={items}
          keyOf={({ id }) => id}
          total={total}
          name={JSON.stringify(['books', searchTerm, genreId])}
          className={searchTerm ? HITS : SHELF}
        >
          {(book) =>
            searchTerm ? <BookHit book={book} searchTerm={searchTerm} /> : <BookOnShelf isFromList book={book} />
          }
        </GrowingList>
      )}
      <LoadMore
        hasMore={hasMore}
        isBusy={list.isLoadingMore}
        error={list.moreError && errorText(fromThrown(list.moreError).code)}
        onLoad={list.loadMore}
      >
        {searchTerm && <ListStatus count={count} total={total} />}
      </LoadMore>
      {wantsSimilar({ searchTerm }, count, hasMore) ? (
        <SimilarBooks filter={{ searchTerm, genreId }} hasHits={count > 0} nothing={<NothingFound to="/app/books" />}>
          {(books) => <SimilarHits books={books} />}
        </SimilarBooks>
      ) : (
        count === 0 && <NothingFound to="/app/books" />
      )}
    </div>
  )
}

function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="mt-6">
      <EmptyState
        title={m.books_load_failed()}
        text={errorText(fromThrown(error).code)}
        action={<Button onClick={onRetry}>{m.common_try_again()}</Button>}
      />
    </div>
  )
}
