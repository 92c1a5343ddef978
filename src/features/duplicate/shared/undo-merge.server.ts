import { and, eq, inArray } from 'drizzle-orm'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { setActor, type Transaction } from '#db/actor.server.ts'
import { mergedBook } from '#db/tables/book-merge.ts'
import { notUndoneGone, fieldNotUndone, type Entry } from '#features/activity/shared/former-values.server.ts'
import type { Undone } from '#features/activity/undo/undo.schema.ts'
import { findDuplicatesNow } from '../duplicate-finder.server.ts'
import { splitIn } from '../split-books.server.ts'

/** Takes a merge of books apart: SPLIT_TAKEN, MERGED_AGAIN. What was changed of the survivor since stays. */
export async function undoMerge(
  tx: Transaction,
  entry: Entry,
  session: CurrentSession,
): Promise<Undone & { notify?: () => Promise<unknown> }> {
  const [found] = await tx
    .select({ mergeId: mergedBook.mergeId })
    .from(mergedBook)
    // Taken apart since, its books may have been merged into another one.
    .where(and(inArray(mergedBook.id, mergedIds(entry)), eq(mergedBook.bookId, entry.subjectId)))
    .limit(1)
  if (!found) return { fields: [], kept: [notUndoneGone()] }
  // One entry for all books, which it writes itself.
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
