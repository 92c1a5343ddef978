import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '#base/db/actor.server.ts'
import { columnName } from '#base/db/column-name.server.ts'
import { restoreRows } from '#base/db/deleted-rows.server.ts'
import type { RowOperation } from '#base/db/tables/lending-bulk.ts'
import { now } from '#base/lib/clock.ts'

/** What a bulk change of a noun's rows does beside what is the same for all nouns. */
export interface RowRules {
  table: PgTable
  /** The table of the rows of bulk changes. */
  rows: PgTable
  /** Why an operation leaves a row of the table alone, as SQL of its columns; null where it does not. */
  refusal: (operation: Exclude<RowOperation, { kind: 'add' }>) => SQL
  /** Locks what must be locked before the rows of a chunk, so that a desk that works on them does not wait for the change. */
  lockBefore?: (tx: Transaction, operation: RowOperation, chunk: SQL) => Promise<unknown>
  /** Why the undo leaves a row alone, as SQL of the table's columns; null where it does not. */
  keeps: (operation: RowOperation) => SQL
  /** Adds the rows of a chunk of an operation `add`. */
  add?: (tx: Transaction, chunk: SQL) => Promise<unknown>
  /** The trash of the noun; without it deleted rows are kept as `deleted_row`. */
  trash?: {
    move: (tx: Transaction, ids: readonly string[], deletedBy: string | null) => Promise<unknown>
    /** Returns the ids of those that were restored, and of those whose numbers others have by now. */
    restore: (tx: Transaction, ids: readonly string[]) => Promise<{ restored: string[]; taken: string[] }>
  }
  /** Runs after the rows of a chunk were changed or taken back. */
  done: (tx: Transaction) => Promise<void>
}

const columnsOf = (values: object): string[] => Object.keys(values).map(columnName)
const named = (table: SQL | PgTable, columns: readonly string[]): SQL =>
  sql.join(
    columns.map((column) => sql`${table}.${sql.identifier(column)}`),
    sql`, `,
  )

/** The new values as a row of the table. */
const newValues = (table: PgTable, values: object): SQL => {
  const byColumn = Object.fromEntries(Object.entries(values).map(([field, value]) => [columnName(field), value]))
  return sql`jsonb_populate_record(null::${table}, ${JSON.stringify(byColumn)}::jsonb) as given`
}

/** Whether a row has another value than one of these. */
const isOtherThan = (table: PgTable, values: object): SQL => {
  const columns = columnsOf(values)
  return sql`exists (select from ${newValues(table, values)}
    where (${named(table, columns)}) is distinct from (${named(sql`given`, columns)}))`
}

/** What is expected of each row of the table: `changed` where one of the values is another one. */
export const expectedResult = (table: PgTable, operation: RowOperation): SQL => {
  if (operation.kind !== 'set') return sql`'changed'`
  return sql`case when ${isOtherThan(table, operation.values)} then 'changed' else 'unchanged' end`
}

/** The values of the columns that an operation sets, by column. */
export const formerValues = (table: PgTable, operation: RowOperation): SQL =>
  operation.kind === 'set'
    ? sql`jsonb_build_object(${sql.join(
        columnsOf(operation.values).map((column) => sql`${column}::text, ${table}.${sql.identifier(column)}`),
        sql`, `,
      )})`
    : sql`'{}'::jsonb`

const assigned = (table: PgTable, values: object, from: SQL): SQL =>
  sql`${sql.join(
    columnsOf(values).map((column) => sql`${sql.identifier(column)} = ${from}.${sql.identifier(column)}`),
    sql`, `,
  )}, version = ${table}.version + 1, updated_at = ${now()}`

/** Locks the rows of a chunk in the order of their ids, so that concurrent changes cannot deadlock. */
async function lockRows(
  tx: Transaction,
  { table, rows, lockBefore }: RowRules,
  operation: RowOperation,
  chunk: SQL,
): Promise<void> {
  await lockBefore?.(tx, operation, chunk)
  await tx.execute(
    sql`select from ${table} where id in (select r.row_id from ${rows} as r where ${chunk}) order by id for update`,
  )
}

async function idsIn(tx: Transaction, rows: PgTable, chunk: SQL): Promise<string[]> {
  const { rows: found } = await tx.execute<{ id: string }>(
    sql`select r.row_id as id from ${rows} as r where ${chunk} order by r.at`,
  )
  return found.map(({ id }) => id)
}

interface Chunk {
  operation: RowOperation
  chunk: SQL
  /** Who has started it. */
  userId: string | null
}

