import { genreWord } from '#features/genre/shared/genre-word.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { PrintColumn } from '#ui/list/print/print-table.tsx'
import type { BookSummary } from '../book.schema.ts'

/** Books on paper: without covers. */
export const bookPrintColumns = (): PrintColumn<BookSummary>[] => [
  { name: m.book_title(), show: ({ title }) => title },
  { name: m.book_author(), show: ({ author }) => author || m.book_unknown_author() },
  { name: m.book_genre(), show: ({ genre }) => genre && genreWord(genre) },
  { name: m.book_publisher(), show: ({ publisher }) => publisher },
]
