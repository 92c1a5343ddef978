import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { GenreDot } from '#features/genre/shared/genre-dot.tsx'
import { formatDateTime, formatTimeAgo } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Badge } from '#ui/badge.tsx'
import { HighlightedText } from '#ui/list/highlighted-text.tsx'
import { rowKey } from '#ui/list/use-list-keys.ts'
import { BookCover } from '../shared/cover/book-cover.tsx'
import { bookFacts } from '../list/book-facts.ts'
import type { RowBook } from '../book.schema.ts'

/** Columns of a row: checkbox, cover, title and author; on a desk also genre, publisher, time of the last change. */
export const bookRowClass =
  'grid grid-cols-[2.75rem_2rem_minmax(0,1fr)] items-center gap-x-2 ps-1 pe-3 lg:grid-cols-[2.75rem_2rem_minmax(0,2.4fr)_minmax(0,1fr)_minmax(0,1.2fr)_8.5rem] lg:gap-x-4 lg:pe-4'

/** The lines at which the columns after the title begin; the title ends at the first of them that is not empty. */
const START = ['lg:col-start-4', 'lg:col-start-5', 'lg:col-start-6', 'lg:col-start-7', 'lg:col-start-8']
const END = ['lg:col-end-4', 'lg:col-end-5', 'lg:col-end-6', 'lg:col-end-7', 'lg:col-end-8']

interface BookRowProps {
  book: RowBook
  searchTerm: string
  /** The time of the answer, not that of the rendering: server and browser say the same. */
  at: Date
  timeZone: string
}

/** The cells of a book after its checkbox; all of its row opens the book. */
export function BookRow({ book, searchTerm, at, timeZone }: BookRowProps) {
  const { genre, updatedAt, isSample = false } = book
  const facts = bookFacts().map(({ field, text }) => ({ field, value: text(book) }))
  const firstFact = facts.findIndex(({ value }) => value !== '')
  const mark = (text: string) => <HighlightedText text={text} searchTerm={searchTerm} />
  return (
    <>
      <BookCover book={book} className="w-7.5" />
      {/* On a phone one text; on a desk the columns. */}
      <div className="min-w-0 ps-1 text-[0.8125rem] leading-snug text-muted lg:contents">
        <div
          role="cell"
          className={`min-w-0 max-lg:contents lg:col-start-3 lg:row-start-1 lg:ps-1 ${END[firstFact === -1 ? facts.length : firstFact]}`}
        >
          <Link
            to="/manager/books/$id"
            params={{ id: book.id }}
            state={{ isFromList: true }}
            {...rowKey('open')}
            className="block text-[0.9375rem] font-semibold text-ink outline-none after:absolute after:inset-0"
          >
            <span dir="auto" className="line-clamp-6 leading-snug lg:line-clamp-3">
              {mark(book.title)}
            </span>
          </Link>
          <span className="lg:flex lg:items-center lg:gap-2">
            <span dir="auto" className="lg:line-clamp-1">
              {book.author ? mark(book.author) : m.book_unknown_author()}
            </span>
            {isSample && (
              <span className="max-lg:hidden">
                <Badge look="quiet">{m.book_sample()}</Badge>
              </span>
            )}
          </span>
        </div>
        {facts.map(({ field, value }, index) => (
          <Fact key={field} column={START[index]}>
            {value && (
              <span dir={field === 'genreId' ? undefined : 'auto'} className="lg:line-clamp-2">
                {field === 'genreId' && genre && <GenreDot hue={genre.hue} />}
                {field === 'genreId' ? <bdi>{value}</bdi> : mark(value)}
              </span>
            )}
          </Fact>
        ))}
        <Fact column={START[facts.length]}>
          {updatedAt && (
            <time
              dateTime={updatedAt.toISOString()}
              title={formatDateTime(updatedAt, timeZone)}
              className={`relative z-10 text-muted lg:whitespace-nowrap ${isSample ? 'max-lg:hidden' : ''}`}
            >
              {formatTimeAgo(updatedAt, at, timeZone)}
            </time>
          )}
          {/* In the place of a time at which nobody has changed it: another word would make the row of a phone higher. */}
          {isSample && <span className="lg:hidden">{m.book_sample()}</span>}
        </Fact>
      </div>
    </>
  )
}

/** What else is known of a book: on a phone behind the author, set off by a dot. */
function Fact({ column = '', children }: { column: string | undefined; children: ReactNode }) {
  const dot = children ? 'max-lg:before:mx-1.5 max-lg:before:content-["·"]' : ''
  return (
    <span role="cell" className={`min-w-0 lg:row-start-1 lg:text-[0.9rem] lg:text-ink ${column} ${dot}`}>
      {children}
    </span>
  )
}
