import { type SQL, and, eq, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../connection/client.server.ts'
import {
  type Filter,
  type List,
  type ListDefinition,
  type ListPosition,
  type Order,
  type SearchColumns,
  orderBy,
  rowsAfter,
  sortKeyColumns,
  sortKeysOf,
} from './list.server.ts'
import {
  RANK,
  type Ranks,
  BEHIND_TITLE,
  type TitleHits,
  type Word,
  beginsWord,
  isTitleRank,
  orOthers,
  ranksOf,
  readTerm,
  unranked,
} from './ranks.server.ts'
import { VersionedPromiseCache } from './versioned-cache.server.ts'

/** What a search asks of a row; folded on both sides alike. */
export interface Search extends Ranks {
  /** Every word stands in the searched texts, or names something beside them. */
  matches: SQL
  /** Part of the keys of what is kept of its hits: the row that it names beside them, or none. */
  beside: string
}

/** Terms that were read, with what is known of them: people type the same ones again. */
const known = new VersionedPromiseCache<Search | 'none'>(500)

/** What a term asks of the rows of a list; null without one, `none` for one of punctuation alone. */
export async function searchOf<Row extends { id: string }>(
  { name, id, search }: List<Row>,
  searchTerm: string,
  version: string,
): Promise<Search | 'none' | null> {
  if (!search || searchTerm.trim() === '') return null
  const beside = (await search.beside?.(searchTerm)) ?? ''
  const key = JSON.stringify([name, searchTerm, beside])
  return known.getOrLoad(key, version, async () => {
    const named = beside === '' ? undefined : eq(id, beside)
    const read = await readSearch(search, searchTerm, { version, named })
    return read === 'none' ? read : { ...read, beside }
  })
}

/**
 * Reads a term. A word of one or two letters matches the beginning of a word, a longer one also the inside. `%`, `_`
 * and `\\` are letters.
 */
async function readSearch(
  searched: SearchColumns,
  searchTerm: string,
  { version, named: besides }: { version: string; named: SQL | undefined },
): Promise<Omit<Search, 'beside'> | 'none'> {
  const named = await searched.named?.(searchTerm)
  if (named) return { matches: named, ...unranked(named) }
  const term = await readTerm(searchTerm, searched.title?.keyOf)
  const { words } = term
  if (words.length === 0) return 'none'
  const others =
    (await searched.otherMatches?.(
      words.map(({ word }) => word),
      version,
    )) ?? []
  const anywhere = (column: PgColumn): SQL =>
    or(besides, and(...words.map((word, index) => or(hasWord(column, word), others[index])))) ?? sql`true`
  const matches = anywhere(searched.allWords)
  return { matches, ...ranksOf(searched, term, matches, anywhere(searched.indexedWords)) }
}

/** Whether a folded text has the word, as a pattern of `like`. */
export const patternOf = (word: Word): string => (isShort(word) ? `% ${word.bare}%` : `%${word.bare}%`)

const isShort = ({ word }: Word): boolean => [...word].length < 3

/** The same as a condition; a short Arabic word also begins one behind the article. */
const hasWord = (column: PgColumn, word: Word): SQL =>
  isShort(word)
    ? beginsWord(sql`${column}`, word, BEHIND_TITLE)
    : orOthers(sql`${column}`, word, BEHIND_TITLE, [sql`${column} like ${patternOf(word)}`])

/** The condition of a list: its search and its filter. */
export const listCondition = (search: Search | null, filter: Filter): SQL | undefined =>
  and(search?.matches, filter.condition)

/** A page of the hits of a search. */
export interface SearchPage {
  list: ListDefinition<{ id: string }>
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

/** The one value for hits of a title rank, the other for the rest; as text of no collation, for it is not sorted by. */
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
