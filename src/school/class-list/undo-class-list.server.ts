import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { now } from '#base/lib/clock.ts'
import { moveBorrowersToTrash } from '#lending/borrower/shared/borrower-trash.server.ts'
import type { ImportRecord, ImportUndoCounts } from '#kit/import/shared/import-kind.server.ts'

/** Rows per transaction: some 200 ms of work. An undo can be paused between two of them. */
const CHUNK_ROWS = 500

/** Takes the last rows of a list back: who was added goes to the trash, what was changed becomes what it was, unless it was changed since. */
export async function undoClassList(tx: Transaction, record: ImportRecord): Promise<{ processed: number }> {
  const { id, processed, undoneBy } = record
  const from = Math.max(processed - CHUNK_ROWS, 0)
  const rows = sql`r.import_id = ${id} and r.at >= ${from} and r.at < ${processed}`
  const { rows: added } = await tx.execute<{ at: number; id: string; stays: string | null }>(
    sql`${addedBorrowers(rows)} order by r.at desc`,
  )
  const leaving = added.filter(({ stays }) => stays === null)
  const moved = new Set(
    await moveBorrowersToTrash(
      tx,
      leaving.map((one) => one.id),
      undoneBy,
    ),
  )
  // Who was lent a book meanwhile.
  for (const one of leaving) if (!moved.has(one.id)) one.stays = 'loans'
  const { rows: changed } = await tx.execute<{ at: number; stays: string | null }>(changedBorrowers(rows))
  await tx.execute(sql`
    update borrower as b set ${formerValues}, version = b.version + 1, updated_at = ${now()}::timestamptz
    from borrower_import_row as r
    where ${rows} and r.before is not null and b.id = r.borrower_id and not ${isTaken} and ${differs}`)
  const kept = [...added, ...changed].filter(({ stays }) => stays !== null).map(({ at, stays }) => ({ at, stays }))
  if (kept.length > 0)
    await tx.execute(sql`
      update borrower_import_row as r set kept = given.stays
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as given(at integer, stays text)
      where r.import_id = ${id} and r.at = given.at`)
  if (from === 0) await removeGroups(tx, id)
  return { processed: from }
}

const FIELDS = [
  ['name', 'name'],
  ['schoolNumber', 'school_number'],
  ['card', 'card'],
  ['email', 'email'],
] as const

const column = (name: string): SQL => sql`b.${sql.identifier(name)}`

/** Whether a borrower `b` is as row `r` has added them, so that the undo may move them to the trash. */
const isAsAdded = sql`(${sql.join(
  FIELDS.map(([field, name]) =>
    // A card that the list has not said is the next number.
    field === 'card'
      ? sql`(not r.input ? 'card' or b.card = r.input ->> 'card')`
      : sql`${column(name)} = coalesce(r.input ->> ${field}, '')`,
  ),
  sql` and `,
)} and b.group_id is not distinct from (r.input ->> 'groupId')::uuid and b.user_id is null and b.note = ''
  and b.blocked_note = '' and b.expires_on is null and b.language is null)`

const addedBorrowers = (rows: SQL): SQL => sql`
  select r.at, r.borrower_id as id, case when b.id is null then 'missing' when not ${isAsAdded} then 'changed'
    when exists (select from loan where loan.borrower_id = b.id and (loan.returned_at is null and loan.settled_as is null)) then 'loans' end as stays
  from borrower_import_row as r left join borrower as b on b.id = r.borrower_id
  where ${rows} and r.result = 'new' and not r.is_left_out`

/** Whether a field still has what row `r` has written. */
const isAsWritten = (field: string, name: string): SQL => sql`${column(name)} = r.input ->> ${field}`
const isGroupAsWritten = sql`b.group_id is not distinct from (r.input ->> 'groupId')::uuid`
const isFormerGroupThere = sql`(r.before ->> 'groupId' is null or exists (select from borrower_group as g where g.id = (r.before ->> 'groupId')::uuid))`

/** Whether another has by now the number or the card that a borrower would get back. */
const isTaken = sql`(
  coalesce(r.before ->> 'schoolNumber', '') <> '' and exists (select from borrower as o where o.id <> b.id
    and o.school_number <> '' and upper(o.school_number) = upper(r.before ->> 'schoolNumber'))
  or r.before ? 'card' and exists (select from lending_number as n where n.number = upper(r.before ->> 'card')
    and n.number <> upper(b.card)))`

const formerValues = sql.join(
  [
    ...FIELDS.map(
      ([field, name]) =>
        sql`${sql.identifier(name)} = case when r.before ? ${field} and ${isAsWritten(field, name)} then r.before ->> ${field} else ${column(name)} end`,
    ),
    sql`group_id = case when r.before ? 'groupId' and ${isGroupAsWritten} and ${isFormerGroupThere} then (r.before ->> 'groupId')::uuid else b.group_id end`,
  ],
  sql`, `,
)

/** Whether something of the row is still as it was written. */
const differs = sql`(${sql.join(
  [
    ...FIELDS.map(([field, name]) => sql`r.before ? ${field} and ${isAsWritten(field, name)}`),
    sql`r.before ? 'groupId' and ${isGroupAsWritten}`,
  ],
  sql` or `,
)})`

const isChangedSince = sql`(${sql.join(
  [
    ...FIELDS.map(([field, name]) => sql`r.before ? ${field} and not ${isAsWritten(field, name)}`),
    sql`r.before ? 'groupId' and not (${isGroupAsWritten} and ${isFormerGroupThere})`,
  ],
  sql` or `,
)})`

const changedBorrowers = (rows: SQL): SQL => sql`
  select r.at, case when b.id is null then 'missing' when ${isChangedSince} then 'changed' when ${isTaken} then 'taken' end as stays
  from borrower_import_row as r left join borrower as b on b.id = r.borrower_id
  where ${rows} and r.before is not null`

/** Deletes the classes that the list made, unless something is in one by now. */
async function removeGroups(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`
    delete from borrower_group as g using borrower_import as i
    where i.id = ${id} and g.id = any(i.groups_added) and g.version = 1
      and not exists (select from borrower as b where b.group_id = g.id)
      and not exists (select from loan where loan.group_id = g.id)
      and not exists (select from borrower_group as o where o.next_group_id = g.id)`)
}

const COUNTS = sql`count(*) filter (where is_added and stays is null)::int as deleted,
  count(*) filter (where not is_added and stays is null)::int as restored, count(*) filter (where stays <> 'missing')::int as kept`

/** How many borrowers an undo would move to the trash, restore and keep. */
export async function expectClassListUndo({ id, processed }: ImportRecord): Promise<ImportUndoCounts> {
  const rows = sql`r.import_id = ${id} and r.at < ${processed}`
  return counted(
    db,
    sql`select ${COUNTS} from (
      select true as is_added, stays from (${addedBorrowers(rows)}) as added
      union all select false, stays from (${changedBorrowers(rows)}) as changed) as one`,
  )
}

/** How many borrowers an undo has moved to the trash, restored and kept. */
export const countUndoneBorrowers = ({ id, state }: ImportRecord, on: Queryable = db): Promise<ImportUndoCounts> =>
  counted(
    on,
    sql`select ${COUNTS} from (select result = 'new' as is_added, kept as stays from borrower_import_row
      where import_id = ${id} and ${state === 'undone'} and not is_left_out and (result = 'new' or before is not null)) as one`,
  )

async function counted(on: Queryable, query: SQL): Promise<ImportUndoCounts> {
  const { rows } = await on.execute<ImportUndoCounts & Record<string, unknown>>(query)
  return rows[0] ?? { deleted: 0, restored: 0, kept: 0 }
}
