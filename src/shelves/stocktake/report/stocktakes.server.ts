import { and, desc, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { withActor, type ActingUser } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { stocktake, stocktakeScan } from '#base/db/tables/stocktake.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { isExpected } from '../scope.server.ts'
import type { Device, Listed, Scope, Stocktake } from '../stocktake.schema.ts'
import { findFigures } from './figures.server.ts'
import type { StocktakeRecord } from './kinds.server.ts'

/** Stock-takings in the list at most. */
const MOST = 200
/** Expected copies from which on the planner is told of them at once. */
const ANALYZED_ROWS = 1000

/** A stock-taking; NOT_FOUND. */
export async function requireStocktake(id: string, on: Queryable = db): Promise<StocktakeRecord> {
  const [record] = await on.select().from(stocktake).where(eq(stocktake.id, id))
  if (!record) throw createError('NOT_FOUND')
  return record
}

/** A stock-taking as a list shows it. */
export async function listed(record: StocktakeRecord): Promise<Listed> {
  const { id, location, shelfFrom, shelfTo, startedAt, closedAt } = record
  const figures = record.figures ?? (await findFigures(db, record)).figures
  return { id, location, shelfFrom, shelfTo, startedAt, closedAt, figures }
}

/** The stock-takings, the latest first. */
export async function listStocktakes(): Promise<Listed[]> {
  const records = await db.select().from(stocktake).orderBy(desc(stocktake.startedAt), desc(stocktake.id)).limit(MOST)
  const all: Listed[] = []
  // One after the other: each takes a connection.
  for (const record of records) all.push(await listed(record))
  return all
}

/** Starts a stock-taking: what is expected is what stands there now. STOCKTAKE_EMPTY. */
export const createStocktake = ({ id, ...scope }: Scope & { id: string }, { userId }: ActingUser): Promise<void> =>
  withActor('none', async (tx) => {
    const made = await tx
      .insert(stocktake)
      .values({ id, ...scope, startedAt: now(), userId })
      .onConflictDoNothing()
      .returning({ id: stocktake.id })
    // Sent again: it has started.
    if (made.length === 0) return
    const { rowCount } = await tx.execute(sql`
      insert into stocktake_copy (stocktake_id, copy_id, location, last_seen_at)
      select ${id}, c.id, c.location, c.last_seen_at from copy as c join book as b on b.id = c.book_id where ${isExpected(scope)}`)
    if (!rowCount) throw createError('STOCKTAKE_EMPTY')
    // Without statistics of the new rows, the planner takes them for a few.
    if (rowCount >= ANALYZED_ROWS) await tx.execute(sql`analyze stocktake_copy`)
  })

/** A stock-taking with all that is shown of it; NOT_FOUND. */
export async function viewStocktake(id: string): Promise<Stocktake> {
  const record = await requireStocktake(id)
  const { figures, counts, placeable } = await findFigures(db, record)
  const { location, shelfFrom, shelfTo, startedAt, closedAt } = record
  const [devices, previous, fixes] = [await devicesOf(id), await previousOf(record), await lastFixes(id)]
  return {
    id,
    location,
    shelfFrom,
    shelfTo,
    startedAt,
    closedAt,
    counts,
    placeable,
    figures: record.figures ?? figures,
    devices,
    previous: previous ? await listed(previous) : null,
    fixes,
  }
}

async function devicesOf(id: string): Promise<Device[]> {
  const { rows } = await db.execute<Omit<Device, 'lastAt'> & { lastAt: string }>(sql`
    select s.device_id as id, bool_or(s.is_phone) as "isPhone", (array_agg(u.name order by s.received_at desc))[1] as name,
      count(*) filter (where s.undone_at is null and s.ignored is distinct from 'stutter')::int as scans, max(s.received_at) as "lastAt"
    from stocktake_scan as s left join "user" as u on u.id = s.user_id where s.stocktake_id = ${id}
    group by s.device_id order by 4 desc, s.device_id`)
  return rows.map((row) => ({ ...row, lastAt: new Date(row.lastAt) }))
}

/** The last closed stock-taking before this one of the same places and shelf marks. */
async function previousOf({ id, location, shelfFrom, shelfTo, startedAt }: StocktakeRecord) {
  const [found] = await db
    .select()
    .from(stocktake)
    .where(
      and(
        ne(stocktake.id, id),
        isNotNull(stocktake.closedAt),
        lt(stocktake.startedAt, startedAt),
        sql`${stocktake.location} is not distinct from ${location}`,
        eq(stocktake.shelfFrom, shelfFrom),
        eq(stocktake.shelfTo, shelfTo),
      ),
    )
    .orderBy(desc(stocktake.startedAt), desc(stocktake.id))
    .limit(1)
  return found
}

/** The last press of each kind. */
async function lastFixes(id: string): Promise<Stocktake['fixes']> {
  const { rows } = await db.execute<Stocktake['fixes'][number]>(sql`
    select distinct on (kind) id, kind from stocktake_fix where stocktake_id = ${id} order by kind, created_at desc, id desc`)
  return rows
}

/** Closes a stock-taking, with what it has found, or opens it again. Repeated it changes nothing. NOT_FOUND. */
export const setClosed = (id: string, isClosed: boolean): Promise<void> =>
  withActor('none', async (tx) => {
    // Scans that are being counted end first.
    const [record] = await tx.select().from(stocktake).where(eq(stocktake.id, id)).for('update')
    if (!record) throw createError('NOT_FOUND')
    if ((record.closedAt !== null) === isClosed) return
    const values = isClosed
      ? { closedAt: now(), figures: (await findFigures(tx, record)).figures }
      : { closedAt: null, figures: null }
    await tx.update(stocktake).set(values).where(eq(stocktake.id, id))
  })

/** Deletes a stock-taking of which nothing was scanned. STOCKTAKE_CHANGED for another one; one that is gone stays gone. */
export const removeStocktake = (id: string): Promise<void> =>
  withActor('none', async (tx) => {
    await tx.select({ id: stocktake.id }).from(stocktake).where(eq(stocktake.id, id)).for('update')
    if ((await tx.$count(stocktakeScan, inArray(stocktakeScan.stocktakeId, [id]))) > 0)
      throw createError('STOCKTAKE_CHANGED')
    await tx.delete(stocktake).where(eq(stocktake.id, id))
  })
