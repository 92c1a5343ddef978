import { and, desc, gt, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { VersionedPromiseCache } from '#db/list/versioned-cache.server.ts'
import { tableVersion } from '#db/list/versioned-cache.server.ts'
import { CHANGE_TABLES } from '#db/noun-tables.server.ts'
import { activity } from '#db/tables/activity.ts'
import { kindOfChange, readActivities, selectRows, type ActivityRow } from './activity-rows.server.ts'
import type { ActivityEntry } from './activity.schema.ts'

const LINES = 10
/** Equal consecutive changes within this time form one burst, such as an import or a bulk change. */
const BURST_SECONDS = 60
/** Fewer changes are not a burst. */
const BURST_MIN = 3

/** `count` is above 1 for the newest of a burst of equal changes. */
export type CountedEntry = ActivityEntry & { count: number }

interface Burst {
  head: ActivityRow
  count: number
}

const recent = new VersionedPromiseCache<CountedEntry[]>(2)

/** The last ten entries; a burst of equal changes is one entry, with their number. */
export async function recentActivity(condition: SQL | undefined): Promise<CountedEntry[]> {
  const versions = await Promise.all(CHANGE_TABLES.map(tableVersion))
  return recent.getOrLoad(condition ? 'some' : 'all', versions.join(' '), async () => {
    const bursts = await findBursts(condition)
    const items = await readActivities(bursts.map(({ head }) => head))
    return items.map((item, index) => ({ ...item, count: bursts[index]?.count ?? 1 }))
  })
}

async function findBursts(condition: SQL | undefined): Promise<Burst[]> {
  const bursts: Burst[] = []
  let below: number | undefined
  while (bursts.length < LINES) {
    const rows = await selectRows(condition, below, LINES)
    const { length, count } = burstAt(rows)
    const [head] = rows
    if (!head) break
    if (count < BURST_MIN) {
      bursts.push({ head, count: 1 })
      below = head.row.id
      const others = singles(rows.slice(1))
      bursts.push(...others.map((one) => ({ head: one, count: 1 })))
      below = others.at(-1)?.row.id ?? below
    } else {
      const burst = length < rows.length ? { count, last: rows[length - 1]?.row.id ?? 0 } : await whole(head, condition)
      bursts.push({ head, count: burst.count })
      below = burst.last
    }
  }
  return bursts.slice(0, LINES)
}

/** The number of equal changes at the start of the rows, and of their subjects. */
function burstAt(rows: readonly ActivityRow[]): { length: number; count: number } {
  const [head] = rows
  if (!head) return { length: 0, count: 0 }
  const oldest = head.row.at.getTime() - BURST_SECONDS * 1000
  const end = rows.findIndex(({ kind, row }) => kind !== head.kind || row.at.getTime() < oldest)
  const length = end === -1 ? rows.length : end
  return { length, count: new Set(rows.slice(0, length).map(({ row }) => row.subjectId)).size }
}

/** The rows before the first possible burst; near the end too few rows are known to decide. */
function singles(rows: readonly ActivityRow[]): readonly ActivityRow[] {
  const end = rows.findIndex((_, at) => {
    const { length, count } = burstAt(rows.slice(at))
    return count >= BURST_MIN || at + length === rows.length
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/** A whole burst: its changes and the id of the oldest. Reads backwards by primary key. */
async function whole({ row, kind }: ActivityRow, condition: SQL | undefined): Promise<{ count: number; last: number }> {
  const oldest = new Date(row.at.getTime() - BURST_SECONDS * 1000)
  const isOther = or(sql`${kindOfChange} <> ${kind}`, lt(activity.at, oldest))
  const next = db
    .select({ id: activity.id })
    .from(activity)
    .where(and(lt(activity.id, row.id), condition, isOther))
    .orderBy(desc(activity.id))
    .limit(1)
  const [found] = await db
    .select({
      count: sql<number>`count(distinct ${activity.subjectId})::int`,
      last: sql<number>`min(${activity.id})::int8`,
    })
    .from(activity)
    .where(and(lte(activity.id, row.id), gt(activity.id, sql`coalesce((${next}), 0)`), condition))
  return { count: found?.count ?? 1, last: Number(found?.last ?? row.id) }
}
