import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { startTransition } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchProblem } from '#base/lib/list/list-input.ts'
import { useSearchStep } from '#base/ui/list/use-search-step.ts'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import { booksTotalQuery, newBooksQuery } from '../book.data.ts'
import { homeNews } from '../book.slots.ts'
import { BookResults } from './book-results.tsx'
import { BookSearchField } from './book-search-field.tsx'
import { BookTileRow } from './book-tile.tsx'
import { OfflineNews } from './offline-news.tsx'
import { EmptyLibrary } from './empty-library.tsx'
import { HomeGenres } from './home-genres.tsx'
import type { ReaderSearch } from './reader-search.schema.ts'

interface HomePageProps {
  name: string
  /** What is searched here; its hits stand in place of the new books and genres. */
  params: ReaderSearch
}

/** The reader's home page: greeting, search, new books, genres. */
export function HomePage({ name, params }: HomePageProps) {
  const isWelcomed = useLocation({ select: ({ state }) => state.isFirstVisit === true })
  // A reload keeps the state of the history, which the server does not know.
  const isFirstVisit = useInBrowser(() => isWelcomed, false)
  const { data: newest } = useSuspenseQuery(newBooksQuery)
  const { data: counted } = useQuery({ ...booksTotalQuery({}), enabled: newest.total === null })
  const total = newest.total ?? counted?.total
  const navigate = useNavigate()
  const step = useSearchStep(params.searchTerm)
  const toBooks = (next: Partial<ReaderSearch>) => void navigate({ to: '/app/books', search: { ...params, ...next } })
  const isSearch = params.searchTerm.trim() !== '' && searchProblem(params.searchTerm) === undefined
  return (
    <main id="content" className="mx-auto w-full max-w-6xl px-5 pt-5 md:px-6 md:pt-8">
      <h1 className="text-[1.6rem] leading-tight md:text-3xl" dir="auto">
        {isFirstVisit ? m.onboarding_success({ name }) : m.home_greeting({ name })}
      </h1>
      <homeNews.Parts otherwise={null} />
      {newest.items.length > 0 && (
        <>
          <p className="mt-1 min-h-[1lh] text-muted">
            {total !== undefined && m.home_count({ count: total, shown: formatNumber(total) })}
          </p>
          <div className="mt-4 max-w-2xl">
            <BookSearchField
              value={params.searchTerm}
              onSearch={(searchTerm) =>
                startTransition(() => void navigate({ to: '/app', search: { searchTerm }, ...step }))
              }
              onSubmit={(searchTerm) => toBooks({ searchTerm })}
            />
          </div>
        </>
      )}
      {isSearch ? <BookResults params={params} onChange={toBooks} /> : <Offers />}
    </main>
  )
}

/** New books and genres, for browsing without a search. */
function Offers() {
  const { data: newest } = useSuspenseQuery(newBooksQuery)
  if (newest.items.length === 0)
    return (
      <div className="mt-8">
        <EmptyLibrary />
      </div>
    )
  return (
    <>
      <div className="mt-5">
        <BookTileRow
          title={m.home_new()}
          books={newest.items}
          aside={
            <Link
              to="/app/books"
              className="inline-flex min-h-11 items-center rounded-sm text-sm font-medium text-accent hover:underline"
            >
              {m.home_all_books()}
            </Link>
          }
        />
      </div>
      <HomeGenres />
      <OfflineNews />
    </>
  )
}
