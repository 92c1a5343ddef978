import { and, eq, inArray, max, type SQL } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { readDb } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { serverSlices } from '#kit/slice.server.ts'
import type { CountedEntry } from './activity-bursts.server.ts'
import { leftOfBurst, readActivities, selectRows } from './activity-rows.server.ts'
import type { Activity, ActivityEntry, ActivityLine } from './activity.schema.ts'
import { undoState } from './undo/undo.server.ts'

/** Entries of a burst that are looked at for one that can be undone. */
const LOOKED_AT = 250

/** Entries with what the caller can do to them. */
export async function withUndo<Entry extends ActivityEntry>(
  entries: readonly Entry[],
  session: CurrentSession,
): Promise<(Entry & Pick<Activity, 'bulk' | 'undo'>)[]> {
  const isOver = await endedBans(entries)
  const ofSlices = await Promise.all(serverSlices().map(({ bulkStates }) => bulkStates?.(entries, session)))
  return entries.map((entry) => {
    const undo = undoState(entry, session)
    const own: Pick<Activity, 'bulk' | 'undo'> = {
      bulk: null,
      undo: undo === 'possible' && isOver(entry) ? null : undo,
    }
    const [known] = ofSlices.flatMap((states) => states?.get(entry.id) ?? [])
    return { ...entry, ...own, ...known }
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

/**
 * As `withUndo`, for bursts of a condition: one can be undone while any of its changes can, even if the newest cannot,
 * as after the newest was undone by itself.
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
