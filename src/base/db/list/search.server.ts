import { type SQL, and, eq, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Filter, List, SearchColumns } from './list.server.ts'
import {
  type Ranks,
  BEHIND_TITLE,
  type Word,
  beginsWord,
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
  /** The id of the row that the search names beside its hits, empty for none: a part of the keys of cached hits. */
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

/** The condition that a column has the word; a short Arabic word also begins one behind the article. */
const hasWord = (column: PgColumn, word: Word): SQL =>
  isShort(word)
    ? beginsWord(sql`${column}`, word, BEHIND_TITLE)
    : orOthers(sql`${column}`, word, BEHIND_TITLE, [sql`${column} like ${patternOf(word)}`])

/** The condition of a list: its search and its filter. */
export const listCondition = (search: Search | null, filter: Filter): SQL | undefined =>
  and(search?.matches, filter.condition)
