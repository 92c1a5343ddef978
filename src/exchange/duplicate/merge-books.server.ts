import { and, eq, getTableColumns, inArray, notExists, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { withActor, type ActingUser, type Transaction } from '#base/db/actor.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { bookMerge, mergedBook } from '#base/db/tables/book-merge.ts'
import { book } from '#base/db/tables/book.ts'
import { isSampleBook } from '#base/db/tables/sample.ts'
import { personName, user } from '#base/db/tables/user.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { bookInputSchema, type Book, type BookInput } from '#catalogue/book/book.schema.ts'
import { selectBooks } from '#catalogue/book/shared/select-books.server.ts'
import { handOverChildren, type Children } from '#base/db/deleted-rows.server.ts'
import { serverSlices } from '#kit/slice.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { now } from '#base/lib/clock.ts'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { recordOf } from '#base/lib/record-of.ts'
import { requireRow } from '#base/rpc/not-found.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { findDuplicatesNow } from './duplicate-finder.server.ts'
import { lockPairs } from './duplicate-groups.server.ts'
import type { mergeInputSchema } from './duplicate.schema.ts'
import type * as z from 'zod/mini'
import { columnName } from '#base/db/column-name.server.ts'

type Row = typeof book.$inferSelect
export type BookValues = Record<keyof BookInput, unknown>

const FIELDS = fieldsOf(bookInputSchema.shape)

/** Only the fields of `BookInput`. */
export const valuesOf = (row: Partial<BookValues>): BookValues => recordOf(FIELDS.map((field) => [field, row[field]]))

const columns: Readonly<Record<string, PgColumn>> = getTableColumns(book)
const defaults: Readonly<Record<string, unknown>> = bookInputSchema.parse({ title: '-' })

/** Values for `insert` and `update` of a book; what an older merge does not know of is empty. */
export const assigned = (values: Record<string, unknown>) =>
  recordOf(
    FIELDS.map((field) => {
      const value = values[field] ?? defaults[field] ?? null
      return [field, value === null ? sql`null` : sql`${sql.param(value, columns[field])}`]
    }),
  )

/** The fields in which two books differ; one of them may have been stored as JSON. */
export const differingFields = (one: Record<string, unknown>, other: Record<string, unknown>): (keyof BookInput)[] =>
  FIELDS.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))

/** The values of some fields by column name, as the activity records them. */
export const columnsOf = (values: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [columnName(field), values[field]]))

/**
 * Merges books into one of them: the others go, and their ids redirect to it. CONFLICT when one was changed since it
 * was seen, with `theirs`, or merged, NOT_FOUND when one was deleted, BOOK_TAKEN when another book has the title and author.
 */
export async function mergeBooks(
  { books, keep, from }: z.output<typeof mergeInputSchema>,
  actor: ActingUser,
): Promise<{ mergeId: string; book: Book }> {
  const ids = [...new Set(books.map(({ id }) => id))]
  const named = [keep, ...Object.values(from)]
  if (ids.length < 2 || named.some((id) => id !== undefined && !ids.includes(id)))
    throw createError('VALIDATION_ERROR', { fields: { keep: { key: 'validation_invalid' } } })
  const merge = async (tx: Transaction) => {
    const rows = await lockBooks(tx, ids)
    await lockPairs(tx)
    if (rows.length < ids.length) await refuseMerged(tx, ids)
    const rowOf = (id: string | undefined) => requireRow(rows.filter((row) => row.id === id))
    for (const { id, version } of books)
      if (rowOf(id).version !== version) throw createError('CONFLICT', { theirs: await bookOf(tx, id) })
    const survivor = rowOf(keep)
    const values = recordOf(FIELDS.map((field) => [field, rowOf(from[field] ?? keep)[field]]))
    const others = rows.filter(({ id }) => id !== keep)
    const mergeId = await storeMerge(tx, survivor, values, others, actor)
    const otherIds = others.map(({ id }) => id)
    await handOnDismissals(tx, mergeId, keep, otherIds)
    for (const [id, children] of await handOver(tx, otherIds, keep))
      await tx.update(mergedBook).set({ children }).where(eq(mergedBook.id, id))
    await tx.delete(book).where(inArray(book.id, otherIds))
    await tx
      .update(book)
      .set({ ...assigned(values), version: sql`${book.version} + 1`, updatedAt: now() })
      .where(eq(book.id, keep))
    await recordMerge(tx, actor, survivor, values, others)
    return { mergeId, book: await bookOf(tx, keep) }
  }
  const merged = await retryTransaction(() => withActor('none', merge))
  findDuplicatesNow()
  return merged
}