/** Changes, deletes or adds the rows of a chunk that are still as they were when the change was made, and refuses the others. */
export async function writeChangedRows(
  tx: Transaction,
  rules: RowRules,
  { operation, chunk: all, userId }: Chunk,
): Promise<void> {
  const { table, rows, add, trash } = rules
  const chunk = sql`${all} and r.result = 'changed'`
  await lockRows(tx, rules, operation, chunk)
  if (operation.kind === 'add') {
    await add?.(tx, chunk)
    return rules.done(tx)
  }
  await tx.execute(sql`
    update ${rows} as r set result = 'refused', reason = case when present.id is null then 'missing' else 'changed' end
    from ${rows} as own left join ${table} as present on present.id = own.row_id
    where ${chunk} and own.bulk_id = r.bulk_id and own.at = r.at
      and (present.id is null or present.version <> r.version)`)
  await tx.execute(sql`
    update ${rows} as r set result = 'refused', reason = found.reason
    from (
      select id, ${rules.refusal(operation)} as reason from ${table}
      where id in (select r.row_id from ${rows} as r where ${chunk})
    ) as found
    where ${chunk} and found.id = r.row_id and found.reason is not null`)
  if (operation.kind === 'set')
    await tx.execute(sql`
      update ${table} set ${assigned(table, operation.values, sql`given`)}
      from ${newValues(table, operation.values)}, ${rows} as r where ${chunk} and ${table}.id = r.row_id`)
  else if (trash) await trash.move(tx, await idsIn(tx, rows, chunk), userId)
  else await tx.execute(sql`delete from ${table} where id in (select r.row_id from ${rows} as r where ${chunk})`)
  await rules.done(tx)
}

interface Left {
  at: number
  stays: string
}

/** Takes a chunk back. Returns the rows that stay as they are, and why. */
export async function takeRowsBack(
  tx: Transaction,
  rules: RowRules,
  { operation, chunk: all }: Omit<Chunk, 'userId'>,
): Promise<Left[]> {
  const chunk = sql`${all} and r.result = 'changed'`
  await lockRows(tx, rules, operation, chunk)
  const left =
    operation.kind === 'delete' ? await restoreChunk(tx, rules, chunk) : await revert(tx, rules, operation, chunk)
  await rules.done(tx)
  return left
}

/** Gives rows their former values, or deletes those that were added, if they are still what the change has made of them. */
async function revert(
  tx: Transaction,
  { table, rows, keeps }: RowRules,
  operation: Exclude<RowOperation, { kind: 'delete' }>,
  chunk: SQL,
): Promise<Left[]> {
  const isOther = operation.kind === 'set' ? isOtherThan(table, operation.values) : sql`${table}.version <> 1`
  const { rows: found } = await tx.execute<{ at: number; id: string; stays: string | null }>(sql`
    select r.at, r.row_id as id, case when ${table}.id is null then 'missing' when ${isOther} then 'changed' else ${keeps(operation)} end as stays
    from ${rows} as r left join ${table} on ${table}.id = r.row_id where ${chunk}`)
  const ids = found.filter(({ stays }) => stays === null).map(({ id }) => id)
  const isBack = sql`r.row_id = any(${sql.param(ids)}::uuid[])`
  await (operation.kind === 'add'
    ? tx.execute(sql`delete from ${table} where id = any(${sql.param(ids)}::uuid[])`)
    : tx.execute(sql`
        update ${table} set ${assigned(table, operation.values, sql`former`)}
        from ${rows} as r cross join lateral jsonb_populate_record(null::${table}, r.before) as former
        where ${chunk} and ${isBack} and ${table}.id = r.row_id`))
  return found.flatMap(({ at, stays }) => (stays === null ? [] : [{ at, stays }]))
}

/** Restores deleted rows, from the trash of the noun or as they were kept. */
async function restoreChunk(tx: Transaction, { table, rows, trash }: RowRules, chunk: SQL): Promise<Left[]> {
  const { rows: found } = await tx.execute<{ at: number; id: string }>(
    sql`select r.at, r.row_id as id from ${rows} as r where ${chunk}`,
  )
  const ids = found.map(({ id }) => id)
  const { restored, taken } = trash ? await trash.restore(tx, ids) : await restoreKept(tx, table, ids)
  const isBack = new Set(restored)
  const left = found.filter(({ id }) => !isBack.has(id))
  if (left.length === 0) return []
  const { rows: present } = await tx.execute<{ id: string }>(
    sql`select id from ${table} where id = any(${sql.param(left.map(({ id }) => id))}::uuid[])`,
  )
  const isThere = new Set(present.map(({ id }) => id))
  const isTaken = new Set(taken)
  return left.map(({ at, id }) => ({
    at,
    stays: isThere.has(id) ? 'changed' : isTaken.has(id) ? 'taken' : 'missing',
  }))
}

/** Restores what `deleted_row` keeps; what it still keeps then is in the way of another row. */
async function restoreKept(tx: Transaction, table: PgTable, ids: readonly string[]) {
  const restored = await restoreRows(tx, table, ids, { leavesOrphans: true })
  const { rows: kept } = await tx.execute<{ id: string }>(sql`
    select id from deleted_row where kind = ${getTableName(table)} and id = any(${sql.param([...ids])}::uuid[])`)
  return { restored, taken: kept.map(({ id }) => id) }
}
