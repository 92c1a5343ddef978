import { inArray, type SQL } from 'drizzle-orm'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { readDb } from '#db/client.server.ts'
import { bookBulk } from '#db/tables/book-bulk.ts'
import { isForGood, permissionOf } from '#features/book/bulk/bulk.schema.ts'
import { hasAccess } from '#rpc/procedure.server.ts'
import type { CountedEntry } from './activity-bursts.server.ts'
import { leftOfBurst, readActivities, selectRows } from './activity-rows.server.ts'
import type { Activity, ActivityEntry, ActivityLine } from './activity.schema.ts'
import { undoState } from './undo/undo.server.ts'

/** Entries of a burst that are looked at for one that can be undone. */
const LOOKED_AT = 250

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
      : await readDb()
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

/**
 * The same for bursts of a condition: one can be undone as long as any of its changes can, even if the newest cannot,
 * such as after that one was undone by itself.
 */
export async function withUndoOfBursts(
  bursts: readonly CountedEntry[],
  condition: SQL | undefined,
  session: CurrentSession,
): Promise<ActivityLine[]> {
  const lines = await withUndo(bursts, session)
  return Promise.all(
    lines.map(async (line) => {
      if (line.count === 1 || line.undo === 'possible') return line
      const rest = await readActivities(await selectRows(leftOfBurst(line, condition), undefined, LOOKED_AT))
      return rest.some((entry) => undoState(entry, session) === 'possible') ? { ...line, undo: 'possible' } : line
    }),
  )
}
