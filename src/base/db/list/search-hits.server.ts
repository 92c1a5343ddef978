import { type SQL, and, sql } from 'drizzle-orm'
import type { Queryable } from '../connection/client.server.ts'
import {
  type Filter,
  type ListDefinition,
  type ListPosition,
  type Order,
  orderBy,
  rowsAfter,
  sortKeyColumns,
  sortKeysOf,
} from './list.server.ts'
import { RANK, type TitleHits, isTitleRank } from './ranks.server.ts'
import { type Search, listCondition } from './search.server.ts'

/** A page of the hits of a search. */
export interface SearchPage {
  list: ListDefinition<{ id: string }>
  searchTerm: string
  search: Search
  filter: Filter
  /** The version of the table, read before its rows. */
  version: string
  /** Name of an order. */
  order: string
  after: ListPosition | undefined
  /** Rows, at most. */
  limit: number
}

/** What a query of a page looks for. */
export interface RankedSearch extends SearchPage {
  by: Order
  /** Whether the best hits come first: in the usual order. */
  isRanked: boolean
}

/** A hit as the queries of a search answer it. */
export type HitRow = { rank: number; first_key: string; second_key: string; id: string }

/** The sort keys of an order as the columns of a hit. */
export const sortKeyAliases = (by: Order): SQL => {
  const { firstKey, secondKey } = sortKeyColumns(by)
  return sql`${firstKey} as first_key, ${secondKey} as second_key`
}

/** The positions of hits: those that were found by their title have other sort keys than the rest. */
export const positionsOf = (rows: readonly HitRow[], by: Order): ListPosition[] =>
  rows.map(({ rank, first_key: firstKey, second_key: secondKey, id }) => ({
    rank,
    keys: isTitleRank(rank) ? [firstKey, secondKey] : sortKeysOf(by, { firstKey, secondKey }),
    id,
  }))

/** Few hits: all of them by the index of words, ranked and sorted. */
export async function rarePage(tx: Queryable, part: RankedSearch): Promise<ListPosition[]> {
  const { list, search, filter, by, isRanked, after, limit } = part
  const titles = isRanked ? search.titles : undefined
  const columns = new Set([...by.keys, list.id, ...(titles ? [titles.order, titles.key] : [])])
  const keys = sortKeyColumns(by)
  const { rows } = await tx.execute<HitRow>(sql`
    with hit as materialized (
      select ${isRanked ? search.rank : sql`0`} as rank, ${sql.join([...columns], sql`, `)} from ${list.table}
      where ${listCondition(search, filter)}
    )
    select rank, ${byTitle(titles?.order, keys.firstKey)} as first_key, ${byTitle(titles?.key, keys.secondKey)} as second_key, id
    from hit as ${sql.identifier(list.name)}
    ${after ? sql`where rank > ${after.rank} or (rank = ${after.rank} and ${isBehind(part, after)})` : sql``}
    order by rank, ${sql.join(titles ? titleOrder(part, [titles.order, titles.key]) : orderBy(list, by), sql`, `)}
    limit ${limit}
  `)
  return positionsOf(rows, by)
}

const hasTitleRank = sql.raw(`rank between ${RANK.title} and ${RANK.beginningInWord}`)

/** `ofTitle` for hits of a title rank, `other` for the rest; both collated "C", for nothing is sorted by them. */
const byTitle = (ofTitle: unknown, other: SQL): SQL =>
  ofTitle === undefined
    ? other
    : sql`case when ${hasTitleRank} then ${ofTitle} collate "C" else ${other} collate "C" end`

const titleOrder = ({ list, by }: RankedSearch, titleKeys: readonly unknown[]): SQL[] => [
  ...titleKeys.map((key) => sql`case when ${hasTitleRank} then ${key} end`),
  ...by.keys.map((key) => sql`case when not ${hasTitleRank} then ${key} end`),
  sql`${list.id}`,
]

function isBehind({ list, search, by }: RankedSearch, { rank, keys, id }: ListPosition): SQL {
  if (!isTitleRank(rank) || !search.titles) return rowsAfter(list, by, [...keys, id])
  return rowsAfter(list, { keys: [search.titles.order, search.titles.key] }, [...keys, id])
}

/**
 * The hits that are found by their title, by the index of title keys: the exact ones, then those that begin so, the
 * shorter ones first.
 */
export async function titlesPage(
  tx: Queryable,
  { list, search, filter, by, after, limit }: RankedSearch,
  { key, order, rank, begins, isSufficient, byAuthor }: TitleHits,
): Promise<ListPosition[]> {
  const { id, table } = list
  const hits = [
    sql`select ${rank} as rank, ${order} as first_key, ${key} as second_key, ${id} as id from ${table}
      where ${and(begins, isSufficient ? undefined : search.matches, filter.condition)}`,
    ...(byAuthor
      ? [
          sql`select ${sql.raw(String(RANK.titleByAuthor))}, ${order}, ${key}, ${id} from ${table}
            where ${and(byAuthor, sql`not ${begins}`, search.matches, filter.condition)}`,
        ]
      : []),
  ]
  const { rows } = await tx.execute<HitRow>(sql`
    select rank, first_key, second_key, id from (${sql.join(hits, sql` union all `)}) as hit
    ${after ? sql`where (rank, first_key, second_key, id) > (${sql.join(placeOf(after), sql`, `)})` : sql``}
    order by rank, first_key, second_key, id limit ${limit}
  `)
  return positionsOf(rows, by)
}

const placeOf = ({ rank, keys, id }: ListPosition): SQL[] => [
  sql`${rank}::int`,
  ...keys.map((key) => sql`${key}::text`),
  sql`${id}::uuid`,
]
