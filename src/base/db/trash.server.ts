import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isOlder } from './clock/counted-from.server.ts'
import { columnName } from './column-name.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { now } from '#base/lib/clock.ts'
import { withActor, type Actor, type Transaction } from './actor.server.ts'
import type { ChangeTable } from './tables/columns.ts'

// What the trash of every noun does: its tables have the columns of the noun, and `deleted_at` and `deleted_by`.

/** The columns of a table as SQL: by their names alone, or of a row of that alias. */
export interface TrashColumns {
  names: SQL
  of: (row: string) => SQL
}

/** The columns of a table of the trash but for some, so that a new field of a noun needs no line. */
export function trashColumns<Table extends PgTable>(
  table: Table,
  but: readonly (keyof Table['_']['columns'] & string)[],
): TrashColumns {
  const columns = Object.keys(getTableColumns(table))
    .filter((key) => !but.includes(key))
    .map((key) => sql.identifier(columnName(key)))
  return {
    names: sql.join(columns, sql`, `),
    of: (row) =>
      sql.join(
        columns.map((column) => sql`${sql.identifier(row)}.${column}`),
        sql`, `,
      ),
  }
}

/** Who deletes, for `deleted_by`. */
export const deletedByOf = (actor: Actor): string | null => (typeof actor === 'string' ? null : actor.userId)

/** For `id = …`: any of these ids. */
export const isAmong = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`

/** Locks what is in the trash, in the order of the ids, so that concurrent calls cannot deadlock; `gone` is not in it. */
export async function lockInTrash(
  tx: Transaction,
  table: PgTable,
  given: readonly string[],
): Promise<{ known: string[]; gone: string[] }> {
  const ids = given.map((id) => id.toLowerCase())
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from ${table} where id = ${isAmong(ids)} order by id for update`,
  )
  const known = rows.map(({ id }) => id)
  const inTrash = new Set(known)
  return { known, gone: ids.filter((id) => !inTrash.has(id)) }
}

/** Rows that one transaction deletes, at most. */
const AT_ONCE = 5000

/** Deletes all of a noun that was moved to a table of the trash until a moment, by many at a time in the name of the actor. Returns how many. */
export async function emptyOf(
  { table, isOfNoun }: { table: PgTable; isOfNoun: SQL },
  until: Date,
  actor: Actor,
  run: (tx: Transaction, ids: string[]) => Promise<string[]>,
): Promise<number> {
  // The moment has milliseconds, what the database stores has more.
  const next = sql`select id from ${table} where deleted_at < ${until}::timestamptz + interval '1 millisecond' and ${isOfNoun}
    order by id limit ${AT_ONCE} for update`
  for (let total = 0; ;) {
    const removed = await withActor(actor, async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(next)
      return run(
        tx,
        rows.map(({ id }) => id),
      )
    })
    total += removed.length
    if (removed.length < AT_ONCE) return total
  }
}

/** The columns of an activity that names who does it, for `insert into activity`. */
export const actorValues = (actor: Actor): SQL => {
  const kind = typeof actor === 'string' ? 'operator' : 'person'
  const inNameOf = typeof actor === 'string' ? null : (actor.inNameOf ?? null)
  return sql`${kind}, ${deletedByOf(actor)}::uuid, ${inNameOf}::uuid`
}

/** The trash of a noun. */
interface TrashTable {
  table: PgTable & Record<'id' | 'deletedAt', AnyPgColumn>
  /** The changes of the noun, by which the totals of its trash are kept too; here none of its rows has changed. */
  changes: ChangeTable
}

/**
 * Deletes people of a trash for good, recorded in the name of the actor without their names; a trigger makes the activity
 * forget them. Returns their ids.
 */
export async function eraseTrashed(
  tx: Transaction,
  { table, changes, noun }: TrashTable & { noun: 'borrower' | 'user' },
  ids: readonly string[],
  actor: Actor,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`delete from ${table} where id = ${isAmong(ids)} returning id`)
  const gone = rows.map(({ id }) => id)
  await tx.execute(sql`
    insert into activity (actor_kind, actor_id, in_name_of, action, subject_kind, subject_id)
    select ${actorValues(actor)}, ${`${noun}.delete-for-good`}, ${noun}, id from unnest(${sql.param(gone)}::uuid[]) as id`)
  await tx.insert(changes).values({})
  return gone
}

/** Deletes what was deleted before a moment for good; its deletion is recorded already. Returns how many. */
export async function purgeTrash(tx: Transaction, { table, changes }: TrashTable, before: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from ${table} where ${isOlder(table.deletedAt, before)}`)
  if (rowCount) await tx.insert(changes).values({})
  return rowCount ?? 0
}

/** Matches texts that have words beginning with each word of a search. */
export const hasWords = (text: SQL | AnyPgColumn, term: string): SQL => sql`not exists (
  select from string_to_table(btrim(public.fold_words(${term}::text)), ' ') as word
  where strpos(public.fold_words(${text}), ' ' || word) = 0)`

const DAY = 86_400_000

/** Adds the days after which something in the trash is deleted for good. */
export function withDaysLeft<One extends { deletedAt: Date }>(row: One): One & { daysLeft: number } {
  const end = row.deletedAt.getTime() + inForce().trashDays * DAY
  return { ...row, daysLeft: Math.max(0, Math.ceil((end - now().getTime()) / DAY)) }
}
