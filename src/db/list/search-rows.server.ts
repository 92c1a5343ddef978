import { sql, type SQL } from 'drizzle-orm'
import type { ListDefinition, Filter, Order, ListPosition } from './list.server.ts'
import { sortKeyColumns, sortKeysOf } from './order.server.ts'
import { isTitleRank } from './ranks.server.ts'
import type { Search } from './search.server.ts'

/** A page of the hits of a search. */
export interface SearchPage {
  listed: ListDefinition<{ id: string }>
  searchTerm: string
  search: Search
  filter: Filter
  /** Of the table, read before. */
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

/** The places of hits: those that were found by their title have other sort keys than the rest. */
export const positionsOf = (rows: readonly HitRow[], by: Order): ListPosition[] =>
  rows.map(({ rank, first_key: firstKey, second_key: secondKey, id }) => ({
    rank,
    keys: isTitleRank(rank) ? [firstKey, secondKey] : sortKeysOf(by, { firstKey, secondKey }),
    id,
  }))
