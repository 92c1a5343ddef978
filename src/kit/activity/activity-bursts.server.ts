import { and, desc, gt, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { readDb } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { kindOfChange, readActivities, selectRows, type ActivityRow } from './activity-rows.server.ts'
import type { ActivityEntry } from './activity.schema.ts'

/** Equal consecutive changes within this time form one burst, such as an import or a bulk change. */
const BURST_SECONDS = 60
/** Fewer changes are not a burst. */
const BURST_MIN = 3

/**
 * `count` is above 1 for the newest of a burst of equal changes, and `lastId` is the id of the oldest of them.
 */
export type CountedEntry = ActivityEntry & { count: number; lastId: number }

interface Burst {
  head: ActivityRow
  count: number
  lastId: number
  /** The books that merges and splits were of, together. */
  books?: number
}

/** The number of books that an entry has recorded. */
const booksOf = sql<number>`case when jsonb_typeof(${activity.after} -> 'books') = 'number' then (${activity.after} ->> 'books')::int end`

/** Bursts as entries for display. */
export async function readBursts(bursts: readonly Burst[]): Promise<CountedEntry[]> {
  const items = await readActivities(bursts.map(({ head }) => head))
  return items.map((item, index) => {
    const { count = 1, lastId = item.id, books } = bursts[index] ?? {}
    const changes = item.changes.map((one) => (one.field === 'books' && books ? { ...one, after: books } : one))
    return { ...item, changes, count, lastId }
  })
}

const single = (head: ActivityRow): Burst => ({ head, count: 1, lastId: head.row.id })

/**
 * The newest bursts and single changes of a condition, below an id; `next` is that of the following page, null after
 * the last one.
 */
export async function findBursts(
  condition: SQL | undefined,
  start: number | undefined,
  limit: number,
): Promise<{ bursts: Burst[]; next: number | null }> {
  const bursts: Burst[] = []
  let below = start
  // One more than asked for, which tells whether there is another page.
  while (bursts.length <= limit) {
    const rows = await selectRows(condition, below, limit)
    const { length, count } = burstAt(rows)
    const [head] = rows
    if (!head) break
    if (count < BURST_MIN) {
      bursts.push(single(head), ...singles(rows.slice(1)).map(single))
    } else {
      const isEndKnown = length < rows.length
      bursts.push({
        head,
        ...(isEndKnown
          ? { count, lastId: rows[length - 1]?.row.id ?? 0, books: sumOfBooks(rows.slice(0, length)) }
          : await whole(head, condition)),
      })
    }
    below = bursts.at(-1)?.lastId
  }
  const shown = bursts.slice(0, limit)
  return { bursts: shown, next: bursts.length > limit ? (shown.at(-1)?.lastId ?? null) : null }
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

const sumOfBooks = (rows: readonly ActivityRow[]): number =>
  rows.reduce((sum, { row }) => sum + Number(row.after?.books ?? 0), 0)

/** The rows before the first possible burst; near the end too few rows are known to decide. */
function singles(rows: readonly ActivityRow[]): readonly ActivityRow[] {
  const end = rows.findIndex((_, at) => {
    const { length, count } = burstAt(rows.slice(at))
    return count >= BURST_MIN || at + length === rows.length
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/** A whole burst: its changes and the id of the oldest. Reads backwards by primary key. */
async function whole({ row, kind }: ActivityRow, condition: SQL | undefined): Promise<Omit<Burst, 'head'>> {
  const oldest = new Date(row.at.getTime() - BURST_SECONDS * 1000)
  const isOther = or(sql`${kindOfChange} <> ${kind}`, lt(activity.at, oldest))
  const next = readDb()
    .select({ id: activity.id })
    .from(activity)
    .where(and(lt(activity.id, row.id), condition, isOther))
    .orderBy(desc(activity.id))
    .limit(1)
  const [found] = await readDb()
    .select({
      count: sql<number>`count(distinct ${activity.subjectId})::int`,
      lastId: sql<number>`min(${activity.id})::int8`,
      books: sql<number>`coalesce(sum(${booksOf}), 0)::int`,
    })
    .from(activity)
    .where(and(lte(activity.id, row.id), gt(activity.id, sql`coalesce((${next}), 0)`), condition))
  return { count: found?.count ?? 1, lastId: Number(found?.lastId ?? row.id), books: found?.books ?? 0 }
}
