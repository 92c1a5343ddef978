import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import type { ImportRecord, WriteCounts } from '#kit/import/shared/import-kind.server.ts'
import { findingsSchema } from './class-list.schema.ts'
import { findClassList } from './stage-class-list.server.ts'

/** Rows per transaction: some 100 ms of work. A list can be paused or cancelled between two of them. */
const CHUNK_ROWS = 500

/**
 * Runs before the start. VALIDATION_ERROR at `name` without its column, and at `isConfirmed` for a list that leaves most
 * absent until a person has confirmed it; IMPORT_STATE for another preview than was `seen`.
 */
export async function startClassList(tx: Transaction, { id, columns }: ImportRecord, seen?: string): Promise<void> {
  const list = await findClassList(tx, id)
  if (!list) throw createError('NOT_FOUND')
  const { mark, isDoubtful } = findingsSchema.parse(list.findings)
  if (seen !== undefined && seen !== mark) throw createError('IMPORT_STATE')
  if (columns.name === undefined)
    throw createError('VALIDATION_ERROR', { fields: { name: { key: 'validation_required' } } })
  if (isDoubtful && !list.choices.isConfirmed)
    throw createError('VALIDATION_ERROR', { fields: { isConfirmed: { key: 'class_list_unconfirmed' } } })
}

/** Writes the next rows of a list. What the preview could not know, such as a number that was given since, is refused. */
export async function writeClassList(tx: Transaction, record: ImportRecord): Promise<WriteCounts> {
  const { id, processed: from, total } = record
  const to = Math.min(from + CHUNK_ROWS, total)
  const chunk = sql`r.import_id = ${id} and r.at >= ${from} and r.at < ${to}`
  if (from === 0) await addGroups(tx, id)
  await addBorrowers(tx, chunk)
  await changeBorrowers(tx, chunk)
  const { rows } = await tx.execute<Omit<WriteCounts, 'processed'> & Record<string, unknown>>(sql`
    select ${written(sql`r.result = 'new'`)} as created, ${written(sql`r.result in ('changed', 'moved')`)} as updated,
      count(*) filter (where r.result = 'same')::int as unchanged,
      count(*) filter (where r.result in ('twice', 'refused') or r.is_left_out and r.result <> 'same')::int as refused
    from borrower_import_row as r where ${chunk}`)
  const counts = rows[0] ?? { created: 0, updated: 0, unchanged: 0, refused: 0 }
  const before = from === 0 ? { created: 0, updated: 0, unchanged: 0, refused: 0 } : record
  return {
    processed: to,
    created: before.created + counts.created,
    updated: before.updated + counts.updated,
    unchanged: before.unchanged + counts.unchanged,
    refused: before.refused + counts.refused,
  }
}

const written = (of: SQL): SQL => sql`count(*) filter (where ${of} and not r.is_left_out)::int`

/** The newest class, whose rules a new one gets: a class is made as the last one was. */
export const NEWEST_CLASS = sql`select * from borrower_group where kind = 'class' order by created_at desc, id desc limit 1`

/** Makes the classes that are missing, and enters their ids into the rows. */
async function addGroups(tx: Transaction, id: string): Promise<void> {
  const { rows: missing } = await tx.execute<{ name: string }>(sql`
    select r.input ->> 'className' as name from borrower_import_row as r
    where r.import_id = ${id} and r.input ? 'className' and not r.is_left_out group by 1 order by min(r.at)`)
  if (missing.length === 0) return
  const list = await findClassList(tx, id)
  const staff = new Set(
    findingsSchema.parse(list?.findings).classes.flatMap(({ name, isStaff }) => (isStaff ? [name] : [])),
  )
  const groups = missing.map(({ name }) => ({ id: newId(), name, kind: staff.has(name) ? 'staff' : 'class' }))
  const { rows: added } = await tx.execute<{ id: string }>(sql`
    insert into borrower_group (id, name, kind, loan_days, books_at_a_time, renewals)
    select given.id, given.name, given.kind, coalesce(model.loan_days, 14), coalesce(model.books_at_a_time, 5), coalesce(model.renewals, 2)
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as given(id uuid, name text, kind text)
      left join (${NEWEST_CLASS}) as model on given.kind = 'class'
    on conflict (name_hash) do nothing returning id`)
  await tx.execute(sql`
    update borrower_import set groups_added = ${sql.param(added.map((one) => one.id))}::uuid[] where id = ${id}`)
  await tx.execute(sql`
    update borrower_import_row as r set input = r.input || jsonb_build_object('groupId', g.id)
    from borrower_group as g
    where r.import_id = ${id} and r.input ? 'className' and g.name_hash = public.fold_hash(r.input ->> 'className')`)
}

