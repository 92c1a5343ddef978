import { Link } from '@tanstack/react-router'
import { formatNumber } from '#base/i18n/format.ts'
import { locales, type Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { rowKey } from '#base/ui/list/use-list-keys.ts'
import type { NamedGenre } from './genre.schema.ts'
import { GenreDot } from './shared/genre-dot.tsx'
import { genreWord } from './genre-name.words.ts'

/** Columns of a row: name, its names in other languages, number of books. */
export const genreRowClass =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)_minmax(7rem,2fr)]'

/** The names of a genre in other languages than the page's, each once. */
function otherNames(genre: NamedGenre): { language: Locale | undefined; name: string }[] {
  const names = new Map<string, Locale | undefined>([[genre.name, undefined]])
  for (const language of locales) names.set(genre.names[language] ?? genre.name, language)
  names.delete(genreWord(genre))
  return [...names].map(([name, language]) => ({ name, language }))
}

/** The cells of a genre: a press opens it, and its number of books leads to them. */
export function GenreRow({ genre, onOpen }: { genre: NamedGenre; onOpen: () => void }) {
  const { id, hue, bookCount } = genre
  const books = m.book_suggestion_books({ count: bookCount, shown: formatNumber(bookCount) })
  return (
    <>
      <div className="min-w-0 lg:contents">
        <div role="cell" className="flex min-h-8 min-w-0 items-center">
          <GenreDot hue={hue} />
          <button
            type="button"
            {...blockedInDemo}
            {...rowKey('open')}
            onClick={onOpen}
            className="min-w-0 text-start leading-snug font-semibold break-words outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            <bdi>{genreWord(genre)}</bdi>
          </button>
        </div>
        <div role="cell" className="text-[0.8125rem] text-muted max-lg:ps-4.5">
          {otherNames(genre).map(({ language, name }, index) => (
            <span key={name}>
              {index > 0 && ' · '}
              <bdi lang={language}>{name}</bdi>
            </span>
          ))}
        </div>
      </div>
      <div role="cell" className="relative z-10 -me-1.5 flex text-sm tabular-nums lg:-ms-1.5">
        {bookCount === 0 ? (
          <span className="px-1.5 text-muted">{books}</span>
        ) : (
          <Link
            to="/manager/books"
            search={{ genreId: id }}
            className="inline-flex min-h-11 items-center rounded-sm px-1.5 font-medium text-accent hover:underline"
          >
            {books}
          </Link>
        )}
      </div>
    </>
  )
}
