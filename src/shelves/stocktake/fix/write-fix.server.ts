import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import type { stocktakeFix, StocktakeFixBefore } from '#base/db/tables/stocktake.ts'
import { now } from '#base/lib/clock.ts'
import { findLost, returnFound, takeFindBack, takeReturnBack } from '#lending/desk/shared/found-copy.server.ts'
import { settleHolds } from '#lending/loan/shared/holds.server.ts'
import { seenBy, selectKind, selectPlaceable, type StocktakeRecord } from '../report/kinds.server.ts'
import type { Kind } from '../stocktake.schema.ts'

export type FixRecord = typeof stocktakeFix.$inferSelect

/** What a press of a kind puts right: the copies `c`, where they are `among` some, or the unknown numbers. */
export const selectToPutRight = (record: StocktakeRecord, kind: Kind, among?: SQL): SQL =>
  kind === 'misplaced' ? selectPlaceable(record, among) : selectKind(record, kind, among)

/** Puts the rows `r` of a chunk right that are still of the kind, and refuses the others. */
export async function writeFix(tx: Transaction, { kind, userId }: FixRecord, record: StocktakeRecord, chunk: SQL) {
  await lockCopies(tx, chunk)
  const isStill =
    kind === 'unknown' ? sql`r.code in (select code from found)` : sql`r.copy_id in (select copy_id from found)`
  const isInChunk = sql`c.id in (select r.copy_id from stocktake_fix_row as r where ${chunk})`
  await tx.execute(sql`
    with ${seenBy(record)}, found as (${selectToPutRight(record, kind, isInChunk)})
    update stocktake_fix_row as r set result = 'refused',
      reason = case when r.copy_id is null or exists (select from copy as c where c.id = r.copy_id) then 'changed' else 'missing' end
    where ${chunk} and not (${isStill})`)
  const rows = sql`${chunk} and r.result = 'changed'`
  if (kind === 'missing') await loseMissing(tx, rows)
  else if (kind === 'misplaced') await setPlaces(tx, record, rows)
  else if (kind === 'unknown' || kind === 'twice') await ignoreScans(tx, record, kind, rows)
  else await putRightOneByOne(tx, kind, rows, userId ?? '')
}

/** Locks the copies of rows in the order of their ids, so that the desk and this wait for each other in one order. */
const lockCopies = (tx: Transaction, rows: SQL) =>
  tx.execute(
    sql`select from copy where id in (select r.copy_id from stocktake_fix_row as r where ${rows}) order by id for update`,
  )

async function loseMissing(tx: Transaction, rows: SQL): Promise<void> {
  await tx.execute(sql`
    update stocktake_fix_row as r set before = jsonb_build_object('condition', c.condition) from copy as c where ${rows} and c.id = r.copy_id`)
  await tx.execute(sql`
    update copy as c set condition = 'lost', version = c.version + 1, updated_at = ${now()}
    from stocktake_fix_row as r where ${rows} and c.id = r.copy_id`)
  await settleHolds(tx)
}

async function setPlaces(tx: Transaction, record: StocktakeRecord, rows: SQL): Promise<void> {
  await tx.execute(sql`
    with ${seenBy(record)}
    update stocktake_fix_row as r set before = jsonb_build_object('location', c.location, 'place', seen.place)
    from copy as c join seen on seen.copy_id = c.id where ${rows} and c.id = r.copy_id`)
  await tx.execute(sql`
    update copy as c set location = r.before->>'place', version = c.version + 1, updated_at = ${now()}
    from stocktake_fix_row as r where ${rows} and c.id = r.copy_id`)
}

/** Scans of unknown numbers count no more, nor do those of a copy but the first. */
async function ignoreScans(
  tx: Transaction,
  { id }: StocktakeRecord,
  kind: 'unknown' | 'twice',
  rows: SQL,
): Promise<void> {
  const isIt =
    kind === 'unknown'
      ? sql`s.copy_id is null and s.code = r.code`
      : sql`s.copy_id = r.copy_id and s.id <> (
          select first.id from stocktake_scan as first where first.stocktake_id = ${id} and first.copy_id = r.copy_id
            and first.undone_at is null and first.ignored is null order by first.at, first.id limit 1)`
  await tx.execute(sql`
    update stocktake_fix_row as r set before = jsonb_build_object('scans', (
      select jsonb_agg(s.id) from stocktake_scan as s where s.stocktake_id = ${id} and s.undone_at is null and s.ignored is null and ${isIt}))
    where ${rows}`)
  await tx.execute(sql`
    update stocktake_scan as s set ignored = ${kind === 'unknown' ? 'left' : 'once'}
    where s.id in (${scansOf(rows)})`)
}

