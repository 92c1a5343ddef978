import { inArray } from 'drizzle-orm'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { db } from '#db/client.server.ts'
import { bookBulk } from '#db/tables/book-bulk.ts'
import { isForGood, permissionOf } from '#features/book/bulk/bulk.schema.ts'
import { hasAccess } from '#rpc/procedure.server.ts'
import type { Activity, ActivityEntry } from './activity.schema.ts'
import { undoState } from './undo/undo.server.ts'

const isOfBulk = ({ action }: ActivityEntry): boolean => /^book\.(bulk-|undo-bulk$)/.test(action)

/** Entries with what the caller can do to them. */
export async function withUndo<Entry extends ActivityEntry>(
  entries: readonly Entry[],
  session: CurrentSession,
): Promise<(Entry & Pick<Activity, 'bulk' | 'undo'>)[]> {
  const ids = entries.filter(isOfBulk).map(({ subject }) => subject.id)
  const found =
    ids.length === 0
      ? []
      : await db
          .select({ id: bookBulk.id, state: bookBulk.state, operation: bookBulk.operation })
          .from(bookBulk)
          .where(inArray(bookBulk.id, ids))
  const bulkOf = (entry: Entry): Activity['bulk'] => {
    const bulk = found.find(({ id }) => id === entry.subject.id)
    if (!bulk || !hasAccess(session, permissionOf(bulk.operation))) return null
    const isEnded = ['done', 'cancelled', 'failed'].includes(bulk.state)
    return isEnded && !isForGood(bulk.operation) && entry.action !== 'book.undo-bulk' ? 'undo' : 'report'
  }
  return entries.map((entry) => ({ ...entry, bulk: bulkOf(entry), undo: undoState(entry, session) }))
}
