import { and, eq, inArray, max, type SQL } from 'drizzle-orm'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { readDb } from '#db/connection/client.server.ts'
import { activity } from '#db/tables/activity.ts'
import { bookBulk } from '#db/tables/book-bulk.ts'
import { bookImport } from '#db/tables/book-import.ts'
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
    return isEnded(bulk.state) && !isForGood(bulk.operation) && entry.action !== 'book.undo-bulk' ? 'undo' : 'report'
  }
  const states = await importStates(entries, session)
  const isOver = await endedBans(entries)
  return entries.map((entry) => {
    const state = entry.action === 'book.import' ? states.get(entry.subject.id) : undefined
    if (state === undefined) {
      const undo = undoState(entry, session)
      return { ...entry, bulk: bulkOf(entry), undo: undo === 'possible' && isOver(entry) ? null : undo }
    }
    return { ...entry, bulk: isEnded(state) ? 'undo' : 'report', undo: state === 'undone' ? 'done' : null }
  })
}

const BANS = ['user.ban', 'user.unban']

/** Tells of a ban, or its end, whether another one followed: of those of a user only the last can be taken back. */
async function endedBans(entries: readonly ActivityEntry[]): Promise<(entry: ActivityEntry) => boolean> {
  const bans = entries.filter(({ action }) => BANS.includes(action))
  if (bans.length === 0) return () => false
  const users = bans.map(({ subject }) => subject.id)
  const last = await readDb()
    .select({ id: max(activity.id) })
    .from(activity)
    .where(and(eq(activity.subjectKind, 'user'), inArray(activity.subjectId, users), inArray(activity.action, BANS)))
    .groupBy(activity.subjectId)
  const ids = new Set(last.map(({ id }) => id))
  return ({ action, id }) => BANS.includes(action) && !ids.has(id)
}

/** The states of the imports that entries are of, for who may undo them. */
async function importStates(entries: readonly ActivityEntry[], session: CurrentSession): Promise<Map<string, string>> {
  const ids = entries.flatMap(({ action, subject }) => (action === 'book.import' ? [subject.id] : []))
  if (ids.length === 0 || !hasAccess(session, 'catalogue:import')) return new Map()
  const found = await readDb()
    .select({ id: bookImport.id, state: bookImport.state })
    .from(bookImport)
    .where(inArray(bookImport.id, ids))
  return new Map(found.map(({ id, state }) => [id, state]))
}

/** Of an import or a bulk change: it has written what it will, and can be undone. */
const isEnded = (state: string): boolean => ['done', 'cancelled', 'failed'].includes(state)

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
