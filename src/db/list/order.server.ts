import { sql, type SQL } from 'drizzle-orm'
import { PgTimestamp, type PgColumn } from 'drizzle-orm/pg-core'
import type { SortKeyColumns, List, Order } from './list.server.ts'

/** The order by name; the usual one for a name that is none. */
export function orderOf(listed: Pick<List<{ id: string }>, 'orders'>, name: string): Order {
  const order = listed.orders[name] ?? Object.values(listed.orders)[0]
  if (!order) throw new Error('A list needs an order')
  return order
}

/** Whether searches in this order are ranked: only in the usual one. */
export const isDefaultOrder = (listed: Pick<List<{ id: string }>, 'orders'>, name: string): boolean =>
  Object.keys(listed.orders)[0] === name

/** `order by` of a list, its id at the end. */
export function orderBy({ id }: Pick<List<{ id: string }>, 'id'>, { keys, isDescending }: Order): SQL[] {
  return [...keys, id].map((column) => (isDescending ? sql`${column} desc` : sql`${column}`))
}

/** Whether a sort key is a moment; the others are texts. */
export const isTimestamp = (column: PgColumn): boolean => column instanceof PgTimestamp

/** A sort key as text that is read back as the same value: moments in UTC, to the microsecond. */
const textOf = (column: PgColumn): SQL<string> =>
  isTimestamp(column)
    ? sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql<string>`${column}`

/** Rows behind a place, whose keys and id are values or placeholders. */
export function rowsAfter(
  { id }: Pick<List<{ id: string }>, 'id'>,
  { keys, isDescending }: Order,
  place: unknown[],
): SQL {
  const columns = sql.join([...keys, id], sql`, `)
  const values = sql.join(
    place.map((value, index) => sql`${value}::${sql.raw(typeOf(keys[index], index === place.length - 1))}`),
    sql`, `,
  )
  return isDescending ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`
}

const typeOf = (key: PgColumn | undefined, isId: boolean): string =>
  isId ? 'uuid' : key && isTimestamp(key) ? 'timestamptz' : 'text'

/** The sort keys of a row as columns of their own. */
export const sortKeyColumns = ({
  keys: [first, second],
}: Order): Omit<SortKeyColumns<SQL<string>>, 'tableVersion'> => ({
  firstKey: first ? textOf(first) : sql<string>`''`,
  secondKey: second ? textOf(second) : sql<string>`''`,
})

/** Those columns as the keys of a place. */
export const sortKeysOf = (
  order: Order,
  { firstKey, secondKey }: Omit<SortKeyColumns<string>, 'tableVersion'>,
): string[] => [firstKey, secondKey].slice(0, order.keys.length)
