import { m } from '#base/i18n/paraglide/messages.js'
import type { ScanAnswer } from '../desk.schema.ts'

/** Title and author of a book where one is chosen. */
export const BookText = ({ book }: { book: Pick<NonNullable<ScanAnswer['book']>, 'title' | 'author'> }) => (
  <span className="min-w-0 flex-1 basis-48">
    <span dir="auto" className="line-clamp-2 leading-snug font-semibold break-words">
      {book.title}
    </span>
    <span dir="auto" className="line-clamp-1 text-[0.8125rem] text-muted">
      {book.author || m.book_unknown_author()}
    </span>
  </span>
)
