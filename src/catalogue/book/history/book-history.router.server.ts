import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { readPermission } from '#base/auth/permissions.ts'
import { book } from '#base/db/tables/book.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import { procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import { bookIdSchema } from '../book.schema.ts'
import { selectBooks } from '../shared/select-books.server.ts'
import { bookVersionSchema } from './book-history.schema.ts'
import { versionsOfBook } from './book-history.server.ts'

/** The book as it was after each of the latest entries of its activity; NOT_FOUND for a deleted one. */
const versions = procedure('apps:manager', { takenBack: 'nothing' })
  .input(bookIdSchema)
  .output(z.array(bookVersionSchema))
  .handler(async ({ input, context: { session } }) => {
    requireAccess(session, readPermission('book'))
    return versionsOfBook(requireRow(await selectBooks().where(eq(book.id, requireId(input.id)))))
  })

export const bookHistoryRouter = { versions }
