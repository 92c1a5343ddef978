import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { GenreDot } from '#features/genre/shared/genre-dot.tsx'
import { genreWord } from '#features/genre/shared/genre-word.ts'
import { genresQuery } from '#features/genre/genre.data.ts'
import { formatNumber } from '#i18n/format.ts'
import { getLocale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { sorted } from '#lib/sorted.ts'
import { booksTotalQuery, newBooksQuery } from '../book.data.ts'
import { BookSearchField } from './book-search-field.tsx'
import { ShelfRow } from './book-shelf.tsx'
import { EmptyShelf } from './empty-shelf.tsx'

/** The reader's home page: greeting, search, new books, genres. */
export function HomePage({ name }: { name: string }) {
  const isFirstVisit = useLocation({ select: ({ state }) => state.isFirstVisit === true })
  const { data: shelf } = useSuspenseQuery(newBooksQuery)
  const { data: counted } = useQuery({ ...booksTotalQuery({}), enabled: shelf.total === null })
  const total = shelf.total ?? counted?.total
  const navigate = useNavigate()
  return (
    <main id="content" className="mx-auto w-full max-w-6xl px-5 pt-5 md:px-6 md:pt-8">
      <h1 className="text-[1.6rem] leading-tight md:text-3xl" dir="auto">
        {isFirstVisit ? m.onboarding_success({ name }) : m.home_greeting({ name })}
      </h1>
      {shelf.items.length > 0 && (
        <>
          <p className="mt-1 min-h-[1lh] text-muted">
            {total !== undefined && m.home_count({ count: total, shown: formatNumber(total) })}
          </p>
          <div className="mt-4 max-w-2xl">
            <BookSearchField
              value=""
              onSubmit={(searchTerm) => void navigate({ to: '/app/books', search: { searchTerm } })}
            />
          </div>
        </>
      )}
      {shelf.items.length === 0 ? (
        <div className="mt-8">
          <EmptyShelf />
        </div>
      ) : (
        <div className="mt-5">
          <ShelfRow
            title={m.home_new()}
            books={shelf.items}
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
      )}
      <Genres />
    </main>
  )
}

function Genres() {
  const { data } = useSuspenseQuery(genresQuery)
  const genres = sorted(
    data.filter(({ bookCount }) => bookCount > 0).map((genre) => ({ ...genre, word: genreWord(genre) })),
    (a, b) => b.bookCount - a.bookCount || a.word.localeCompare(b.word, getLocale()),
  )
  if (genres.length === 0) return null
  return (
    <section>
      <h2 className="mt-3 mb-3.5 text-[1.0625rem]">{m.home_genres()}</h2>
      <ul className="flex flex-wrap gap-2">
        {genres.map(({ id, hue, word }) => (
          <li key={id} className="max-w-full">
            <Link
              to="/app/books"
              search={{ genreId: id }}
              className="inline-flex min-h-11 max-w-full items-center rounded-full border border-line-strong bg-raised px-4 text-[0.9rem] font-medium hover:border-muted"
            >
              <GenreDot hue={hue} />
              <span dir="auto" className="min-w-0">
                {word}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
