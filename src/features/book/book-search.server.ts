import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'

/** What a search asks of a book; folded on both sides alike. */
export interface Search {
  /** Every word stands in title, author or publisher, or in a word of the genre. */
  matches: SQL
  /** 0 the phrase as it stands, in the title; 1 all words in the title; 2 the rest. */
  rank: SQL<number>
  /** The same for the words beside the title in the index of the list: may be true of a text that was cut, never false wrongly. */
  walk: (rank: Rank) => SQL
  /** Of one rank, by the index that finds it. */
  ofRank: (rank: Rank) => SQL
}

export type Rank = 0 | 1 | 2
export const RANKS: readonly Rank[] = [0, 1, 2]

interface Word {
  pattern: string
  genreIds: string[]
}

/** Characters of walk_words (db/tables/book.ts): a text of that length may have been cut. */
const WALK_LENGTH = 400
/** Parts the title from the rest. */
const MARK = '\u001F'
const titleOf = sql`split_part(${book.allWords}, E'\\x1f', 1)`

/**
 * Reads a search term; null without one, `none` for one of punctuation alone. A word of one or two letters
 * matches the beginning of a word, a longer one also the inside, and of a genre the beginning only: `king` is
 * not for cooking. `%`, `_` and `\\` are letters.
 */
export async function readSearch(searchTerm: string): Promise<Search | 'none' | null> {
  if (searchTerm.trim() === '') return null
  const words = await readWords(searchTerm)
  const [first] = words
  if (!first) return 'none'
  const phrase = `% ${words.map(({ bare }) => bare).join(' ')}%`
  const inText = and(...words.map(({ pattern, genreIds }) => anywhere(pattern, genreIds, book.allWords))) ?? sql`true`
  const inTitle = and(...words.map(({ pattern }) => sql`${titleOf} like ${pattern}`)) ?? sql`true`
  const isPhrase = sql`${titleOf} like ${phrase}`
  const walked = {
    0: sql`${book.walkWords} like ${`${phrase}${MARK}%`}`,
    1: and(...words.map(({ pattern }) => sql`${book.walkWords} like ${`${pattern}${MARK}%`}`)),
    2: and(...words.map(({ pattern, genreIds }) => anywhere(pattern, genreIds, book.walkWords))),
  }
  return {
    matches: inText,
    rank: sql<number>`case when ${isPhrase} then 0 when ${inTitle} then 1 else 2 end`,
    walk: (rank) => or(walked[rank], sql`length(${book.walkWords}) >= ${WALK_LENGTH}`) ?? sql`true`,
    ofRank: (rank) => (rank === 0 ? isPhrase : rank === 1 ? inTitle : inText),
  }
}

/** A word in a column of words, or one that names the book's genre. */
function anywhere(pattern: string, genreIds: string[], column: typeof book.allWords | typeof book.walkWords): SQL {
  const inWords = sql`${column} like ${pattern}`
  return genreIds.length === 0 ? inWords : (or(inWords, inArray(book.genreId, genreIds)) ?? inWords)
}

/** Folds a term into words and looks up which genres they name: the table of genres is small, so the books need not be joined to it. */
async function readWords(searchTerm: string): Promise<(Word & { bare: string })[]> {
  const { rows } = await db.execute<{ bare: string; pattern: string; genre_ids: string[] | null }>(sql`
    select word.bare, word.pattern, array_agg(${genre.id}) filter (where ${genre.id} is not null) as genre_ids
    from (
      select at, bare, case when length(word) < 3 then '% ' else '%' end || bare || '%' as pattern
      from (
        select at, word, regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') as bare
        from regexp_split_to_table(btrim(public.fold_words(${searchTerm})), ' ') with ordinality as given(word, at)
        where word <> ''
      ) as split
    ) as word
    left join ${genre} on public.fold_words(${genre.name} || ' ' || ${genre.words}) like '% ' || word.bare || '%'
    group by word.at, word.bare, word.pattern
    order by word.at
  `)
  return rows.map((row) => ({ bare: row.bare, pattern: row.pattern, genreIds: row.genre_ids ?? [] }))
}

/** The condition of a list: its search and its genre. */
export const listCondition = (search: Search | null, genreId: string | undefined): SQL | undefined =>
  and(search?.matches, genreId === undefined ? undefined : eq(book.genreId, genreId))
