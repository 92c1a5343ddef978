import { and, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { VersionedPromiseCache } from './versioned-cache.server.ts'
import type { Filter, List, SearchColumns } from './list.server.ts'
import { ranksOf, type Ranks } from './ranks.server.ts'
import { readTerm, type Word } from './term.server.ts'

/** What a search asks of a row; folded on both sides alike. */
export interface Search extends Ranks {
  /** Every word stands in the searched texts, or names something beside them. */
  matches: SQL
}

/** Terms that were read, with what is known of them: people type the same ones again. */
const known = new VersionedPromiseCache<Search | 'none'>(500)

/** What a term asks of the rows of a list; null without one, `none` for one of punctuation alone. */
export async function searchOf<Row extends { id: string }>(
  { name, search }: List<Row>,
  searchTerm: string,
  version: string,
): Promise<Search | 'none' | null> {
  if (!search || searchTerm.trim() === '') return null
  const key = JSON.stringify([name, searchTerm])
  return known.getOrLoad(key, version, () => readSearch(search, searchTerm, version))
}

/**
 * Reads a term. A word of one or two letters matches the beginning of a word, a longer one also the inside. `%`, `_`
 * and `\\` are letters.
 */
async function readSearch(searched: SearchColumns, searchTerm: string, version: string): Promise<Search | 'none'> {
  const term = await readTerm(searchTerm, searched.title?.keyOf)
  const { words } = term
  if (words.length === 0) return 'none'
  const others =
    (await searched.otherMatches?.(
      words.map(({ word }) => word),
      version,
    )) ?? []
  const anywhere = (column: PgColumn): SQL =>
    and(...words.map((word, index) => or(sql`${column} like ${patternOf(word)}`, others[index]))) ?? sql`true`
  const matches = anywhere(searched.allWords)
  return { matches, ...ranksOf(searched, term, matches, anywhere(searched.walkWords)) }
}

const patternOf = ({ word, bare }: Word): string => ([...word].length < 3 ? `% ${bare}%` : `%${bare}%`)

/** The condition of a list: its search and its filter. */
export const listCondition = (search: Search | null, filter: Filter): SQL | undefined =>
  and(search?.matches, filter.condition)