const scansOf = (rows: SQL): SQL => sql`
  select one::uuid from stocktake_fix_row as r cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(r.before->'scans') when 'array' then r.before->'scans' else '[]'::jsonb end) as one where ${rows}`

interface FixRow extends Record<string, unknown> {
  at: number
  copyId: string
  before: StocktakeFixBefore
  isThere: boolean
}

async function rowsIn(tx: Transaction, rows: SQL): Promise<FixRow[]> {
  const { rows: found } = await tx.execute<FixRow>(sql`
    select r.at, r.copy_id as "copyId", r.before, exists (select from copy as c where c.id = r.copy_id) as "isThere"
    from stocktake_fix_row as r where ${rows} order by r.at`)
  return found
}

/** Returns copies on loan, or finds lost ones, as the desk does with each. */
async function putRightOneByOne(tx: Transaction, kind: 'onLoan' | 'lost', rows: SQL, userId: string): Promise<void> {
  const written: { at: number; before: StocktakeFixBefore }[] = []
  for (const { at, copyId } of await rowsIn(tx, rows)) {
    if (kind === 'lost') written.push({ at, before: await findLost(tx, copyId, userId) })
    else {
      const returned = await returnFound(tx, copyId, userId)
      if (returned !== undefined) written.push({ at, before: { returned } })
    }
  }
  await tx.execute(sql`
    update stocktake_fix_row as r set before = given.before
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as given(at integer, before jsonb) where ${rows} and r.at = given.at`)
}

interface Left {
  at: number
  stays: string
}

/** Takes a chunk of rows `r` back. Returns those that stay as they are, and why. */
export async function takeFixBack(tx: Transaction, { kind }: FixRecord, chunk: SQL): Promise<Left[]> {
  const rows = sql`${chunk} and r.result = 'changed'`
  await lockCopies(tx, rows)
  if (kind === 'missing') return takeSetBack(tx, rows, 'condition')
  if (kind === 'misplaced') return takeSetBack(tx, rows, 'location')
  if (kind === 'unknown' || kind === 'twice') {
    await tx.execute(sql`update stocktake_scan set ignored = null where id in (${scansOf(rows)})`)
    return []
  }
  const left: Left[] = []
  for (const { at, copyId, before, isThere } of await rowsIn(tx, rows)) {
    const isBack =
      kind === 'lost'
        ? await takeFindBack(tx, copyId, before.settled)
        : before.returned !== undefined && (await takeReturnBack(tx, copyId, before.returned))
    if (!isBack) left.push({ at, stays: isThere ? 'changed' : 'missing' })
  }
  return left
}

/** Gives copies their former state or place, where they have the one that they were given. */
async function takeSetBack(tx: Transaction, rows: SQL, column: 'condition' | 'location'): Promise<Left[]> {
  const isAsLeft =
    column === 'condition'
      ? sql`(c.condition = 'lost' and not exists (
          select from loan as l where l.copy_id = c.id and l.returned_at is null and l.settled_as is null))`
      : sql`(c.location = r.before->>'place')`
  const { rows: left } = await tx.execute<Left & Record<string, unknown>>(sql`
    select r.at, case when c.id is null then 'missing' else 'changed' end as stays
    from stocktake_fix_row as r left join copy as c on c.id = r.copy_id where ${rows} and (c.id is null or not ${isAsLeft})`)
  const name = sql.identifier(column)
  await tx.execute(sql`
    update copy as c set ${name} = r.before->>${column}, version = c.version + 1, updated_at = ${now()}
    from stocktake_fix_row as r where ${rows} and c.id = r.copy_id and ${isAsLeft}`)
  if (column === 'condition') await settleHolds(tx)
  return left
}
