import { and, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '../client.server.ts'
import { KeptAnswers } from './kept.server.ts'
import type { Filter, Listed, Rank, Searched } from './listed.server.ts'

/** What a search asks of a row; folded on both sides alike. */
export interface Search {
  /** Every word stands in the searched texts, or names something beside them. */
  matches: SQL
  rank: SQL<number>
  /** The same for the words beside the keys in the index of the list: may be true of a text that was cut, never false wrongly. */
  walk: (rank: Rank) => SQL
  /** Of one rank or a better one, by the index that finds it. */
  ofRank: (rank: Rank) => SQL
}

interface Word {
  word: string
  /** As it stands in a pattern of `like`. */
  bare: string
  pattern: string
}

/** Characters of the words in the index (`walk_words`): a text of that length may have been cut. */
const WALK_LENGTH = 400
/** Parts the first text from the rest. */
const MARK = '\u001F'

/** Terms that were read, with what is known of them: people type the same ones again. */
const known = new KeptAnswers<Search | 'none'>(500)

/** What a term asks of the rows of a list; null without one, `none` for one of punctuation alone. */
export async function searchOf<Row extends { id: string }>(
  { name, search }: Listed<Row>,
  searchTerm: string,
  version: string,
): Promise<Search | 'none' | null> {
  if (!search || searchTerm.trim() === '') return null
  const key = JSON.stringify([name, searchTerm])
  return known.of(key, version, () => readSearch(search, searchTerm, version))
}

/**
 * Reads a term. A word of one or two letters matches the beginning of a word, a longer one also the inside. `%`, `_`
 * and `\\` are letters.
 */
async function readSearch(searched: Searched, searchTerm: string, version: string): Promise<Search | 'none'> {
  const { allWords, walkWords } = searched
  const words = await readWords(searchTerm)
  if (words.length === 0) return 'none'
  const besides =
    (await searched.besides?.(
      words.map(({ word }) => word),
      version,
    )) ?? []
  const first = sql`split_part(${allWords}, E'\\x1f', 1)`
  const phrase = `% ${words.map(({ bare }) => bare).join(' ')}%`
  const isPhrase = sql`${first} like ${phrase}`
  const inFirst = all(words.map(({ pattern }) => sql`${first} like ${pattern}`))
  const anywhere = (column: PgColumn) =>
    all(words.map(({ pattern }, index) => or(sql`${column} like ${pattern}`, besides[index])))
  const walked = {
    0: sql`${walkWords} like ${`${phrase}${MARK}%`}`,
    1: all(words.map(({ pattern }) => sql`${walkWords} like ${`${pattern}${MARK}%`}`)),
    2: anywhere(walkWords),
  }
  const matches = anywhere(allWords)
  return {
    matches,
    rank: sql<number>`case when ${isPhrase} then 0 when ${inFirst} then 1 else 2 end`,
    walk: (rank) => or(walked[rank], sql`length(${walkWords}) >= ${WALK_LENGTH}`) ?? walked[rank],
    ofRank: (rank) => (rank === 0 ? isPhrase : rank === 1 ? inFirst : matches),
  }
}

const all = (conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`

/** Folds a term into words, in SQL as the searched columns are. */
async function readWords(searchTerm: string): Promise<Word[]> {
  const { rows } = await db.execute<{ word: string; bare: string; pattern: string }>(sql`
    select word, bare, case when length(word) < 3 then '% ' else '%' end || bare || '%' as pattern
    from (
      select at, word, regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') as bare
      from regexp_split_to_table(btrim(public.fold_words(${searchTerm})), ' ') with ordinality as given(word, at)
      where word <> ''
    ) as split
    order by at
  `)
  return rows
}

/** The condition of a list: its search and its filter. */
export const listCondition = (search: Search | null, filter: Filter): SQL | undefined =>
  and(search?.matches, filter.condition)
