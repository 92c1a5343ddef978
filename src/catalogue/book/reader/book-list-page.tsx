import { Link, useNavigate } from '@tanstack/react-router'
import { startTransition, useEffect, useRef } from 'react'
import { useReaderGenres } from '#catalogue/genre/genre.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchProblem } from '#base/lib/list/list-input.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useConnectionLost } from '#base/ui/state/use-connection-lost.ts'
import { useSearchStep } from '#base/ui/list/use-search-step.ts'
import { BookResults } from './book-results.tsx'
import { BookSearchField } from './book-search-field.tsx'
import { knownOffline, listHeading } from './reader-list.data.ts'
import { FilterLinks } from './filter-links.tsx'
import { isNarrowed } from '../search/book-search.schema.ts'
import type { ReaderSearch } from './reader-search.schema.ts'

/** The reader's library: search, genre, order, letters, covers, 'Load more'. */
export function BookListPage({ params: wanted }: { params: ReaderSearch }) {
  const isLost = useConnectionLost() !== undefined
  const params = isLost ? knownOffline(wanted) : wanted
  const navigate = useNavigate({ from: '/app/books/' })
  const genres = useReaderGenres(params.genreId)
  const isValid = searchProblem(params.searchTerm) === undefined
  const step = useSearchStep(params.searchTerm)
  const search = (searchTerm: string) =>
    startTransition(
      () => void navigate({ search: (old) => ({ ...old, searchTerm, letter: undefined, after: undefined }), ...step }),
    )
  const change = (next: Partial<ReaderSearch>) =>
    startTransition(
      () => void navigate({ search: (old) => ({ ...old, letter: undefined, after: undefined, ...next }) }),
    )
  const focus = useRef<HTMLDivElement>(null)
  // The shortcut of the installed application.
  useEffect(() => {
    if (location.hash === '#search') focus.current?.querySelector('input')?.focus()
  }, [])
  return (
    <main
      id="content"
      className="reader-width mx-auto w-full px-5 pt-5 *:col-span-full *:min-w-0 md:grid md:grid-cols-[minmax(0,42rem)_minmax(22rem,1fr)] md:gap-x-4 md:px-6 md:pt-8"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 dir="auto" className="text-[1.75rem] leading-tight">
          {listHeading(params, genres) ?? m.books_title()}
        </h1>
        {isNarrowed(params) && (
          <Link
            to="/app/books"
            search={{ searchTerm: params.searchTerm, sort: params.sort }}
            className={`${rowActionClass} -ms-2 print:hidden`}
          >
            {m.home_all_books()}
          </Link>
        )}
      </div>
      {params !== wanted && (
        <p role="status" className="mt-1 text-[0.9375rem] text-muted">
          {m.books_shelf_offline()}
        </p>
      )}
      <FilterLinks params={params} genres={genres} />
      <div ref={focus} className="mt-3.5 max-w-2xl md:col-span-1!">
        <BookSearchField value={params.searchTerm} onSearch={search} />
      </div>
      {isValid && <BookResults params={params} onChange={change} />}
    </main>
  )
}
