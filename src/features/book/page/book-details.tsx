import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { GenreDot } from '#features/genre/shared/genre-dot.tsx'
import { genreWord } from '#features/genre/shared/genre-word.ts'
import { fieldText } from '#i18n/field-text.ts'
import { formatDate } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { Genre } from '#features/genre/genre.schema.ts'
import { fieldsOf } from '#lib/fields-of.ts'
import { draftOf } from '../shared/book-draft.ts'
import { nameOfSeries, partsOfTitle } from './book-title.ts'
import type { Book, BookInput } from '../book.schema.ts'
import { bookFields } from '../book.words.ts'

/** The list of the area, to which genre and publisher link. */
type BookListPath = '/app/books' | '/manager/books'

/** A link in a line of facts: a touch target of 44 px that does not make the line higher. */
export const factLinkClass =
  '-my-2.5 inline-flex min-h-11 max-w-full items-center underline decoration-line-strong underline-offset-4 hover:decoration-current *:min-w-0'

/** What is shown otherwise than as a text: title, author and cover stand beside it, genre and publisher lead to their books. */
const SHOWN: { [Field in keyof BookInput]?: (book: Book, to: BookListPath) => ReactNode } = {
  title: () => null,
  author: () => null,
  cover: () => null,
  genreId: ({ genre }, to) => genre && <GenreFact genre={genre} to={to} />,
  publisher: ({ publisher }, to) =>
    publisher && (
      <Link to={to} search={{ publisher }} className={factLinkClass}>
        <span dir="auto">{publisher}</span>
      </Link>
    ),
}

interface BookDetailsProps {
  book: Book
  timeZone: string
  to: BookListPath
}

/**
 * The fields of a book that have a value, as shown in both areas: for managers with the day it was added, for readers with the
 * series that its title names.
 */
export function BookDetails({ book, timeZone, to }: BookDetailsProps) {
  const values = draftOf(book)
  const isManager = to === '/manager/books'
  const { series } = partsOfTitle(book.title)
  const seriesName = /\d/.test(series) ? nameOfSeries(series) : ''
  return (
    <dl className="border-line not-empty:border-y">
      {fieldsOf(bookFields).map((field) => {
        const show = SHOWN[field]
        const value = show ? show(book, to) : fieldText(values[field], bookFields[field])
        return value ? (
          <Fact key={field} label={bookFields[field].label()}>
            {value}
          </Fact>
        ) : null
      })}
      {!isManager && seriesName !== '' && (
        <Fact label={m.book_series()}>
          <Link to={to} search={{ searchTerm: seriesName }} className={factLinkClass}>
            <span dir="auto">{series}</span>
          </Link>
        </Fact>
      )}
      {isManager && <Fact label={m.book_added()}>{formatDate(book.createdAt, timeZone)}</Fact>}
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
    <div className="flex flex-wrap gap-x-2 border-line py-2.5 not-first:border-t">
      <dt className="min-w-26 text-muted">{label}</dt>
      {/* Below its label where large text leaves less than this beside it. */}
      <dd className="min-w-[min(9rem,100%)] flex-1">{children}</dd>
    </div>
  )
}