/** The group that a row names, unless it was deleted since. */
const groupOfRow = sql`(select g.id from borrower_group as g where g.id = (r.input ->> 'groupId')::uuid)`

const text = (field: string): SQL => sql`coalesce(r.input ->> ${field}, '')`

/** Whether another borrower than `except` has the school number of a row, or anybody its card, by now. */
const isTaken = (except: SQL) => sql`(
  ${text('schoolNumber')} <> '' and exists (select from borrower as o
    where o.school_number <> '' and upper(o.school_number) = upper(${text('schoolNumber')}) and o.id <> ${except})
  or ${text('card')} <> '' and exists (select from lending_number as n where n.number = upper(${text('card')})
    and not exists (select from borrower as o where upper(o.card) = n.number and o.id = ${except})))`

/** Whether a person of this name has come into this class since the preview by anything but this import, such as a second start of the same file. */
const isAddedSince = sql`exists (select from borrower as o
  where o.name = r.input ->> 'name' and o.group_id is not distinct from ${groupOfRow}
    and o.created_at >= (select (i.findings ->> 'stagedAt')::timestamptz from borrower_import as i where i.id = r.import_id)
    and not exists (select from borrower_import_row as own where own.import_id = r.import_id and own.borrower_id = o.id))`

async function addBorrowers(tx: Transaction, chunk: SQL): Promise<void> {
  await tx.execute(sql`
    insert into borrower (id, name, school_number, card, email, group_id)
    select r.borrower_id, ${text('name')}, ${text('schoolNumber')}, ${text('card')}, ${text('email')}, ${groupOfRow}
    from borrower_import_row as r
    where ${chunk} and r.result = 'new' and not r.is_left_out and not ${isTaken(sql`r.borrower_id`)} and not ${isAddedSince}
    order by r.at on conflict do nothing`)
  await tx.execute(sql`
    update borrower_import_row as r set result = 'refused', cells = ${cellsOfRow},
      reason = case when ${isTaken(sql`r.borrower_id`)} then 'taken' else 'added-since' end
    where ${chunk} and r.result = 'new' and not r.is_left_out
      and not exists (select from borrower as b where b.id = r.borrower_id)`)
}

/** For the file of refused rows: what the row has said, where its cells were not kept. */
const cellsOfRow = sql`coalesce(r.cells, jsonb_build_array(r.said ->> 'name'))`

const COLUMNS = { name: 'name', schoolNumber: 'school_number', card: 'card', email: 'email' } as const
const FIELDS = Object.entries(COLUMNS).map(([field, column]) => ({ field, column: sql.identifier(column) }))

/** The columns of a borrower `b` with the values that a row writes. */
const newValues = sql.join(
  [
    ...FIELDS.map(({ field, column }) => sql`${column} = coalesce(r.input ->> ${field}, b.${column})`),
    sql`group_id = case when r.input ? 'groupId' then ${groupOfRow} else b.group_id end`,
  ],
  sql`, `,
)

/** Of a borrower `b`, the values that a row changes. */
const formerValues = sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
  FIELDS.map(({ field, column }) => sql`${field}::text, case when r.input ? ${field} then b.${column} end`),
  sql`, `,
)})) || case when r.input ? 'groupId' then jsonb_build_object('groupId', b.group_id) else '{}' end`

async function changeBorrowers(tx: Transaction, chunk: SQL): Promise<void> {
  const changes = sql`${chunk} and r.result in ('changed', 'moved') and not r.is_left_out and r.before is null`
  await tx.execute(sql`
    with former as materialized (
      select r.import_id, r.at, b.id, ${formerValues} as doc
      from borrower_import_row as r join borrower as b on b.id = r.borrower_id
      where ${changes} and not ${isTaken(sql`b.id`)} order by b.id for update of b
    ), saved as (
      update borrower as b set ${newValues}, version = b.version + 1, updated_at = ${now()}::timestamptz
      from former join borrower_import_row as r on r.import_id = former.import_id and r.at = former.at
      where b.id = former.id returning b.id
    )
    update borrower_import_row as r set before = former.doc from former join saved on saved.id = former.id
    where r.import_id = former.import_id and r.at = former.at`)
  await tx.execute(sql`
    update borrower_import_row as r set result = 'refused', cells = ${cellsOfRow},
      reason = case when exists (select from borrower as b where b.id = r.borrower_id) then 'taken' else 'gone' end
    where ${changes}`)
}