/** Gives what belongs to books to the one into which they are merged, and returns which was whose. */
async function handOver(tx: Transaction, from: readonly string[], to: string): Promise<Map<string, Children>> {
  const merging: { staying: string[]; done: () => Promise<void> }[] = []
  for (const { bookFacts } of serverSlices()) {
    const merge = await bookFacts?.merging?.(tx, from, to)
    if (merge) merging.push(merge)
  }
  const staying = merging.flatMap((merge) => merge.staying)
  const handedOver = await handOverChildren(tx, book, from, to, staying)
  for (const { done } of merging) await done()
  return handedOver
}

const bookOf = async (tx: Transaction, id: string): Promise<Book> =>
  requireRow(await selectBooks(tx).where(eq(book.id, id)))

/** Says who has merged one of the books, if anybody has. */
async function refuseMerged(tx: Transaction, ids: readonly string[]): Promise<void> {
  const [merged] = await tx
    .select({ person: personName(user) })
    .from(mergedBook)
    .innerJoin(bookMerge, eq(bookMerge.id, mergedBook.mergeId))
    .leftJoin(user, eq(user.id, bookMerge.userId))
    .where(inArray(mergedBook.id, ids))
    .limit(1)
  if (!merged) return
  const person = merged.person ?? m.activity_former_actor()
  throw createError('CONFLICT', { sentence: m.duplicates_merged_by({ person }) })
}

type LockedRow = Row & { isSample: boolean }

/** The rows, locked in the order of their ids, so that concurrent merges cannot deadlock. */
async function lockBooks(tx: Transaction, ids: readonly string[]): Promise<LockedRow[]> {
  const rows = await tx.select().from(book).where(inArray(book.id, ids)).orderBy(book.id).for('update')
  const samples = await tx
    .select({ id: book.id })
    .from(book)
    .where(sql`${inArray(book.id, ids)} and ${isSampleBook}`)
  const sampleIds = new Set(samples.map(({ id }) => id))
  return rows.map((row) => ({ ...row, isSample: sampleIds.has(row.id) }))
}

async function storeMerge(
  tx: Transaction,
  survivor: Row,
  values: BookValues,
  others: readonly LockedRow[],
  { userId }: ActingUser,
): Promise<string> {
  const [merge] = await tx
    .insert(bookMerge)
    .values({ bookId: survivor.id, before: valuesOf(survivor), after: values, at: now(), userId })
    .returning({ id: bookMerge.id })
  const mergeId = merge?.id ?? ''
  await forgetFormerMerges(
    tx,
    others.map(({ id }) => id),
  )
  await tx
    .insert(mergedBook)
    .values(others.map((row) => ({ ...row, mergeId, bookId: survivor.id, values: valuesOf(row) })))
  return mergeId
}

/**
 * Forgets that books were merged before: one is there again where an import had its id, after the book into which it was
 * merged was deleted.
 */
async function forgetFormerMerges(tx: Transaction, ids: readonly string[]): Promise<void> {
  const former = await tx.delete(mergedBook).where(inArray(mergedBook.id, ids)).returning()
  await tx.delete(bookMerge).where(
    and(
      inArray(
        bookMerge.id,
        former.map(({ mergeId }) => mergeId),
      ),
      notExists(tx.select().from(mergedBook).where(eq(mergedBook.mergeId, bookMerge.id))),
    ),
  )
}

/** Copies the dismissals of the merged books to the survivor. */
async function handOnDismissals(
  tx: Transaction,
  mergeId: string,
  keep: string,
  others: readonly string[],
): Promise<void> {
  const gone = sql`${sql.param(others)}::uuid[]`
  await tx.execute(sql`
    insert into duplicate (a, b, score, state, group_id, is_head, dismissed_at, dismissed_by, merge_id)
    select distinct on (1, 2) least(third, ${keep}::uuid), greatest(third, ${keep}::uuid), score, 'dismissed', third, false,
      dismissed_at, dismissed_by, ${mergeId}::uuid
    from (
      select *, case when a = any(${gone}) then b else a end as third from duplicate
      where state = 'dismissed' and (a = any(${gone}) or b = any(${gone}))
    ) as said
    where third <> ${keep}::uuid and third <> all(${gone})
    on conflict (a, b) do update set state = 'dismissed', is_head = false, merge_id = excluded.merge_id
      where duplicate.state = 'found'`)
}

/** Records the merge as one entry of the activity, with the former values of the merged books. */
async function recordMerge(
  tx: Transaction,
  { userId, inNameOf }: ActingUser,
  survivor: Row,
  values: BookValues,
  others: readonly Row[],
): Promise<void> {
  const changed = differingFields(survivor, values)
  await tx.insert(activity).values({
    actorKind: 'person',
    actorId: userId,
    inNameOf,
    action: 'book.merge',
    subjectKind: 'book',
    subjectId: survivor.id,
    subjectName: String(values.title),
    before: {
      ...columnsOf(survivor, changed),
      merged: others.map((row) => ({ id: row.id, ...columnsOf(row, FIELDS) })),
    },
    after: { ...columnsOf(values, changed), books: others.length },
  })
}
