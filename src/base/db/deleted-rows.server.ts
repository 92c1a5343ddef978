import { and, eq, getTableColumns, getTableName, inArray, sql, SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { now } from '#base/lib/clock.ts'
import { db } from './connection/client.server.ts'
import { recordedAs, type Transaction } from './actor.server.ts'
import { isOlder } from './clock/counted-from.server.ts'
import { columnName } from './column-name.server.ts'
import { CHILDREN } from './noun-tables.server.ts'
import { deletedRow } from './tables/deleted-row.ts'
import { isAmong } from './trash.server.ts'

/**
 * Restores deleted rows under their ids, each as a new version; recorded as `restore`. Returns their ids: without those
 * that are not kept any more, whose place another row has by now, and, if `leavesOrphans`, without those that belong to a row
 * that is not there, such as the hold of a borrower in the trash; else these are an error.
 */
export async function restoreRows(
  tx: Transaction,
  table: PgTable,
  ids: readonly string[],
  { leavesOrphans = false } = {},
): Promise<string[]> {
  if (ids.length === 0) return []
  const kind = getTableName(table)
  // All columns but the generated ones.
  const columns = Object.entries(getTableColumns(table))
    .filter(([, column]) => column.generated === undefined)
    .map(([key]) => sql.identifier(columnName(key)))
  const names = namesOfRows(table)
  const { rows } = await recordedAs(tx, 'restore', () =>
    tx.execute<{ id: string }>(sql`
      insert into ${table} (${sql.join(columns, sql`, `)})
      select ${sql.join(
        columns.map((column) => names.get(column.value) ?? sql`former.${column}`),
        sql`, `,
      )}
      from deleted_row as d cross join lateral jsonb_populate_record(null::${table},
        ${JSON.stringify(defaultsOf(table))}::jsonb || d.row || jsonb_build_object('version', (d.row->>'version')::int + 1, 'updated_at', ${now()}::timestamptz)) as former
      where d.kind = ${kind} and d.id = ${isAmong(ids)} and ${leavesOrphans ? hasParents(table) : sql`true`}
      on conflict do nothing returning id`),
  )
  const restored = rows.map(({ id }) => id)
  await tx.delete(deletedRow).where(and(eq(deletedRow.kind, kind), inArray(deletedRow.id, restored)))
  return restored
}

/** The defaults by column: what a row that was deleted before a column came has of it. */
const defaultsOf = (table: PgTable): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).flatMap(([key, { default: value }]) =>
      value === undefined || value instanceof SQL ? [] : [[columnName(key), value]],
    ),
  )

/** The columns of a table that name rows of others, of which the deletion does `onDelete` with its rows. */
const referencesOf = (table: PgTable, onDelete: 'set null' | 'cascade') =>
  getTableConfig(table)
    .foreignKeys.filter((key) => key.onDelete === onDelete)
    .flatMap((key) => {
      const { columns, foreignTable } = key.reference()
      return columns.map(({ name }) => {
        const column = columnName(name)
        const named = sql`(select named.id from ${foreignTable} as named where named.id = former.${sql.identifier(column)})`
        return { column, named }
      })
    })

/** The columns that the deletion of what they name sets null: null also where that was deleted meanwhile. */
const namesOfRows = (table: PgTable): Map<string, SQL> =>
  new Map(referencesOf(table, 'set null').map(({ column, named }) => [column, named]))

/** Whether the rows to which a former row belongs are there. */
const hasParents = (table: PgTable): SQL =>
  sql.join([sql`true`, ...referencesOf(table, 'cascade').map(({ named }) => sql`exists ${named}`)], sql` and `)

/** Restores what was deleted together with the rows of a parent, which are there again. */
export async function restoreChildren(tx: Transaction, parent: PgTable, ids: readonly string[]): Promise<void> {
  for (const { table, column } of childrenOf(parent)) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from deleted_row where kind = ${getTableName(table)} and with_parent and (row->>${columnName(column.name)})::uuid = ${isAmong(ids)}`)
    await restoreRows(
      tx,
      table,
      rows.map(({ id }) => id),
      { leavesOrphans: true },
    )
  }
}

/** The ids of the children of a row, by their table. */
export type Children = Record<string, string[]>

/** A name that is free in a parent: with the first number behind it that no child of these parents has. */
const freeName = (table: PgTable, column: PgColumn, name: PgColumn, parents: readonly string[]): SQL => sql`
  case when place = 1 then c.${sql.identifier(name.name)} else (
    select former.name || ' (' || n || ')' from generate_series(2, 10000) as n
    where not exists (select from ${table} where ${column} = ${isAmong(parents)}
      and public.fold_hash(${name}) = public.fold_hash(former.name || ' (' || n || ')'))
    limit 1 offset place - 2) end`

/**
 * Gives the children of some rows another parent, before these go, but for some; of two with a name that a parent has once, the
 * second gets a number. Returns which were whose.
 */
export async function handOverChildren(
  tx: Transaction,
  parent: PgTable,
  from: readonly string[],
  to: string,
  but: readonly string[] = [],
): Promise<Map<string, Children>> {
  const handedOver = new Map<string, Children>()
  for (const { table, column, name } of childrenOf(parent)) {
    const link = sql.identifier(columnName(column.name))
    const parents = [...from, to]
    const { rows } = await tx.execute<{ id: string; parent: string }>(sql`
      with locked as materialized (
        select id, ${link} as parent from ${table} where ${column} = ${isAmong(from)} and not id = ${isAmong(but)} order by id for update
      ), former as (
        select locked.*, ${name ? sql`named.name, named.place` : sql`1 as place`} from locked ${
          name
            ? sql`join (select id, ${name} as name, row_number() over (partition by public.fold_hash(${name}) order by ${column} = ${to}::uuid desc, id) as place
                from ${table} where ${column} = ${isAmong(parents)}) as named using (id)`
            : sql``
        }
      )
      update ${table} as c set ${link} = ${to}::uuid, version = version + 1, updated_at = ${now()}${
        name ? sql`, ${sql.identifier(name.name)} = ${freeName(table, column, name, parents)}` : sql``
      }
      from former where c.id = former.id returning c.id, former.parent`)
    for (const row of rows) {
      const children = handedOver.get(row.parent) ?? {}
      handedOver.set(row.parent, children)
      ;(children[getTableName(table)] ??= []).push(row.id)
    }
  }
  return handedOver
}

/** Gives children that were handed over back to a row that is there again, but for those that have gone elsewhere since. */
export async function giveBackChildren(
  tx: Transaction,
  parent: PgTable,
  { from, to, children }: { from: string; to: string; children: Children },
): Promise<void> {
  for (const { table, column } of childrenOf(parent))
    await tx.execute(sql`
      update ${table} set ${sql.identifier(columnName(column.name))} = ${to}::uuid, version = version + 1, updated_at = ${now()}
      where id = ${isAmong(children[getTableName(table)] ?? [])} and ${column} = ${from}::uuid`)
}

const childrenOf = (parent: PgTable): { table: PgTable; column: PgColumn; name: PgColumn | undefined }[] =>
  CHILDREN.filter((child) => child.parent === parent)

/** Deletes for good what was deleted before a moment. */
export const purgeRows = (before: Date) => db.delete(deletedRow).where(isOlder(deletedRow.deletedAt, before))
