import { sql, type SQL } from 'drizzle-orm'
import type { Actor, Transaction } from '#base/db/actor.server.ts'
import { deletedByOf } from '#base/db/trash.server.ts'
import { AppError } from '#base/errors/app-error.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import type { yearEnd } from '#base/db/tables/school-year.ts'
import {
  moveBorrowerToTrash,
  moveBorrowersToTrash,
  restoreBorrowers,
} from '#lending/borrower/shared/borrower-trash.server.ts'

export type YearEndRecord = typeof yearEnd.$inferSelect

/** Whether a borrower `b` has or owes books. */
export const isOwing = sql`exists (select from loan where loan.borrower_id = b.id and loan.returned_at is null and loan.settled_as is null)`

/** Moves the borrowers of a chunk of rows `r` who are still in their class; leavers go to the trash, or to who left and owes. */
export async function writeYearEnd(tx: Transaction, record: YearEndRecord, chunk: SQL, actor: Actor): Promise<void> {
  await moveUp(tx, sql`${chunk} and r.result = 'moved'`)
  const { rows } = await tx.execute<Leaver>(sql`
    select r.at, r.borrower_id as id, b.id is not null as "isThere", ${isOwing} as "isOwing",
      b.group_id is not distinct from r.from_group_id as "isSame", g.kind = 'left' as "hasLeft"
    from year_end_row as r left join borrower as b on b.id = r.borrower_id left join borrower_group as g on g.id = r.from_group_id
    where ${chunk} and r.result in ('trashed', 'left') order by r.at`)
  const free = rows.filter((one) => one.isSame && !one.isOwing).map(({ id }) => id)
  const gone = new Set(await moveBorrowersToTrash(tx, free, deletedByOf(actor)))
  await tx.execute(sql`
    update year_end_row as r set result = 'trashed' where ${chunk} and r.borrower_id = any(${sql.param([...gone])}::uuid[])`)
  for (const one of rows) if (!gone.has(one.id)) await endOf(tx, record, one, actor)
}

interface Leaver extends Record<string, unknown> {
  at: number
  id: string
  isThere: boolean
  isOwing: boolean
  isSame: boolean
  hasLeft: boolean
}

async function moveUp(tx: Transaction, rows: SQL): Promise<void> {
  await lockBorrowers(tx, rows)
  await tx.execute(sql`
    update year_end_row as r set result = 'refused', reason = case when b.id is null then 'missing' else 'changed' end
    from year_end_row as own left join borrower as b on b.id = own.borrower_id
    where ${rows} and own.year_end_id = r.year_end_id and own.at = r.at and (b.id is null or b.group_id is distinct from r.from_group_id
      or not exists (select from borrower_group as g where g.id = r.to_group_id))`)
  await tx.execute(sql`
    update borrower as b set group_id = r.to_group_id, version = b.version + 1, updated_at = ${now()}::timestamptz
    from year_end_row as r where ${rows} and b.id = r.borrower_id`)
}

/** Locks the borrowers of rows in the order of their ids, so that concurrent changes cannot deadlock. */
const lockBorrowers = (tx: Transaction, rows: SQL) =>
  tx.execute(
    sql`select from borrower where id in (select r.borrower_id from year_end_row as r where ${rows}) order by id for update`,
  )

/** Ends a leaver's time here. What the desk did since the preview counts: who has borrowed meanwhile has left and owes. */
async function endOf(tx: Transaction, record: YearEndRecord, leaver: Leaver, actor: Actor): Promise<void> {
  const end = (values: SQL) =>
    tx.execute(sql`update year_end_row set ${values} where year_end_id = ${record.id} and at = ${leaver.at}`)
  if (!leaver.isThere || !leaver.isSame) {
    await end(sql`result = 'refused', reason = ${leaver.isThere ? 'changed' : 'missing'}`)
    return
  }
  if (!leaver.isOwing && (await trashed(tx, leaver.id, actor))) {
    await end(sql`result = 'trashed'`)
    return
  }
  if (leaver.hasLeft) {
    await end(sql`result = 'repeated'`)
    return
  }
  const leftGroupId = await leftGroup(tx, record)
  await tx.execute(sql`
    update borrower set group_id = ${leftGroupId}, version = version + 1, updated_at = ${now()}::timestamptz where id = ${leaver.id}`)
  await end(sql`result = 'left', to_group_id = ${leftGroupId}`)
}

