import { and, sql } from 'drizzle-orm'
import { cancellable } from '../cancellable.server.ts'
import { decodeCursor, encodeCursor } from './cursor.server.ts'
import { VersionedCache } from './versioned-cache.server.ts'
import { fromLetter } from './letters.server.ts'
import type { Filter, List, ListPosition } from './list.server.ts'
import { rowsAfter, sortKeyColumns, sortKeysOf, orderBy, orderOf } from './order.server.ts'
import { searchPage } from './search-page.server.ts'
import { searchOf } from './search.server.ts'
import { totalOf } from './total.server.ts'
import { tableVersionSql, tableVersion } from './version.server.ts'

export interface ListQuery {
  /** Name of one of the list's orders. */
  sort: string
  searchTerm: string
  filter: Filter
  /** Where the list begins; only without a search, in an order that has letters. */
  letter?: string | undefined
  /** As a page before it gave it. */
  cursor?: string | undefined
  /** Rows, at most. */
  limit: number
  /** Of the request: nobody waits for the answer to one that was given up, PostgreSQL included. */
  signal?: AbortSignal | undefined
}

export interface PageOfRows<Row> {
  items: Row[]
  /** Behind the last of them; null at the end of the list. */
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
  listed: List<Row>,
  query: ListQuery,
): Promise<PageOfRows<Row>> {
  const isSearch = query.searchTerm.trim() !== ''
  const after = query.cursor === undefined ? undefined : decodeCursor(listed, query.sort, isSearch, query.cursor)
  const page = { ...query, filter: fromLetter(listed, query) }
  return isSearch ? foundPage(listed, page, after) : plainPage(listed, page, after)
}

/** How many rows a list has, exactly. */
export async function countRows<Row extends { id: string }>(
  listed: List<Row>,
  query: Pick<ListQuery, 'searchTerm' | 'filter'> & Partial<Pick<ListQuery, 'sort' | 'letter'>>,
): Promise<number> {
  const { searchTerm } = query
  const filter = fromLetter(listed, { sort: '', ...query })
  const version = await tableVersion(listed.changes)
  const search = await searchOf(listed, searchTerm, version)
  return search === 'none' ? 0 : totalOf(listed, searchTerm, search, filter, version)
}

/** Without a search: one statement, prepared where nothing is filtered, for it is asked most. */
async function plainPage<Row extends { id: string }>(
  listed: List<Row>,
  { sort, filter, limit }: ListQuery,
  after: ListPosition | undefined,
): Promise<PageOfRows<Row>> {
  const order = orderOf(listed, sort)
  const found = filter.condition
    ? await listed.rows({
        ...clausesOf(listed, sort),
        where: and(filter.condition, after && rowsAfter(listed, order, [...after.keys, after.id])),
        limit: limit + 1,
      })
    : await preparedPage(listed, sort, after !== undefined).execute({
        limit: limit + 1,
        ...(after && { first: after.keys[0] ?? '', second: after.keys[1] ?? '', id: after.id }),
      })
  const version = found[0]?.tableVersion
  const last = found.length > limit ? found[limit - 1] : undefined
  return {
    items: found.slice(0, limit),
    nextCursor: last ? encodeCursor(sort, { rank: 0, keys: sortKeysOf(order, last), id: last.id }) : null,
    total: async () => totalOf(listed, '', null, filter, version ?? (await tableVersion(listed.changes))),
  }
}

const clausesOf = <Row extends { id: string }>(listed: List<Row>, sort: string) => {
  const order = orderOf(listed, sort)
  return {
    beside: { ...sortKeyColumns(order), tableVersion: tableVersionSql(listed.changes) },
    orderBy: orderBy(listed, order),
  }
}

/** Where the hits of searches are that were asked for lately: many type the same, and come back to it. */
const pages = new VersionedCache<ListPosition[]>(500)

/** The hits of a search, found by their places and then read. */
async function foundPage<Row extends { id: string }>(
  listed: List<Row>,
  { sort, searchTerm, filter, limit, signal }: ListQuery,
  after: ListPosition | undefined,
): Promise<PageOfRows<Row>> {
  const version = await tableVersion(listed.changes)
  const search = await searchOf(listed, searchTerm, version)
  if (search === 'none' || search === null) return { items: [], nextCursor: null, total: () => Promise.resolve(0) }
  const page = { listed, searchTerm, search, filter, version, order: sort, after, limit: limit + 1 }
  const key = JSON.stringify([listed.name, searchTerm, filter.key, sort, limit, after ?? null])
  const places = pages.get(key, version) ?? (await cancellable(signal, (tx) => searchPage(tx, page)))
  pages.set(key, version, places)
  const last = places.length > limit ? places[limit - 1] : undefined
  return {
    items: await rowsById(listed, places.slice(0, limit)),
    nextCursor: last ? encodeCursor(sort, last) : null,
    total: () => totalOf(listed, searchTerm, search, filter, version),
  }
}

/** The rows at some places, in their order; one that was deleted this very moment is left out. */
export async function rowsById<Row extends { id: string }>(
  listed: List<Row>,
  places: readonly { id: string }[],
): Promise<Row[]> {
  if (places.length === 0) return []
  const ids = places.map(({ id }) => id)
  const found = await preparedRows(listed).execute({ ids, limit: ids.length })
  const byId = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const placeholders = ['first', 'second'].map((name) => sql.placeholder(name))

const preparedPage = <Row extends { id: string }>(listed: List<Row>, sort: string, hasAfter: boolean) =>
  listed.statement(`${listed.statements ?? listed.name}_by_${sort}${hasAfter ? '_after' : ''}`, () => {
    const order = orderOf(listed, sort)
    const place = [...placeholders.slice(0, order.keys.length), sql.placeholder('id')]
    return listed.rows({
      ...clausesOf(listed, sort),
      where: hasAfter ? rowsAfter(listed, order, place) : undefined,
      limit: sql.placeholder('limit'),
    })
  })

const preparedRows = <Row extends { id: string }>(listed: List<Row>) =>
  listed.statement(`${listed.statements ?? listed.name}_by_id`, () =>
    listed.rows({
      beside: { firstKey: sql`''`, secondKey: sql`''`, tableVersion: sql`''` },
      where: sql`${listed.id} = any(${sql.placeholder('ids')}::uuid[])`,
      orderBy: [],
      limit: sql.placeholder('limit'),
    }),
  )
