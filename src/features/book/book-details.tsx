import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { GenreDot } from '#features/genre/shared/genre-dot.tsx'
import { genreWord } from '#features/genre/shared/genre-word.ts'
import { formatDate } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { Genre } from '#features/genre/genre.schema.ts'
import type { Book, BookInput } from './book.schema.ts'

/** The list of the area, to which genre and publisher link. */
type BookListPath = '/app/books' | '/manager/books'

/** A link in a line of facts: a touch target of 44 px that does not make the line higher. */
export const factLinkClass =
  '-my-2.5 inline-flex min-h-11 max-w-full items-center underline decoration-line-strong underline-offset-4 hover:decoration-current *:min-w-0'

/**
 * The shown value of each field; null for title and author, which are the heading. A new field does not compile without
 * an entry.
 */
const FACTS = {
  title: null,
  author: null,
  genreId: {
    label: m.book_genre,
    show: ({ genre }: Book, to: BookListPath) => genre && <GenreFact genre={genre} to={to} />,
  },
  publisher: {
    label: m.book_publisher,
    show: ({ publisher }: Book, to: BookListPath) =>
      publisher && (
        <Link to={to} search={{ publisher }} className={factLinkClass}>
          <span dir="auto">{publisher}</span>
        </Link>
      ),
  },
} satisfies Record<keyof BookInput, { label: () => string; show: (book: Book, to: BookListPath) => ReactNode } | null>

interface BookDetailsProps {
  book: Book
  timeZone: string
  to: BookListPath
}

/** The fields of a book that have a value, as shown in both areas. */
export function BookDetails({ book, timeZone, to }: BookDetailsProps) {
  return (
    <dl className="border-y border-line">
      {Object.entries(FACTS).map(([field, fact]) => {
        const value = fact?.show(book, to)
        return value ? (
          <Fact key={field} label={fact?.label() ?? ''}>
            {value}
          </Fact>
        ) : null
      })}
      <Fact label={m.book_added()}>{formatDate(book.createdAt, timeZone)}</Fact>
    </dl>
  )
}

function GenreFact({ genre, to }: { genre: Genre; to: BookListPath }) {
  return (
    <Link to={to} search={{ genreId: genre.id }} className={factLinkClass}>
      <GenreDot hue={genre.hue} />
      <span dir="auto">{genreWord(genre)}</span>
    </Link>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr] gap-x-2 border-line py-2.5 not-first:border-t">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
