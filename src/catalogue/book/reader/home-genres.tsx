import { Link } from '@tanstack/react-router'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { GenreDot } from '#catalogue/genre/shared/genre-dot.tsx'
import { useReaderGenres } from '#catalogue/genre/genre.data.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { sorted } from '#base/lib/search/sorted.ts'
import { Icon } from '#base/ui/icon.tsx'

/** The genres with the most books have a large tile, the next ones a small one; the rest stands behind 'All genres'. */
const LARGE = 4
const SHOWN = 10

interface CountedGenre {
  id: string
  hue: number
  bookCount: number
  word: string
}

/** The genres that have books, by their number of books. */
export function HomeGenres() {
  const genres: CountedGenre[] = sorted(
    useReaderGenres().map((genre) => ({ ...genre, word: genreWord(genre) })),
    (a, b) => b.bookCount - a.bookCount || a.word.localeCompare(b.word, getLocale()),
  )
  if (genres.length === 0) return null
  // A list of one genre more than `SHOWN` is shown whole: hiding a single genre gains nothing.
  const shown = genres.length <= SHOWN + 1 ? genres.length : SHOWN
  return (
    <section>
      <h2 className="mt-3 mb-3.5 text-[1.0625rem]">{m.home_genres()}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(max(7.5rem,34%),100%),1fr))] gap-2 md:grid-cols-4">
        {genres.slice(0, LARGE).map((genre) => (
          <li key={genre.id} className="min-w-0">
            <GenreLink genre={genre} className="h-full min-h-18 rounded-md py-3 max-sm:px-3" isLarge />
          </li>
        ))}
      </ul>
      <Chips genres={genres.slice(LARGE, shown)} />
      {shown < genres.length && (
        <details className="group mt-1">
          <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-sm text-sm font-medium text-accent hover:underline [&::-webkit-details-marker]:hidden">
            {m.home_genres_all()}
            <Icon name="down" className="size-4 group-open:rotate-180" />
          </summary>
          <Chips genres={genres.slice(shown)} />
        </details>
      )}
    </section>
  )
}

function Chips({ genres }: { genres: readonly CountedGenre[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {genres.map((genre) => (
        <li key={genre.id} className="max-w-full">
          <GenreLink genre={genre} className="min-h-11 max-w-full rounded-full" />
        </li>
      ))}
    </ul>
  )
}

interface GenreLinkProps {
  genre: CountedGenre
  className: string
  isLarge?: boolean
}

function GenreLink({ genre: { id, hue, word, bookCount }, className, isLarge = false }: GenreLinkProps) {
  return (
    <Link
      to="/app/books"
      search={{ genreId: id }}
      className={`flex items-center border border-line-strong bg-raised px-4 text-[0.9rem] font-medium hover:border-muted ${className}`}
    >
      <GenreDot hue={hue} />
      <span className={isLarge ? 'min-w-0' : 'flex min-w-0 items-baseline gap-2'}>
        <span dir="auto" className={`min-w-0 ${isLarge ? 'block font-serif text-base font-semibold' : ''}`}>
          {word}
        </span>
        <span className="text-[0.8125rem] font-normal text-muted">
          {isLarge
            ? m.book_suggestion_books({ count: bookCount, shown: formatNumber(bookCount) })
            : formatNumber(bookCount)}
        </span>
      </span>
    </Link>
  )
}
