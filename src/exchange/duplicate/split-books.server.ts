import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { withActor, type ActingUser, type Transaction } from '#base/db/actor.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { bookMerge, mergedBook } from '#base/db/tables/book-merge.ts'
import { book } from '#base/db/tables/book.ts'
import { duplicate } from '#base/db/tables/duplicate.ts'
import { genre } from '#base/db/tables/genre.ts'
import { sampleBook } from '#base/db/tables/sample.ts'
import { createError } from '#base/errors/create-error.server.ts'
import type { Book } from '#catalogue/book/book.schema.ts'
import { bookHash } from '#catalogue/book/shared/book-key.server.ts'
import { selectBooks } from '#catalogue/book/shared/select-books.server.ts'
import { giveBackChildren, restoreChildren } from '#base/db/deleted-rows.server.ts'
import { tellMovedChildren } from '#kit/slice.server.ts'
import { now } from '#base/lib/clock.ts'
import { requireRow } from '#base/rpc/not-found.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { compareBooks, lookUpByIndex } from './compare-chunk.server.ts'
import { findDuplicatesNow } from './duplicate-finder.server.ts'
import { lockPairs } from './duplicate-groups.server.ts'
import { assigned, columnsOf, differingFields, valuesOf, type BookValues } from './merge-books.server.ts'

interface Split {
  restored: Book[]
  survivor: Book | null
  unrestoredFields: string[]
}
type Row = typeof book.$inferSelect

/**
 * Takes a merge apart: restores the merged books with their ids, and the former values of the survivor, except in
 * fields that were edited since. MERGED_AGAIN while the survivor is itself merged into another one; SPLIT_TAKEN when
 * another book has the title and author of one by now; NOT_FOUND when the merge was taken apart already.
 */
export async function splitBooks(mergeId: string, actor: ActingUser): Promise<Split> {
  const split = await retryTransaction(() => withActor('none', (tx) => splitIn(tx, mergeId, actor)))
  findDuplicatesNow()
  return split
}

/** `splitBooks` within a transaction that does not record rows one by one; the caller wakes the finder after it. */
export async function splitIn(tx: Transaction, mergeId: string, actor: ActingUser): Promise<Split> {
  const merge = requireRow(await tx.select().from(bookMerge).where(eq(bookMerge.id, mergeId)).for('update'))
  const [survivor] = await tx.select().from(book).where(eq(book.id, merge.bookId)).for('update')
  // Read after the book is locked: it may have been merged meanwhile.
  const [later] = await tx.select({ id: mergedBook.id }).from(mergedBook).where(eq(mergedBook.id, merge.bookId))
  if (later) throw createError('MERGED_AGAIN')
  await lockPairs(tx)
  const merged = await tx.select().from(mergedBook).where(eq(mergedBook.mergeId, mergeId)).orderBy(mergedBook.id)
  const change = survivor ? formerValues(survivor, merge) : undefined
  if (survivor && change) {
    await refuseTaken(tx, sql`title_hash = ${hashOf(change.values)} and id <> ${survivor.id}`)
    await restoreSurvivor(tx, survivor, change.values)
  }
  await refuseTaken(
    tx,
    sql`title_hash in (select title_hash from merged_book where merge_id = ${mergeId})
      or id in (select id from merged_book where merge_id = ${mergeId})`,
  )
  await restoreMerged(tx, merged)
  for (const { id, children } of merged) await giveBackChildren(tx, book, { from: merge.bookId, to: id, children })
  const ids = merged.map(({ id }) => id)
  await restoreChildren(tx, book, ids)
  await tellMovedChildren(tx)
  await tx.delete(duplicate).where(eq(duplicate.mergeId, mergeId))
  await tx.delete(bookMerge).where(eq(bookMerge.id, mergeId))
  await markMergeUndone(tx, merge.bookId, merged)
  await recordSplit(tx, actor, survivor, change?.values, merged)
  const restored = await selectBooks(tx).where(inArray(book.id, ids))
  // The finder would not see them: it selects by `updated_at`, which is restored as well.
  await lookUpByIndex(tx)
  await compareBooks(tx, restored)
  const [current] = survivor ? await selectBooks(tx).where(eq(book.id, survivor.id)) : []
  return { restored, survivor: current ?? null, unrestoredFields: change?.unrestoredFields ?? [] }
}

/** The values that the survivor gets: the former ones, except in fields that were edited since (`unrestoredFields`). */
function formerValues(survivor: Row, { before, after }: typeof bookMerge.$inferSelect) {
  const changed = differingFields(before, after)
  const unrestoredFields = differingFields(survivor, after).filter((field) => changed.includes(field))
  const restored = changed.filter((field) => !unrestoredFields.includes(field))
  const values = valuesOf({ ...survivor, ...Object.fromEntries(restored.map((field) => [field, before[field]])) })
  return { values, unrestoredFields }
}

const hashOf = (values: BookValues) => bookHash((field) => sql`${values[field]}::text`)

/** Throws SPLIT_TAKEN if a book meets the condition. */
async function refuseTaken(tx: Transaction, condition: SQL): Promise<void> {
  const { rows } = await tx.execute(sql`select from book where ${condition} limit 1`)
  if (rows.length > 0) throw createError('SPLIT_TAKEN')
}

/** The values, without a genre that was deleted since. */
async function assignable(tx: Transaction, values: Record<string, unknown>) {
  const { genreId } = values
  const [found] =
    typeof genreId === 'string' ? await tx.select({ id: genre.id }).from(genre).where(eq(genre.id, genreId)) : []
  return assigned({ ...values, genreId: found?.id })
}

const restoreSurvivor = async (tx: Transaction, survivor: Row, values: BookValues) =>
  tx
    .update(book)
    .set({ ...(await assignable(tx, values)), version: sql`${book.version} + 1`, updatedAt: now() })
    .where(eq(book.id, survivor.id))

async function restoreMerged(tx: Transaction, merged: readonly (typeof mergedBook.$inferSelect)[]): Promise<void> {
  for (const { id, values, version, createdAt, updatedAt, isSample } of merged) {
    await tx.insert(book).values({ ...(await assignable(tx, values)), id, version, createdAt, updatedAt })
    if (isSample) await tx.insert(sampleBook).values({ bookId: id })
  }
}

/** The entry of the merge offers no 'Undo' any more, wherever it was taken apart. */
async function markMergeUndone(tx: Transaction, bookId: string, [first]: readonly { id: string }[]): Promise<void> {
  if (!first) return
  const isMergeOf = and(
    eq(activity.subjectId, bookId),
    eq(activity.action, 'book.merge'),
    isNull(activity.undoneAt),
    sql`${activity.before}->'merged' @> jsonb_build_array(jsonb_build_object('id', ${first.id}::text))`,
  )
  await tx.update(activity).set({ undoneAt: now() }).where(isMergeOf)
}

async function recordSplit(
  tx: Transaction,
  { userId, inNameOf }: ActingUser,
  survivor: Row | undefined,
  values: BookValues | undefined,
  merged: readonly (typeof mergedBook.$inferSelect)[],
): Promise<void> {
  const changed = survivor && values ? differingFields(survivor, values) : []
  const [first] = merged
  await tx.insert(activity).values({
    actorKind: 'person',
    actorId: userId,
    inNameOf,
    action: 'book.split',
    subjectKind: 'book',
    subjectId: survivor?.id ?? first?.id ?? '',
    subjectName: String((values ?? first?.values)?.title ?? ''),
    before: columnsOf(survivor ?? {}, changed),
    after: { ...columnsOf(values ?? {}, changed), books: merged.length },
  })
}
