import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable, PgTimestamp } from 'drizzle-orm/pg-core'
import { prepared } from '../connection/prepared.server.ts'
import type { ChangeTable } from '../tables/columns.ts'

/** How good a hit of a search is: one of RANK in `ranks.server.ts`; 0 where hits are not ranked. */
export type Rank = number

/** A row's position in a list, and where a page ended: rank in a search (0 without one), sort keys as texts, id. */
export interface ListPosition {
  rank: Rank
  keys: string[]
  id: string
}

/** What a list is sorted by; the id comes last, so that no two rows share a position. */
export interface Order {
  /** Texts or moments, two at most; none for the order in which the rows were made. */
  keys: readonly PgColumn[]
  isDescending?: boolean
  /** The first key is a `sort_key`: the list can begin at a letter. */
  hasLetters?: boolean
}

/** What a page of rows asks of the feature's own `select`. */
export interface Clauses {
  /** To be selected with the row's own columns. */
  extraColumns: SortKeyColumns<SQL<string>>
  where: SQL | undefined
  orderBy: SQL[]
  limit: number | Placeholder
}

/** The sort keys of a row ('' for a missing second one) and the version of the table. */
export interface SortKeyColumns<Text> {
  firstKey: Text
  secondKey: Text
  tableVersion: Text
}

/** A `select` of Drizzle with its clauses: awaited, or prepared. */
interface RowsQuery<Row> extends PromiseLike<Row[]> {
  prepare: (name: string) => { execute: (values: Record<string, unknown>) => Promise<Row[]> }
}

/** A table whose rows are shown as a list: paged by keyset, counted, sorted, searched. */
export interface ListDefinition<Row extends { id: string }> {
  /** Name of the table. */
  name: string
  /** Prefix of the names of the list's prepared statements: for a second list of the same table. */
  statements?: string
  table: PgTable
  id: PgColumn
  /** A row for each change of the table, by a trigger: totals are kept by it. */
  changes: ChangeTable
  /** By name. The first is the default order, the only one in which hits of a search are ranked. */
  orders: Readonly<Record<string, Order>>
  rows: (clauses: Clauses) => RowsQuery<Row & SortKeyColumns<string>>
  search?: SearchColumns
}

type Statement<Row> = ReturnType<RowsQuery<Row & SortKeyColumns<string>>['prepare']>

export interface List<Row extends { id: string }> extends ListDefinition<Row> {
  /** A statement of its rows that is prepared once for the open database, under this name. */
  statement: (name: string, make: () => RowsQuery<Row & SortKeyColumns<string>>) => Statement<Row>
}

/** Declares a list, once, in its feature. */
export function defineList<Row extends { id: string }>(declaration: ListDefinition<Row>): List<Row> {
  const statements = new Map<string, () => Statement<Row>>()
  const statement: List<Row>['statement'] = (name, make) => {
    const known = statements.get(name) ?? prepared(() => make().prepare(name))
    statements.set(name, known)
    return known()
  }
  return { ...declaration, statement }
}

/** The columns of a table that can be searched; `fold_words` has written them. */
export interface SearchColumns {
  /** What is searched: the words of the first text (the title), U+001F, those of the rest. */
  allWords: PgColumn
  /** The beginning of `allWords`, in the index of the usual order (`walk_words`): decides without reading the row. */
  indexedWords: PgColumn
  /** Other columns of that index that `otherMatches` uses. */
  indexedColumns: readonly PgColumn[]
  /** Titles by which rows are looked up, with an index on key, order and id. */
  title?: {
    key: PgColumn
    /** Sort key of titles that begin alike, in text that sorts byte by byte. */
    order: PgColumn
    /** The SQL of a title's key. */
    keyOf: (title: SQL) => SQL<string>
  }
  /** The words of the author, a space before and behind each. */
  author?: PgColumn
  /** The rows that a term alone names by their number, such as an ISBN; undefined where it names none. */
  named?: (searchTerm: string) => Promise<SQL | undefined>
  /** The id of a row that a term names beside its hits, such as a book by a label, by whatever changes without the table. */
  beside?: (searchTerm: string) => Promise<string | undefined>
  /** What else a folded word may name, such as a genre; one answer a word. */
  otherMatches?: (words: string[], version: string) => Promise<(SQL | undefined)[]>
}

/** Which rows a list is of. `key` says the same as `condition`, in a text: totals are kept under it. */
export interface Filter {
  key: string
  condition: SQL | undefined
}

/** The order with this name, or the default order for an unknown name. */
export function orderOf(list: Pick<List<{ id: string }>, 'orders'>, name: string): Order {
  const order = list.orders[name] ?? Object.values(list.orders)[0]
  if (!order) throw new Error('A list needs an order')
  return order
}

/** Whether hits of a search are ranked in this order: only in the default one. */
export const isDefaultOrder = (list: Pick<List<{ id: string }>, 'orders'>, name: string): boolean =>
  Object.keys(list.orders)[0] === name

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

/** Rows behind a position, whose keys and id are values or placeholders. */
export function rowsAfter(
  { id }: Pick<List<{ id: string }>, 'id'>,
  { keys, isDescending }: Order,
  position: unknown[],
): SQL {
  const columns = sql.join([...keys, id], sql`, `)
  const values = sql.join(
    position.map((value, index) => sql`${value}::${sql.raw(typeOf(keys[index], index === position.length - 1))}`),
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

/** The columns of `sortKeyColumns` as the keys of a position. */
export const sortKeysOf = (
  order: Order,
  { firstKey, secondKey }: Omit<SortKeyColumns<string>, 'tableVersion'>,
): string[] => [firstKey, secondKey].slice(0, order.keys.length)
