import { m } from '#i18n/paraglide/messages.js'
import type { FieldWords, NounWords } from '#lib/noun.ts'
import type { BookInput } from './book.schema.ts'

/** What the fields of a book are called, in the order of its page; a new field does not compile without its line. */
export const bookFields = {
  title: { label: m.book_title },
  author: { label: m.book_author },
  genreId: { label: m.book_genre },
  publisher: { label: m.book_publisher },
} satisfies Record<keyof BookInput, FieldWords>

export const bookWords = {
  one: m.resource_book,
  many: m.activity_books,
  fields: bookFields,
} satisfies NounWords