/** Moves a borrower to the trash; false if the desk has lent something meanwhile. */
async function trashed(tx: Transaction, id: string, actor: Actor): Promise<boolean> {
  try {
    await tx.transaction((inner) => moveBorrowerToTrash(inner, id, actor))
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'BORROWER_HAS_LOANS') return false
    throw error
  }
}

/** The group for who has left and owes: the first one of its kind, or a new one to which nothing is lent. */
async function leftGroup(tx: Transaction, { id, leftName }: YearEndRecord): Promise<string> {
  const find = async (condition: SQL) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from borrower_group where ${condition} order by created_at, id limit 1`,
    )
    return rows[0]?.id
  }
  const present = await find(sql`kind = 'left'`)
  if (present !== undefined) return present
  const made = newId()
  const { rowCount } = await tx.execute(sql`
    insert into borrower_group (id, name, kind, books_at_a_time, renewals) values (${made}, ${leftName}, 'left', 0, 0)
    on conflict (name_hash) do nothing`)
  if (rowCount === 0) return (await find(sql`name_hash = public.fold_hash(${leftName})`)) ?? made
  await tx.execute(sql`update year_end set left_group_id = ${made} where id = ${id}`)
  return made
}

interface Left {
  at: number
  stays: string
}

/** Takes a chunk of rows `r` back. Returns those that stay as they are, and why. */
export async function takeYearEndBack(tx: Transaction, chunk: SQL): Promise<Left[]> {
  const moved = sql`${chunk} and r.result in ('moved', 'left')`
  await lockBorrowers(tx, moved)
  const isAsLeft = sql`(b.group_id is not distinct from r.to_group_id and exists (select from borrower_group as g where g.id = r.from_group_id))`
  const { rows: changed } = await tx.execute<Left & Record<string, unknown>>(sql`
    select r.at, case when b.id is null then 'missing' else 'changed' end as stays
    from year_end_row as r left join borrower as b on b.id = r.borrower_id where ${moved} and (b.id is null or not ${isAsLeft})`)
  await tx.execute(sql`
    update borrower as b set group_id = r.from_group_id, version = b.version + 1, updated_at = ${now()}::timestamptz
    from year_end_row as r where ${moved} and b.id = r.borrower_id and ${isAsLeft}`)
  return [...changed, ...(await restoreLeavers(tx, sql`${chunk} and r.result = 'trashed'`))]
}

async function restoreLeavers(tx: Transaction, rows: SQL): Promise<Left[]> {
  const { rows: found } = await tx.execute<{ at: number; id: string; isThere: boolean }>(sql`
    select r.at, r.borrower_id as id, exists (select from borrower as b where b.id = r.borrower_id) as "isThere"
    from year_end_row as r where ${rows}`)
  if (found.length === 0) return []
  const { restored, collided } = await restoreBorrowers(
    tx,
    found.map(({ id }) => id),
  )
  const [back, taken] = [new Set(restored), new Set(collided.map(({ id }) => id))]
  return found.flatMap(({ at, id, isThere }) =>
    back.has(id) ? [] : [{ at, stays: taken.has(id) ? 'taken' : isThere ? 'changed' : 'missing' }],
  )
}

/** Gives the classes their former next ones, and removes the group for who left and owes, if the year end has made it for nobody else. */
export async function undoYearEndGroups(tx: Transaction, { formerNext, leftGroupId }: YearEndRecord): Promise<void> {
  for (const [id, { before, after }] of Object.entries(formerNext))
    await tx.execute(sql`
      update borrower_group set version = version + 1, updated_at = ${now()}::timestamptz,
        next_group_id = (select g.id from borrower_group as g where g.id = ${before})
      where id = ${id} and next_group_id = ${after}`)
  if (leftGroupId !== null)
    await tx.execute(sql`
      delete from borrower_group as g where g.id = ${leftGroupId} and g.version = 1
        and not exists (select from borrower as b where b.group_id = g.id)
        and not exists (select from loan where loan.group_id = g.id)
        and not exists (select from borrower_group as o where o.next_group_id = g.id)`)
}
