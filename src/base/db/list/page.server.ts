import { and, sql } from 'drizzle-orm'
import { createError } from '#base/errors/create-error.server.ts'
import { PAGE_SIZE } from '#base/lib/list/page-input.ts'
import { literalLimit } from '#base/lib/literal-limit.server.ts'
import { isUuid } from '#base/lib/uuid.ts'
import { cancellable } from '../connection/cancellable.server.ts'
import {
  type Filter,
  type List,
  type ListPosition,
  type Order,
  type Rank,
  isDefaultOrder,
  isTimestamp,
  orderBy,
  orderOf,
  rowsAfter,
  sortKeyColumns,
  sortKeysOf,
} from './list.server.ts'
import { RANK, isTitleRank } from './ranks.server.ts'
import { searchPage } from './search-page.server.ts'
import { type Search, searchOf } from './search.server.ts'
import { fromLetter, totalOf } from './totals.server.ts'
import { VersionedCache, tableVersion, tableVersionSql } from './versioned-cache.server.ts'

type CursorList = Pick<List<{ id: string }>, 'orders' | 'search'>

/** A cursor as clients carry it; they only hand it back. */
const encodeCursor = (order: string, { rank, keys, id }: ListPosition): string =>
  Buffer.from(JSON.stringify([order, rank, keys, id])).toString('base64url')

/**
 * Reads a cursor; one that Maktaba did not make for a list in this order, with or without a search, is refused with a
 * message at `cursor`.
 */
function decodeCursor(list: CursorList, order: string, isSearch: boolean, text: string): ListPosition {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(value) && value.length === 4 && value[0] === order) {
      const [, rank, keys, id]: unknown[] = value
      const isPlace = isRank(rank) && rank > 0 === (isSearch && isDefaultOrder(list, order))
      if (isPlace && isKeys(keys, keysOf(list, order, rank)) && typeof id === 'string' && isUuid(id))
        return { rank, keys, id }
    }
  } catch {
    // A cursor that is not JSON is not ours.
  }
  throw createError('VALIDATION_ERROR', { fields: { cursor: { key: 'cursor_invalid' } } })
}

const isRank = (value: unknown): value is Rank =>
  typeof value === 'number' && (value === 0 || Object.values<number>(RANK).includes(value))

/** The sort keys of a position: hits that were found by their title have others than the rest. */
const keysOf = ({ orders, search }: CursorList, order: string, rank: Rank): Order['keys'] | undefined =>
  isTitleRank(rank) ? search?.title && [search.title.order, search.title.key] : orders[order]?.keys

const isKeys = (value: unknown, columns: Order['keys'] | undefined): value is string[] =>
  columns !== undefined &&
  Array.isArray(value) &&
  value.length === columns.length &&
  columns.every((column, index) => {
    const key: unknown = value[index]
    return typeof key === 'string' && (isTimestamp(column) ? isTime(key) : !key.includes('\0'))
  })

/** A moment as the cursor has it, which PostgreSQL reads: no 31 February. */
function isTime(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return false
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === text.slice(0, 19)
}

export interface ListQuery {
  /** Name of one of the list's orders. */
  sort: string
  searchTerm: string
  filter: Filter
  /** Where the list begins; only without a search, in an order that has letters. */
  letter?: string | undefined
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined
  /** Rows, at most. */
  limit: number
  /** The signal of the request: the query of a request that was given up is cancelled in PostgreSQL too. */
  signal?: AbortSignal | undefined
}

export interface PageOfRows<Row> {
  items: Row[]
  /** Cursor of the place behind the last item; null at the end of the list. */
  nextCursor: string | null
  /** How many rows the whole list has, exactly; counted when it is asked for, unless it is known. */
  total: () => Promise<number>
}

export const NO_FILTER: Filter = { key: '', condition: undefined }

/**
 * A page of a list. By keyset: rows that come or go while somebody pages neither repeat nor get lost. Throws
 * VALIDATION_ERROR at `cursor` for one that is not of a list in this order, at `letter` where it cannot begin at one.
 */
export async function readPage<Row extends { id: string }>(
  list: List<Row>,
  query: ListQuery,
): Promise<PageOfRows<Row>> {
  const isSearch = query.searchTerm.trim() !== ''
  const after = query.cursor === undefined ? undefined : decodeCursor(list, query.sort, isSearch, query.cursor)
  const page = { ...query, filter: fromLetter(list, query) }
  return isSearch ? foundPage(list, page, after) : plainPage(list, page, after)
}

/** How many rows a list has, exactly. */
export async function countRows<Row extends { id: string }>(
  list: List<Row>,
  query: Pick<ListQuery, 'searchTerm' | 'filter'> & Partial<Pick<ListQuery, 'sort' | 'letter'>>,
): Promise<number> {
  const { searchTerm } = query
  const filter = fromLetter(list, { sort: '', ...query })
  const version = await tableVersion(list.changes)
  const search = await searchOf(list, searchTerm, version)
  return search === 'none' ? 0 : totalOf(list, searchTerm, search, filter, version)
}

