import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { startTransition } from 'react'
import { genreWord } from '#features/genre/genre-word.ts'
import { GenreDot } from '#features/genre/genre-dot.tsx'
import { genresQuery } from '#features/genre/genre.data.ts'
import { errorText } from '#i18n/error-words.ts'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { booksQuery } from '../book.data.ts'
import { BookShelf } from './book-shelf.tsx'
import { SearchField, searchProblem } from './search-field.tsx'

interface BookListPageProps {
  searchTerm: string
  genreId: string | undefined
}

/** The shelf: search, count, covers, 'Load more'. */
export function BookListPage({ searchTerm, genreId }: BookListPageProps) {
  const navigate = useNavigate({ from: '/app/books/' })
  const isValid = searchProblem(searchTerm) === undefined
  const search = (next: string) =>
    startTransition(() => {
      void navigate({ search: (old) => ({ ...old, searchTerm: next }), replace: true, resetScroll: false })
    })
  return (
    <main id="content" className="mx-auto w-full max-w-6xl px-5 pt-5 md:px-6 md:pt-8">
      <h1 className="text-[1.75rem] leading-tight">{m.books_title()}</h1>
      <div className="mt-3.5 max-w-2xl">
        <SearchField value={searchTerm} onSearch={search} />
      </div>
      {genreId && <ChosenGenre genreId={genreId} />}
      {isValid && <Results searchTerm={searchTerm} genreId={genreId} />}
    </main>
  )
}

function ChosenGenre({ genreId }: { genreId: string }) {
  const { data: genres } = useSuspenseQuery(genresQuery)
  const genre = genres.find(({ id }) => id === genreId)
  return (
    <Link
      to="/app/books"
      search={(old) => ({ ...old, genreId: undefined })}
      aria-label={m.books_genre_clear()}
      className="mt-3 inline-flex min-h-11 items-center gap-1 rounded-full border border-line-strong bg-raised ps-4 pe-3 text-[0.9rem] font-medium hover:border-muted"
    >
      {genre && <GenreDot hue={genre.hue} />}
      {genre ? genreWord(genre) : m.book_genre()}
      <Icon name="close" className="ms-1 size-4 text-muted" />
    </Link>
  )
}

function Results({ searchTerm, genreId }: BookListPageProps) {
  const query = useInfiniteQuery({
    ...booksQuery({ searchTerm, genreId }),
    // The list stays while the next search is under way, instead of flashing.
    placeholderData: keepPreviousData,
  })
  if (!query.data) return query.error ? <LoadFailed error={query.error} onRetry={() => void query.refetch()} /> : null
  const books = query.data.pages.flatMap((page) => page.items)
  const total = query.data.pages[0]?.total ?? 0
  const shown = { count: formatNumber(books.length), total: formatNumber(total) }
  return (
    <div aria-busy={query.isPlaceholderData || undefined}>
      <p role="status" className="pt-3 pb-2.5 text-[0.8125rem] text-muted">
        {searchTerm ? m.books_results({ count: total, total: shown.total, searchTerm }) : m.books_showing(shown)}
      </p>
      {books.length === 0 ? <NothingFound /> : <BookShelf books={books} searchTerm={searchTerm} />}
      {query.hasNextPage && (
        <div className="mt-8 flex flex-col items-center gap-3">
          {searchTerm && <p className="text-[0.8125rem] text-muted">{m.books_showing(shown)}</p>}
          {query.error && (
            <p role="alert" className="text-sm text-danger">
              {errorText(fromThrown(query.error).code)}
            </p>
          )}
          <Button
            look="second"
            className="min-w-44"
            isBusy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {m.books_load_more()}
          </Button>
        </div>
      )}
    </div>
  )
}

function NothingFound() {
  return (
    <EmptyState
      title={m.books_empty_title()}
      text={m.books_empty_text()}
      action={
        <Link to="/app/books" className={buttonClass('second')}>
          {m.books_empty_action()}
        </Link>
      }
    />
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
