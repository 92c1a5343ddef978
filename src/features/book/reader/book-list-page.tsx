import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { startTransition } from 'react'
import { genreWord } from '#features/genre/genre-word.ts'
import { GenreDot } from '#features/genre/genre-dot.tsx'
import { genresQuery } from '#features/genre/genre.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { SearchField, searchProblem } from '../search-field.tsx'
import { BookResults } from './book-results.tsx'

interface BookListPageProps {
  searchTerm: string
  genreId: string | undefined
}

/** The shelf: search, count, covers, 'Load more'. */
export function BookListPage({ searchTerm, genreId }: BookListPageProps) {
  const navigate = useNavigate({ from: '/app/books/' })
  const isValid = searchProblem(searchTerm) === undefined
  const isSearch = useLocation({ select: ({ state }) => state.isSearch === true })
  // The first letter makes a step of its own, so that Back leads from the search to the list as it was left.
  const search = (next: string) =>
    startTransition(() => {
      void navigate({
        search: (old) => ({ ...old, searchTerm: next }),
        state: (old) => ({ ...old, isSearch: true }),
        replace: isSearch || searchTerm !== '',
        resetScroll: false,
      })
    })
  return (
    <main id="content" className="mx-auto w-full max-w-6xl px-5 pt-5 md:px-6 md:pt-8">
      <h1 className="text-[1.75rem] leading-tight">{m.books_title()}</h1>
      <div className="mt-3.5 max-w-2xl">
        <SearchField action="/app/books" value={searchTerm} onSearch={search} />
      </div>
      {genreId && <ChosenGenre genreId={genreId} />}
      {isValid && <BookResults searchTerm={searchTerm.trim()} genreId={genreId} />}
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
