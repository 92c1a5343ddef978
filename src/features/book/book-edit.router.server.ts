import { and, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { withActor, type Transaction } from '#db/actor.server.ts'
import { lastChanges } from '#db/last-changes.server.ts'
import { book } from '#db/tables/book.ts'
import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { documentProblems } from '#openapi/document-problems.server.ts'
import { preconditionRequired, versionConflict, acceptedVersions, withEntityTag } from '#rpc/precondition.server.ts'
import { hasAccess, procedure } from '#rpc/procedure.server.ts'
import { selectBooks } from './book-list.server.ts'
import { suggestions } from './search/book-suggest.server.ts'
import { findDuplicates } from './search/book-duplicates.server.ts'
import {
  bookChangeSchema,
  bookIdsSchema,
  bookRemovalSchema,
  genreOfManySchema,
  manyReportSchema,
  suggestInputSchema,
  suggestionSchema,
  duplicatesInputSchema,
} from './book-edit.schema.ts'
import { idSchema } from './search/book-search.schema.ts'
import { bookInputSchema, bookSchema, type Book } from './book.schema.ts'

/** Adds a book. BOOK_TAKEN at `title` when the author has one of that title; VALIDATION_ERROR at `genreId` when the genre is gone. */
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
      const [row] = await tx.insert(book).values(input).returning({ id: book.id })
      const added = withEntityTag(context, await bookOf(tx, row?.id ?? ''))
      context.resHeaders?.set('location', `/api/v1/books/${added.id}`)
      await context.keepAnswer?.(added)
      return added
    }),
  )

const FIELDS = Object.keys(bookInputSchema.shape)

const nextVersion = () => ({ version: sql`${book.version} + 1`, updatedAt: now() })

/**
 * Saves a book, from the version that was read, or that `If-Match` names: CONFLICT or PRECONDITION_FAILED with `theirs`
 * and, for who may see the activity, `changes` when another one has been saved meanwhile, NOT_FOUND when it was deleted, PRECONDITION_REQUIRED when neither says which; else
 * as `create`.
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
      if (version === undefined && !context.ifMatch) await refuseBlind(tx, id)
      const saved = await tx
        .update(book)
        .set({ ...fields, ...nextVersion() })
        .where(and(eq(book.id, id), isOf(acceptedVersions(context, version))))
        .returning({ id: book.id })
      const there = await bookOf(tx, id)
      if (saved.length === 0) {
        const isTold = hasAccess(context.session, 'apps:manager')
        const changes = isTold ? await lastChanges(tx, { kind: 'book', id }, FIELDS) : undefined
        throw versionConflict(context, version, there, changes)
      }
      return withEntityTag(context, there)
    })
  })

/** Of a version that the statement itself looks at: nobody saves between a look and the change. */
const isOf = (versions: readonly number[] | undefined) => versions && inArray(book.version, versions)

/** Refuses a change of a book that is there; NOT_FOUND. */
async function refuseBlind(tx: Transaction, id: string): Promise<never> {
  await bookOf(tx, id)
  throw preconditionRequired()
}

/**
 * Deletes a book; with a version or `If-Match`, only that one: CONFLICT or PRECONDITION_FAILED with `theirs`. By REST it
 * needs one of them. NOT_FOUND when it is gone already.
 */
const remove = procedure('book:delete', { isVersioned: true })
  .route({
    method: 'DELETE',
    path: '/books/{id}',
    operationId: 'deleteBook',
    summary: 'Delete a book',
    description:
      'Deletes a book, if it is still as it was read: name its `version`, or its `ETag` in `If-Match`. This cannot be undone.',
    successDescription: 'The book is deleted.',
    tags: ['Books'],
    successStatus: 204,
    spec: documentProblems('CONFLICT', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED'),
  })
  .input(bookRemovalSchema)
  .handler(async ({ input: { id: given, version }, context }) => {
    const id = requireId(given)
    await withActor(context.session.actor, async (tx) => {
      if (version === undefined && context.ifMatch === null) await refuseBlind(tx, id)
      const removed = await tx
        .delete(book)
        .where(and(eq(book.id, id), isOf(acceptedVersions(context, version))))
        .returning({ id: book.id })
      if (removed.length === 0) throw versionConflict(context, version, await bookOf(tx, id))
    })
  })

// Of many at once: one transaction, in which nothing can fail for one book alone. Either all that are there get it, or
// (no such genre, no connection) none does, and the same selection can be tried again.

/** Sets the genre of up to 100 books. VALIDATION_ERROR at `genreId` when the genre is gone: then of none. */
const setGenreOfMany = procedure('book:update')
  .input(genreOfManySchema)
  .output(manyReportSchema)
  .handler(({ input: { ids, genreId }, context: { session } }) =>
    withActor(session.actor, async (tx) => {
      const there = await lockBooks(tx, ids)
      // One that has it already is no new version: nobody who edits it need hear of a conflict.
      const isOther = sql`${book.genreId} is distinct from ${genreId}::uuid`
      await tx
        .update(book)
        .set({ genreId, ...nextVersion() })
        .where(and(inArray(book.id, there), isOther))
      return reportOf(ids, there)
    }),
  )

/** Deletes up to 100 books. */
const removeMany = procedure('book:delete')
  .input(bookIdsSchema)
  .output(manyReportSchema)
  .handler(({ input: { ids }, context: { session } }) =>
    withActor(session.actor, async (tx) => {
      const there = await lockBooks(tx, ids)
      await tx.delete(book).where(inArray(book.id, there))
      return reportOf(ids, there)
    }),
  )

/** Up to eight spellings that the catalogue has, in which every typed word begins one; the most used first, with their books. */
const suggest = procedure('book:create')
  .input(suggestInputSchema)
  .output(z.array(suggestionSchema))
  .handler(({ input: { field, text } }) => suggestions(field, text))

/** Up to three books with the same author and the same or nearly the same title: for a warning while somebody types. */
const findTwins = procedure('book:create')
  .input(duplicatesInputSchema)
  .output(z.array(bookSchema))
  .handler(({ input: { title, author, id } }) => findDuplicates(title, author, id))

/** The ids that are there, locked in one order: of two who change the same books neither waits for the other in a circle. */
async function lockBooks(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx.select({ id: book.id }).from(book).where(inArray(book.id, ids)).orderBy(book.id).for('update')
  return rows.map(({ id }) => id)
}

function reportOf(ids: string[], there: string[]) {
  const found = new Set(there)
  return {
    results: [...new Set(ids)].map((id) => ({ id, result: found.has(id) ? ('done' as const) : ('missing' as const) })),
  }
}

async function bookOf(tx: Transaction, id: string): Promise<Book> {
  const [found] = await selectBooks(tx).where(eq(book.id, id))
  if (!found) throw createError('NOT_FOUND')
  return found
}

/** An id of a path; what is none is not found. */
function requireId(id: string): string {
  const read = idSchema.safeParse(id)
  if (!read.success) throw createError('NOT_FOUND')
  return read.data
}

export const bookEditRouter = { create, update, remove, setGenreOfMany, removeMany, suggest, findTwins }
