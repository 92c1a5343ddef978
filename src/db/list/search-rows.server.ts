import { sql, type SQL } from 'drizzle-orm'
import type { Declaration, Filter, Order, Place } from './listed.server.ts'
import { keysBeside, keysOf } from './place.server.ts'
import { isTitleRank } from './ranks.server.ts'
import type { Search } from './search.server.ts'

/** A page of the hits of a search. */
export interface SearchPage {
  listed: Declaration<{ id: string }>
  searchTerm: string
  search: Search
  filter: Filter
  /** Of the table, read before. */
  version: string
  /** Name of an order. */
  order: string
  after: Place | undefined
  /** Rows, at most. */
  limit: number
}

/** What a query of a page looks for. */
export interface Part extends SearchPage {
  by: Order
  /** Whether the best hits come first: in the usual order. */
  isRanked: boolean
}

/** A hit as the queries of a search answer it. */
export type HitRow = { rank: number; first_key: string; second_key: string; id: string }

/** The sort keys of an order as the columns of a hit. */
export const namedKeys = (by: Order): SQL => {
  const { firstKey, secondKey } = keysBeside(by)
  return sql`${firstKey} as first_key, ${secondKey} as second_key`
}

/** The places of hits: those that were found by their title have other sort keys than the rest. */
export const placesOf = (rows: readonly HitRow[], by: Order): Place[] =>
  rows.map(({ rank, first_key: firstKey, second_key: secondKey, id }) => ({
    rank,
    keys: isTitleRank(rank) ? [firstKey, secondKey] : keysOf(by, { firstKey, secondKey }),
    id,
  }))
