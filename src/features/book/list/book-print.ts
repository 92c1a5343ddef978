import { m } from '#i18n/paraglide/messages.js'
import type { PrintColumn } from '#ui/list/print/print-table.tsx'
import type { RowBook } from '../book.schema.ts'
import { bookFacts } from './book-facts.ts'

/** Books on paper: without covers. */
export const bookPrintColumns = (): PrintColumn<RowBook>[] => [
  { name: m.book_title(), show: ({ title }) => title },
  { name: m.book_author(), show: ({ author }) => author || m.book_unknown_author() },
  ...bookFacts().map(({ label, text }) => ({ name: label, show: text })),
]
