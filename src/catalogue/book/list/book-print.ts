import { m } from '#base/i18n/paraglide/messages.js'
import type { PrintColumn } from '#base/ui/list/print/print-table.tsx'
import type { RowBook } from '../book.schema.ts'
import { bookFields } from '../book-fields.words.ts'
import { factText } from './book-facts.ts'

interface BookFact {
  label: string
  text: (book: RowBook) => string
}

const usualFacts = (): BookFact[] =>
  (['genreId', 'publisher'] as const).map((field) => ({
    label: bookFields[field].label(),
    text: (book) => factText(book, field),
  }))

/** Books on paper, without covers: title, author, and these columns. */
export const bookPrintColumns = (facts: readonly BookFact[] = usualFacts()): PrintColumn<RowBook>[] => [
  { name: m.book_title(), show: ({ title }) => title },
  { name: m.book_author(), show: ({ author }) => author || m.book_unknown_author() },
  ...facts.map(({ label, text }) => ({ name: label, show: text })),
]
