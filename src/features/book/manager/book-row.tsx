import { Link } from '@tanstack/react-router'
import { GenreDot } from '#features/genre/genre-dot.tsx'
import { genreWord } from '#features/genre/genre-word.ts'
import { formatDateTime, formatTimeAgo } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { MarkedText } from '#ui/marked-text.tsx'
import { rowKey } from '#ui/use-list-keys.ts'
import { BookCover } from '../book-cover.tsx'
import type { Book, ShelfBook } from '../book.schema.ts'

/** Places of a row: checkbox, cover, title and author; on a desk also genre, publisher, time of the last change. */
export const ROW =
  'grid grid-cols-[var(--box)_2rem_minmax(0,1fr)] items-center gap-x-2 ps-1 pe-4 [--box:2.75rem] lg:grid-cols-[var(--box)_2rem_minmax(0,2fr)_minmax(0,1fr)_minmax(0,1.2fr)_7.5rem] lg:gap-x-4'

/** Without a checkbox its place is only a margin. */
const NO_BOX = { '--box': '0.25rem' }

interface BookRowProps {
  /** Whole, or as a shelf has it. */
  book: ShelfBook & Partial<Pick<Book, 'publisher' | 'updatedAt'>>
  searchTerm: string
  /** The time of the answer, not that of the rendering: server and browser say the same. */
  at: Date
  timeZone: string
  /** Without it a row cannot be selected. */
  selection?: { isSelected: boolean; onToggle: (isRange: boolean) => void }
}

/** A book as a row; all of it opens the book. */
export function BookRow({ book, searchTerm, at, timeZone, selection }: BookRowProps) {
  const { genre, publisher = '', updatedAt } = book
  const mark = (text: string) => <MarkedText text={text} searchTerm={searchTerm} />
  return (
    <div
      className={`${ROW} relative isolate py-2 hover:bg-surface has-checked:bg-accent-soft has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus lg:min-h-16`}
      style={selection ? undefined : NO_BOX}
    >
      <div className="row-span-2 lg:row-span-1">{selection && <RowCheckbox title={book.title} {...selection} />}</div>
      <BookCover book={book} className="row-span-2 w-8 lg:row-span-1" />
      <div className="min-w-0 ps-1">
        <Link
          to="/manager/books/$id"
          params={{ id: book.id }}
          state={{ isFromList: true }}
          {...rowKey('open')}
          className="font-semibold outline-none after:absolute after:inset-0"
        >
          <span dir="auto" className="line-clamp-5 leading-snug lg:line-clamp-2">
            {mark(book.title)}
          </span>
        </Link>
        <span dir="auto" className="line-clamp-2 text-[0.85rem] text-muted">
          {book.author ? mark(book.author) : m.book_unknown_author()}
        </span>
      </div>
      <div className="col-start-3 flex flex-wrap items-center gap-x-3 ps-1 text-[0.8rem] text-muted lg:contents lg:text-[0.9rem]">
        <span className="min-w-0 max-lg:empty:hidden lg:text-ink">
          {genre && (
            <>
              <GenreDot hue={genre.hue} />
              <span dir="auto">{genreWord(genre)}</span>
            </>
          )}
        </span>
        <span dir="auto" className="min-w-0 max-lg:empty:hidden lg:line-clamp-2 lg:text-ink">
          {publisher && mark(publisher)}
        </span>
        {updatedAt && (
          <time
            dateTime={updatedAt.toISOString()}
            title={formatDateTime(updatedAt, timeZone)}
            className="relative z-10"
          >
            {formatTimeAgo(updatedAt, at, timeZone)}
          </time>
        )}
      </div>
    </div>
  )
}

function RowCheckbox({ title, isSelected, onToggle }: { title: string } & NonNullable<BookRowProps['selection']>) {
  return (
    <label className="relative z-10 grid size-11 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={m.books_select({ title })}
        checked={isSelected}
        {...rowKey('select')}
        className="size-6 cursor-pointer accent-accent"
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}
