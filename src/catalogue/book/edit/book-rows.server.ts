import type { Transaction } from '#base/db/actor.server.ts'
import { book } from '#base/db/tables/book.ts'
import { versionedRows } from '#kit/noun/shared/versioned-rows.server.ts'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { requireRow } from '#base/rpc/not-found.server.ts'
import { selectBook } from '../shared/select-books.server.ts'
import { bookInputSchema, type Book } from '../book.schema.ts'

/** A book; throws NOT_FOUND. */
export const bookOf = async (id: string, tx: Transaction): Promise<Book> => requireRow(await selectBook(id, tx))

/** Changes and deletes books in the version that was read. */
export const bookRows = versionedRows({
  table: book,
  find: bookOf,
  recorded: { kind: 'book', fields: fieldsOf(bookInputSchema.shape) },
})
