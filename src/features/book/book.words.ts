import { formatNumber } from '#i18n/format.ts'
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

/** The number of books that an import added or changed. */
function booksOf(valueOf: (field: string) => unknown): string {
  const count = Number(valueOf('created') ?? 0) + Number(valueOf('updated') ?? 0)
  return m.activity_books({ count, shown: formatNumber(count) })
}

export const bookWords = {
  one: m.resource_book,
  many: m.activity_books,
  fields: bookFields,
  sentences: {
    import: ({ names, valueOf }) => m.activity_imported({ ...names, books: booksOf(valueOf) }),
    'undo-import': ({ names, valueOf }) => m.activity_import_undone({ ...names, books: booksOf(valueOf) }),
  },
} satisfies NounWords
