import { and, eq, inArray } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { setActor, type Transaction } from '#base/db/actor.server.ts'
import { mergedBook } from '#base/db/tables/book-merge.ts'
import { notUndoneGone, fieldNotUndone, type Entry } from '#kit/activity/shared/former-values.server.ts'
import type { UndoOutcome } from '#kit/slice.server.ts'
import { findDuplicatesNow } from '../duplicate-finder.server.ts'
import { splitIn } from '../split-books.server.ts'

/** Takes a merge of books apart: SPLIT_TAKEN, MERGED_AGAIN. What was changed of the survivor since stays. */
export async function undoMerge(tx: Transaction, entry: Entry, session: CurrentSession): Promise<UndoOutcome> {
  const [found] = await tx
    .select({ mergeId: mergedBook.mergeId })
    .from(mergedBook)
    // Only a merge into this entry's book: once taken apart, the books may have been merged into another one.
    .where(and(inArray(mergedBook.id, mergedIds(entry)), eq(mergedBook.bookId, entry.subjectId)))
    .limit(1)
  if (!found) return { fields: [], kept: [notUndoneGone()] }
  // `splitIn` writes one entry for all books itself.
  await setActor(tx, 'none')
  const { unrestoredFields } = await splitIn(tx, found.mergeId, session.actor)
  const kept = unrestoredFields.map((field) =>
    fieldNotUndone(entry, field === 'genreId' ? 'genre_id' : field, 'changed'),
  )
  return { fields: ['books'], kept, notify: async () => findDuplicatesNow() }
}

/** The ids of the books that an entry says were merged. */
function mergedIds({ before }: Entry): string[] {
  const merged: unknown = before?.merged
  return Array.isArray(merged) ? merged.flatMap(({ id }: { id?: unknown }) => (typeof id === 'string' ? [id] : [])) : []
}
