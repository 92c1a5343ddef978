import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { GenreDot } from '#catalogue/genre/shared/genre-dot.tsx'
import { formatDateTime, formatTimeAgo } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { typed } from '#base/i18n/typed.ts'
import { Badge } from '#base/ui/badge.tsx'
import { HighlightedText } from '#base/ui/list/highlighted-text.tsx'
import { rowKey } from '#base/ui/list/use-list-keys.ts'
import { BookCover } from '../shared/cover/book-cover.tsx'
import type { RowBook } from '../book.schema.ts'
import { momentOf, narrowClass, type BookColumn, type columnFacts } from './book-columns.ts'

/** Columns of a row: checkbox where rows can be selected, cover, title and author; on a desk also those that are chosen (`gridOf`). */
export const bookRowClass =
  'grid grid-cols-[var(--selection)_2rem_minmax(0,1fr)] items-center gap-x-2 ps-1 pe-3 lg:grid-cols-(--narrow-columns) xl:grid-cols-(--columns) lg:gap-x-4 lg:pe-4'

/** The lines at which the columns after the title begin; the title ends at the first of them that is not empty. */
const START = [
  'lg:col-start-4',
  'lg:col-start-5',
  'lg:col-start-6',
  'lg:col-start-7',
  'lg:col-start-8',
  'lg:col-start-9',
]
const END = [
  'lg:col-end-4',
  'lg:col-end-5',
  'lg:col-end-6',
  'lg:col-end-7',
  'lg:col-end-7 xl:col-end-8',
  'lg:col-end-7 xl:col-end-9',
  'lg:col-end-7 xl:col-end-10',
]

interface BookRowProps {
  book: RowBook
  searchTerm: string
  /** The time of the answer, not that of the rendering: server and browser say the same. */
  at: Date
  timeZone: string
  /** The columns of the row. */
  facts: ReturnType<typeof columnFacts>
}

/** The cells of a book after its checkbox; all of its row opens the book. */
export function BookRow({ book, facts, searchTerm, at, timeZone }: BookRowProps) {
  const { isSample = false } = book
  const firstFact = facts.findIndex(({ text }) => text(book) !== '')
  const mark = (text: string) => <HighlightedText text={text} searchTerm={searchTerm} />
  return (
    <>
      <BookCover book={book} className="col-start-2 w-7.5" />
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
          {book.label !== undefined && (
            <span className="text-accent max-lg:before:mx-1.5 max-lg:before:content-['·'] lg:block">
              {m.books_by_label({ number: typed(book.label) })}
            </span>
          )}
        </div>
        {facts.map(({ column, text }, index) => (
          <Fact
            key={column}
            className={`${START[index]} ${narrowClass(index)} ${isOnPhone(column, index, isSample) ? '' : 'max-lg:hidden'}`}
          >
            <Value book={book} column={column} text={text(book)} {...{ at, timeZone, mark }} />
          </Fact>
        ))}
        {/* Replaces the time of the last change: both together would not fit into one line of a phone. */}
        {isSample && <Fact className="lg:hidden">{m.book_sample()}</Fact>}
      </div>
    </>
  )
}

/** A phone has room for two facts, and for when the book was changed. */
const isOnPhone = (column: BookColumn, index: number, isSample: boolean): boolean =>
  column === 'changed' ? !isSample : column !== 'added' && index < 2

interface ValueProps extends Omit<BookRowProps, 'facts' | 'searchTerm'> {
  column: BookColumn
  text: string
  mark: (text: string) => ReactNode
}

/** What a book says in a column. */
function Value({ book, column, text, at, timeZone, mark }: ValueProps) {
  const moment = momentOf(book, column)
  if (moment)
    return (
      <time
        dateTime={moment.toISOString()}
        title={formatDateTime(moment, timeZone)}
        className="relative z-10 text-muted"
      >
        {formatTimeAgo(moment, at, timeZone)}
      </time>
    )
  if (text === '') return null
  return (
    <span dir={column === 'genreId' ? undefined : 'auto'} className="lg:line-clamp-2 lg:break-words">
      {column === 'genreId' && book.genre && (
        <>
          <GenreDot hue={book.genre.hue} />
          {/* A word joiner: the dot never stands alone at the end of a line. */}
          {'\u2060'}
        </>
      )}
      {column === 'genreId' ? <bdi>{text}</bdi> : mark(text)}
    </span>
  )
}

/** A cell: on a phone behind the author, set off by a dot, after which a line may end (a zero-width space). */
function Fact({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      role="cell"
      className={`min-w-0 max-lg:not-empty:before:mx-1.5 max-lg:not-empty:before:content-["·\\200B"] lg:row-start-1 lg:text-[0.9rem] lg:text-ink ${className}`}
    >
      {children}
    </span>
  )
}
