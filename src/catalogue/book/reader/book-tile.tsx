import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { ScrollRow } from '#base/ui/scroll-row/scroll-row.tsx'
import { BookCover } from '../shared/cover/book-cover.tsx'
import { BookTitleText } from '../page/book-title-text.tsx'
import type { ListedBook } from '../book.schema.ts'
import { CopiesLine } from './copies-line.tsx'

interface BookTileProps {
  book: ListedBook
  /** Whether it stands in the list of books, to which 'back' on the book's page returns. */
  isFromList?: boolean
}

/** A book in a readers' list: cover, title and author, linked to its page. */
export function BookTile({ book, isFromList = false }: BookTileProps) {
  return (
    <Link to="/app/books/$id" params={{ id: book.id }} state={{ isFromList }} className="group block rounded-sm">
      <BookCover book={book} className="transition-transform duration-150 group-hover:-translate-y-0.5" />
      <span dir="auto" className="mt-2.5 line-clamp-2 pb-px text-[0.9rem] leading-snug font-semibold break-words">
        <BookTitleText title={book.title} />
      </span>
      <span dir="auto" className="mt-0.5 block truncate pb-px text-[0.8125rem] text-muted">
        {book.author || m.book_unknown_author()}
      </span>
      <CopiesLine book={book} />
    </Link>
  )
}

/** The grid of the library. Each number of columns divides 20, so that a page fills its rows. */
export const LIBRARY =
  'grid-cols-2 gap-x-4 gap-y-6 min-[34rem]:grid-cols-4 sm:gap-x-6 min-[60rem]:grid-cols-5 min-[112rem]:grid-cols-10'

/** Column widths of a row; on a desktop, no cover is cut off. */
const COLUMNS = {
  5: 'auto-cols-[8.4rem] md:auto-cols-[9rem] lg:auto-cols-[calc((100%-6rem)/5)]',
  6: 'auto-cols-[8.4rem] md:auto-cols-[10rem] lg:auto-cols-[calc((100%-7.5rem)/6)]',
}

interface BookTileRowProps {
  title: string
  /** Visible covers on a desktop. */
  count?: keyof typeof COLUMNS
  aside?: ReactNode
  books: readonly ListedBook[]
}

/** Books in one scrollable row, with a title. */
export function BookTileRow({ title, count = 6, aside, books }: BookTileRowProps) {
  return (
    <ScrollRow title={title} aside={aside} columns={COLUMNS[count]}>
      {books.map((book) => (
        <li key={book.id} className="min-w-0 snap-start">
          <BookTile book={book} />
        </li>
      ))}
    </ScrollRow>
  )
}
