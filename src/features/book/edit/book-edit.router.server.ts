import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { notifyAdminsOfLoss } from '#auth/admin-notice.server.ts'
import { requireRecentSession } from '#auth/session/reauthentication.server.ts'
import { retryTransaction } from '#db/connection/retry-transaction.server.ts'
import { withActor, type Transaction } from '#db/actor.server.ts'
import { preparedIn } from '#db/connection/prepared.server.ts'
import { lastChanges } from '#db/last-changes.server.ts'
import { book } from '#db/tables/book.ts'
import { now } from '#lib/clock.ts'
import { fieldsOf } from '#lib/fields-of.ts'
import { newId } from '#lib/id.ts'
import { recordOf } from '#lib/record-of.ts'
import { losses } from '#mail/user-notices.server.ts'
import { documentProblems } from '#openapi/document-problems.server.ts'
import { requireId, requireRow } from '#rpc/not-found.server.ts'
import { withEntityTag, writeVersion } from '#rpc/precondition.server.ts'
import { hasAccess, procedure } from '#rpc/procedure.server.ts'
import { selectBook } from '../shared/select-books.server.ts'
import { deleteWithoutTrash, moveBooksToTrash } from '../trash/book-trash.server.ts'
import { suggestions } from '../search/book-suggest.server.ts'
import { findDuplicates } from '../search/book-duplicates.server.ts'
import {
  bookChangeSchema,
  bookRemovalSchema,
  suggestInputSchema,
  suggestionSchema,
  duplicatesInputSchema,
} from './book-edit.schema.ts'
import { bookInputSchema, bookSchema, type Book } from '../book.schema.ts'

const FIELDS = fieldsOf(bookInputSchema.shape)

const insertBook = preparedIn((on) =>
  on
    .insert(book)
    .values({ id: sql.placeholder('id'), ...recordOf(FIELDS.map((field) => [field, sql.placeholder(field)])) })
    .returning({ id: book.id })
    .prepare('new_book'),
)

/**
 * Adds a book. BOOK_TAKEN at `title` when the author has a book of that title; VALIDATION_ERROR at `genreId` when the
 * genre does not exist.
 */
const create = procedure('book:create')
  .route({
    method: 'POST',
    path: '/books',
    operationId: 'createBook',
    summary: 'Add a book',
    description: 'Adds a book to the library.',
    successDescription: 'The book that was added.',
    tags: ['Books'],
    successStatus: 201,
    spec: documentProblems('BOOK_TAKEN'),
  })
  .input(bookInputSchema)
  .output(bookSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      const id = newId()
      await insertBook(tx).execute({ id, ...input })
      const added = withEntityTag(context, await bookOf(tx, id))
      context.resHeaders?.set('location', `/api/v1/books/${added.id}`)
      await context.storeResponse?.(added)
      return added
    }),
  )

const nextVersion = () => ({ version: sql`${book.version} + 1`, updatedAt: now() })

/**
 * Saves a book based on the version that was read, or that `If-Match` names. CONFLICT or PRECONDITION_FAILED when it
 * has been changed since, with `theirs` and, for callers who may see the activity, `changes`; NOT_FOUND when it was
 * deleted; PRECONDITION_REQUIRED without a version; else as `create`.
 */
const update = procedure('book:update', { isVersioned: true })
  .route({
    method: 'PATCH',
    path: '/books/{id}',
    operationId: 'updateBook',
    summary: 'Change a book',
    description:
      'Changes the fields that are given, if the book is still as it was read: name its `version`, or its `ETag` in `If-Match`.',
    successDescription: 'The book as it is now.',
    tags: ['Books'],
    spec: documentProblems('BOOK_TAKEN', 'CONFLICT', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED'),
  })
  .input(bookChangeSchema)
  .output(bookSchema)
  .handler(({ input: { id: given, version, ...fields }, context }) => {
    const id = requireId(given)
    return withActor(context.session.actor, async (tx) => {
      await writeVersion(context, {
        version,
        column: book.version,
        write: (isAccepted) =>
          tx
            .update(book)
            .set({ ...fields, ...nextVersion() })
            .where(and(eq(book.id, id), isAccepted))
            .returning({ id: book.id }),
        read: () => bookOf(tx, id),
        changes: async () =>
          hasAccess(context.session, 'apps:manager') ? lastChanges(tx, { kind: 'book', id }, FIELDS) : undefined,
      })
      return withEntityTag(context, await bookOf(tx, id))
    })
  })

/**
 * Moves a book into the trash, or deletes it `forGood`; with a version or `If-Match` only that version: CONFLICT or PRECONDITION_FAILED with `theirs`. The
 * REST API needs one of them. NOT_FOUND when it does not exist; SESSION_EXPIRED for good, unless reauthenticated.
 */
const remove = procedure('book:delete', { isVersioned: true })
  .route({
    method: 'DELETE',
    path: '/books/{id}',
    operationId: 'deleteBook',
    summary: 'Delete a book',
    description:
      'Moves a book into the trash, from which a manager can restore it, if it is still as it was read: name its `version`, or its `ETag` in `If-Match`. With `forGood` it is deleted at once, which cannot be undone, and needs a session that was proven in the last ten minutes, or an API key.',
    successDescription: 'The book is deleted.',
    tags: ['Books'],
    successStatus: 204,
    spec: documentProblems('SESSION_EXPIRED', 'CONFLICT', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED'),
  })
  .input(bookRemovalSchema)
  .handler(async ({ input: { id: given, version, forGood }, context }) => {
    const id = requireId(given)
    if (forGood) requireRecentSession(context.session)
    await retryTransaction(() =>
      withActor(context.session.actor, (tx) =>
        writeVersion(context, {
          version,
          isDeletion: true,
          column: book.version,
          write: (isAccepted) => {
            const isIt = and(eq(book.id, id), isAccepted)
            return forGood ? deleteWithoutTrash(tx, isIt) : moveBooksToTrash(tx, isIt, context.session.actor)
          },
          read: () => bookOf(tx, id),
        }),
      ),
    )
    if (forGood) notifyAdminsOfLoss(context.session.user, losses.books(1), true)
  })

/**
 * Up to eight spellings of the catalogue in which each typed word begins a word; the most used first, with their number
 * of books.
 */
const suggest = procedure('book:create', { mayLag: true })
  .input(suggestInputSchema)
  .output(z.array(suggestionSchema))
  .handler(({ input: { field, text } }) => suggestions(field, text))

/** Up to three books with the same author and the same or nearly the same title: for a warning while the user types. */
const listDuplicates = procedure('book:create')
  .input(duplicatesInputSchema)
  .output(z.array(bookSchema))
  .handler(({ input: { title, author, id } }) => findDuplicates(title, author, id))

const bookOf = async (tx: Transaction, id: string): Promise<Book> => requireRow(await selectBook(id, tx))

export const bookEditRouter = { create, update, remove, suggest, listDuplicates }
