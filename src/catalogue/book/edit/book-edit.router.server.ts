import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { recordDeletionForGood } from '#base/auth/admin-notice.server.ts'
import { requireRecentSession } from '#base/auth/session/reauthentication.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { withActor } from '#base/db/actor.server.ts'
import { preparedIn } from '#base/db/connection/prepared.server.ts'
import { book } from '#base/db/tables/book.ts'
import { answerCreated } from '#kit/noun/shared/versioned-rows.server.ts'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { newId } from '#base/lib/id.ts'
import { recordOf } from '#base/lib/record-of.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { OUTDATED, restRoutes } from '#base/openapi/rest-routes.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { namesOfLanguages, otherNamesOfLanguages } from '../filter/book-languages.server.ts'
import { bookOf, bookRows } from './book-rows.server.ts'
import { deleteWithoutTrash, moveBooksToTrash } from '../shared/book-trash.server.ts'
import { suggestions } from '../search/book-suggest.server.ts'
import { findDuplicates } from '../search/book-duplicates.server.ts'
import {
  bookChangeSchema,
  bookRemovalSchema,
  suggestInputSchema,
  suggestionSchema,
  duplicatesInputSchema,
} from './book-edit.schema.ts'
import { bookInputSchema, bookSchema } from '../book.schema.ts'

const FIELDS = fieldsOf(bookInputSchema.shape)

const routes = restRoutes({ path: '/books', one: 'book', many: 'books', problems: ['BOOK_TAKEN'] })

const insertBook = preparedIn((on) =>
  on
    .insert(book)
    .values({ id: sql.placeholder('id'), ...recordOf(FIELDS.map((field) => [field, sql.placeholder(field)])) })
    .returning({ id: book.id })
    .prepare('new_book'),
)

/**
 * Adds a book. BOOK_TAKEN at `title` when the author has a book of that title and edition; VALIDATION_ERROR at `genreId` when the
 * genre does not exist.
 */
const create = procedure('book:create', { takenBack: 'undo' })
  .route(routes.create)
  .input(bookInputSchema)
  .output(bookSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      const id = newId()
      await insertBook(tx).execute({ id, ...input })
      return answerCreated(context, '/books', await bookOf(id, tx))
    }),
  )

/**
 * Saves a book based on the version that was read, or that `If-Match` names. CONFLICT or PRECONDITION_FAILED when it
 * has been changed since, with `theirs` and, for callers who may see the activity, `changes`; NOT_FOUND when it was
 * deleted; PRECONDITION_REQUIRED without a version; else as `create`.
 */
const update = procedure('book:update', { takenBack: 'undo', isVersioned: true })
  .route(routes.update)
  .input(bookChangeSchema)
  .output(bookSchema)
  .handler(({ input, context }) => withActor(context.session.actor, (tx) => bookRows.update(tx, context, input)))

/**
 * Moves a book into the trash, or deletes it `forGood`; with a version or `If-Match` only that version: CONFLICT or PRECONDITION_FAILED with `theirs`. The
 * REST API needs one of them. NOT_FOUND when it does not exist; COPY_ON_LOAN; SESSION_EXPIRED for good, unless reauthenticated.
 */
const remove = procedure('book:delete', { takenBack: 'by-input', isVersioned: true })
  .route({
    ...routes.remove,
    description:
      'Moves a book into the trash, from which a manager can restore it, if it is still as it was read: name its `version`, or its `ETag` in `If-Match`. With `forGood` it is deleted at once, which cannot be undone, and needs a session that was proven in the last ten minutes, never an API key.',
    spec: documentProblems('SESSION_EXPIRED', 'COPY_ON_LOAN', ...OUTDATED),
  })
  .input(bookRemovalSchema)
  .handler(async ({ input: { forGood, ...input }, context }) => {
    if (forGood) requireRecentSession(context.session)
    await retryTransaction(() =>
      withActor(context.session.actor, (tx) =>
        bookRows.remove(tx, context, input, (isIt) =>
          forGood ? deleteWithoutTrash(tx, isIt) : moveBooksToTrash(tx, isIt, context.session.actor),
        ),
      ),
    )
    if (forGood) recordDeletionForGood(context.session, 'books', 1)
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
const listDuplicates = procedure('book:create', { takenBack: 'nothing' })
  .input(duplicatesInputSchema)
  .output(z.array(bookSchema))
  .handler(({ input: { title, author, id } }) => findDuplicates(title, author, id))

/** The names of all languages by their codes. */
const nameLanguages = procedure('book:create', { mayLag: true })
  .output(z.record(z.string(), z.string()))
  .handler(namesOfLanguages)

/** What the languages are called in the other languages of Maktaba, by which one can be typed as well. */
const listOtherLanguageNames = procedure('book:create', { mayLag: true })
  .output(z.record(z.string(), z.array(z.string())))
  .handler(otherNamesOfLanguages)

export const bookEditRouter = { create, update, remove, suggest, listDuplicates, nameLanguages, listOtherLanguageNames }