/** Without a search: one statement, prepared where nothing is filtered, for it is asked most. */
async function plainPage<Row extends { id: string }>(
  list: List<Row>,
  { sort, filter, limit }: ListQuery,
  after: ListPosition | undefined,
): Promise<PageOfRows<Row>> {
  const order = orderOf(list, sort)
  const found = filter.condition
    ? await list.rows({
        ...clausesOf(list, sort),
        where: and(filter.condition, after && rowsAfter(list, order, [...after.keys, after.id])),
        limit: limit + 1,
      })
    : await preparedPage(list, sort, limit, after !== undefined).execute({
        limit: limit + 1,
        ...(after && { first: after.keys[0] ?? '', second: after.keys[1] ?? '', id: after.id }),
      })
  const version = found[0]?.tableVersion
  const last = found.length > limit ? found[limit - 1] : undefined
  return {
    items: found.slice(0, limit),
    nextCursor: last ? encodeCursor(sort, { rank: 0, keys: sortKeysOf(order, last), id: last.id }) : null,
    total: async () => totalOf(list, '', null, filter, version ?? (await tableVersion(list.changes))),
  }
}

const clausesOf = <Row extends { id: string }>(list: List<Row>, sort: string) => {
  const order = orderOf(list, sort)
  return {
    extraColumns: { ...sortKeyColumns(order), tableVersion: tableVersionSql(list.changes) },
    orderBy: orderBy(list, order),
  }
}

/** Where the hits of searches are that were asked for lately: many type the same, and come back to it. */
const pages = new VersionedCache<ListPosition[]>(500)

/** The hits of a search, found by their positions and then read. */
async function foundPage<Row extends { id: string }>(
  list: List<Row>,
  query: ListQuery,
  after: ListPosition | undefined,
): Promise<PageOfRows<Row>> {
  const { sort, searchTerm, filter, limit } = query
  const version = await tableVersion(list.changes)
  const search = await searchOf(list, searchTerm, version)
  if (search === 'none' || search === null) return { items: [], nextCursor: null, total: () => Promise.resolve(0) }
  const positions = await findPositions(list, query, { search, version, after })
  const last = positions.length > limit ? positions[limit - 1] : undefined
  return {
    items: await rowsById(list, positions.slice(0, limit)),
    nextCursor: last ? encodeCursor(sort, last) : null,
    total: () => totalOf(list, searchTerm, search, filter, version),
  }
}

/** The positions of the first hits of a search, one more than the limit at most: those that a page of them has. */
export async function firstPlaces<Row extends { id: string }>(
  list: List<Row>,
  query: ListQuery,
): Promise<ListPosition[]> {
  const version = await tableVersion(list.changes)
  const search = await searchOf(list, query.searchTerm, version)
  return search === 'none' || search === null ? [] : findPositions(list, query, { search, version, after: undefined })
}

async function findPositions<Row extends { id: string }>(
  list: List<Row>,
  { sort, searchTerm, filter, limit, signal }: ListQuery,
  { search, version, after }: { search: Search; version: string; after: ListPosition | undefined },
): Promise<ListPosition[]> {
  const key = JSON.stringify([list.name, searchTerm, search.beside, filter.key, sort, limit, after ?? null])
  const page = { list, searchTerm, search, filter, version, order: sort, after, limit: limit + 1 }
  const positions = pages.get(key, version) ?? (await cancellable(signal, (tx) => searchPage(tx, page)))
  pages.set(key, version, positions)
  return positions
}

/** The rows at some positions, in their order; one that was deleted this very moment is left out. */
export async function rowsById<Row extends { id: string }>(
  list: List<Row>,
  positions: readonly { id: string }[],
): Promise<Row[]> {
  if (positions.length === 0) return []
  const ids = positions.map(({ id }) => id)
  const found = await preparedRows(list).execute({ ids })
  const byId = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const placeholders = ['first', 'second'].map((name) => sql.placeholder(name))

/**
 * The statement of pages of this length. That of the usual length has it in its text: PostgreSQL plans a statement anew at
 * each use if the number of rows is a parameter, since without it the plan for them looks dearer, and that takes half
 * its time. A statement for each length would be a hundred for each order, on each connection.
 */
const preparedPage = <Row extends { id: string }>(list: List<Row>, sort: string, limit: number, hasAfter: boolean) => {
  const isUsual = limit === PAGE_SIZE
  const name = [list.statements ?? list.name, 'by', sort, hasAfter && 'after', !isUsual && 'of_any_length']
  return list.statement(name.filter(Boolean).join('_'), () => {
    const order = orderOf(list, sort)
    const position = [...placeholders.slice(0, order.keys.length), sql.placeholder('id')]
    return list.rows({
      ...clausesOf(list, sort),
      where: hasAfter ? rowsAfter(list, order, position) : undefined,
      limit: isUsual ? literalLimit(PAGE_SIZE + 1) : sql.placeholder('limit'),
    })
  })
}

/** More than anybody asks rows for at a time; each of them is there once. */
const MOST_PLACES = 1000

const preparedRows = <Row extends { id: string }>(list: List<Row>) =>
  list.statement(`${list.statements ?? list.name}_by_id`, () =>
    list.rows({
      extraColumns: { firstKey: sql`''`, secondKey: sql`''`, tableVersion: sql`''` },
      where: sql`${list.id} = any(${sql.placeholder('ids')}::uuid[])`,
      orderBy: [],
      limit: literalLimit(MOST_PLACES),
    }),
  )
