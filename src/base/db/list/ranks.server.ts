import { type SQL, and, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ARABIC_ARTICLE, partTitleAndAuthor } from '#base/lib/search/title-and-author.ts'
import { numberWords, volumePattern } from '#base/lib/search/volume-number.ts'
import { readDb } from '../connection/client.server.ts'
import type { Rank, SearchColumns } from './list.server.ts'

/** A word of a search, folded. */
export interface Word {
  word: string
  /** The word as it stands in a pattern of `like`. */
  bare: string
  /** Whole words of a title that mean the same, such as `#3` for 3. */
  others?: readonly string[]
}

/** A search read as a title followed by words of its author, or the other way round. */
interface ByAuthor {
  titleKey: string
  authorWords: Word[]
}

/** A search as it was read: folded in SQL as the searched columns are. */
export interface Term {
  /** Each word once: a search of a hundred letters has twenty-six at most. */
  words: Word[]
  /** The whole search as it stands in a pattern of `like`. */
  phrase: string
  /** What a title would have as its key; '' where the list has none. */
  titleKey: string
  byAuthor: ByAuthor[]
  /** Pattern of the words of a title that is the volume which the search names; undefined without a number. */
  volume: string | undefined
}

/** Reads a search; `keyOf` gives the key of a title. */
export async function readTerm(searchTerm: string, keyOf?: (title: SQL) => SQL<string>): Promise<Term> {
  const parts = keyOf ? partTitleAndAuthor(searchTerm) : []
  const texts = [searchTerm, ...parts.flat()]
  const { rows } = await readDb().execute<{ words: string; key: string }>(sql`
    select btrim(public.fold_words(text)) as words, ${keyOf ? keyOf(sql`text`) : sql`''`} as key
    from unnest(${sql.param(texts)}::text[]) with ordinality as given(text, at) order by at
  `)
  const [whole] = rows
  const folded = whole?.words ?? ''
  const others = numberWords(folded)
  return {
    words: wordsOf(folded).map((word) => ({ ...word, others: others.get(word.word) ?? [] })),
    phrase: barePattern(folded),
    volume: volumePattern(folded),
    titleKey: whole?.key ?? '',
    byAuthor: parts
      .map((_, at) => ({
        titleKey: rows[2 * at + 1]?.key ?? '',
        authorWords: wordsOf(rows[2 * at + 2]?.words ?? ''),
      }))
      .filter(({ titleKey, authorWords }) => titleKey !== '' && authorWords.length > 0),
  }
}

const barePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * The words of a folded text, each once.
 *
 * @public for the floors above
 */
export const wordsOf = (folded: string): Word[] =>
  [...new Set(folded.split(' '))].filter((word) => word !== '').map((word) => ({ word, bare: barePattern(word) }))

/** How good a hit is, the best first. A list without title keys or author words has no hits of those ranks. */
export const RANK = {
  /** The title is what was searched for; leading article, series in brackets, punctuation aside. */
  title: 1,
  /** The search is a title together with words of its author. */
  titleByAuthor: 2,
  /** The title begins with the search, which ends with a word. */
  beginning: 3,
  /** The title begins with the search, which ends within a word. */
  beginningInWord: 4,
  /** The search names a series and a number, and the title is that volume. */
  volume: 5,
  /** The search stands in the title as a phrase. */
  phrase: 6,
  /** Every word of the search begins a word of the title. */
  titleWords: 7,
  /** Every word of the search is a word of the author. */
  author: 8,
  /** Every word of the search begins a word of the author. */
  authorBeginnings: 9,
  rest: 10,
} as const

/** Whether rows of a rank are sorted by the order of titles that begin alike. */
export const isTitleRank = (rank: Rank): boolean => rank >= RANK.title && rank <= RANK.beginningInWord

/** The hits of a rank: all of them, and maybe some of better ranks. */
export interface RankedHits {
  rank: Rank
  is: SQL
  /**
   * `is` for the words in the index of the list, which are cut: true of every hit, and maybe of rows that are none.
   */
  inIndex: SQL
}

/** The hits that are found by their title: RANK.title to RANK.beginningInWord. */
export interface TitleHits {
  /** What the title keys of the hits begin with. */
  beginning: string
  key: PgColumn
  order: PgColumn
  /** The rank of a row that is such a hit. */
  rank: SQL<number>
  /** Whether the title key begins with `beginning`; uses the index of title keys. */
  begins: SQL
  /** Whether `begins` alone makes a hit. Without the article, or with a word of one or two letters, `matches` must hold too. */
  isSufficient: boolean
  byAuthor: SQL | undefined
}

export interface Ranks {
  /** The rank of a row that is a hit. */
  rank: SQL<number>
  titles: TitleHits | undefined
  /**
   * Other hits: a group is found by one index, and what holds for one of its ranks holds for the better ones.
   */
  groups: RankedHits[][]
}

/** Characters of the words in the index (`walk_words`): a text of that length may have been cut. */
const INDEXED_LENGTH = 400
/** Behind every character: the end of what begins so. */
const LAST_CHARACTER = '\u{10FFFF}'

/** A pattern in the words before the mark: in the title; and behind it. */
const beforeMark = (pattern: string): string => `${pattern}\u001F%`
const afterMark = (pattern: string): string => `%\u001F${pattern}`

/**
 * The ranks of a search, and how the hits of each are found. `matches` says what a hit is, of a row and of its words in
 * the index.
 */
export function ranksOf(searched: SearchColumns, term: Term, matches: SQL, indexMatches: SQL): Ranks {
  const { allWords, indexedWords, author } = searched
  const { words } = term
  const title = sql`split_part(${allWords}, E'\\x1f', 1)`
  const inIndex = (condition: SQL): SQL => or(condition, sql`length(${indexedWords}) >= ${INDEXED_LENGTH}`) ?? condition
  const phrase = `% ${term.phrase}%`
  const inTitle = every(words, (word) => beginsWord(title, word, END))
  const indexedInTitle = inIndex(
    every(words, (word) => beginsWord(sql`${indexedWords}`, word, BEHIND_TITLE, beforeMark)),
  )
  const groups: RankedHits[][] = [
    ...(term.volume === undefined
      ? []
      : [[{ rank: RANK.volume, is: sql`(${title} ~ ${term.volume} and ${inTitle})`, inIndex: indexedInTitle }]]),
    [
      {
        rank: RANK.phrase,
        is: sql`${title} like ${phrase}`,
        inIndex: inIndex(sql`${indexedWords} like ${beforeMark(phrase)}`),
      },
      { rank: RANK.titleWords, is: inTitle, inIndex: indexedInTitle },
    ],
    ...(author ? [authorGroup(author, indexedWords, words, inIndex)] : []),
    [{ rank: RANK.rest, is: matches, inIndex: inIndex(indexMatches) }],
  ]
  const titles = titleHits(searched, term)
  const rank = caseOf(groups.flat().map(({ rank: value, is }) => [is, value]))
  return { rank: titles ? sql<number>`coalesce(${titles.rank}, ${rank})` : rank, titles, groups }
}

/** Hits that are all as good as each other. */
export const unranked = (is: SQL): Ranks => ({
  rank: sql<number>`${sql.raw(String(RANK.rest))}`,
  titles: undefined,
  groups: [[{ rank: RANK.rest, is, inIndex: sql`true` }]],
})

const every = (words: readonly Word[], condition: (word: Word) => SQL): SQL => and(...words.map(condition)) ?? sql`true`

/** Where the words of a title end: in those of the whole row, and alone. */
export const BEHIND_TITLE = '\u001F%'
const END = ''

/** Whether a word of a folded text begins with `word`; in Arabic also behind the article. */
export function beginsWord(text: SQL, word: Word, titleEnd: string, around = (pattern: string) => pattern): SQL {
  const isArabic = /^[A-Z]/.test(word.word)
  const begins = (bare: string): SQL => sql`${text} like ${around(`% ${bare}%`)}`
  const either = [begins(word.bare), ...(isArabic ? [begins(ARABIC_ARTICLE + word.bare)] : [])]
  return orOthers(text, word, titleEnd, either)
}

/** Whether one of the conditions holds, or the text has one of the word's `others`. */
export function orOthers(text: SQL, { others = [] }: Word, titleEnd: string, conditions: SQL[]): SQL {
  const has = others.flatMap((other) => [`% ${other} %`, `% ${other}${titleEnd}`])
  return or(...conditions, ...has.map((pattern) => sql`${text} like ${pattern}`)) ?? sql`true`
}

const authorGroup = (
  author: PgColumn,
  indexedWords: PgColumn,
  words: readonly Word[],
  inIndex: (condition: SQL) => SQL,
): RankedHits[] => {
  const isInIndexed = inIndex(every(words, ({ bare }) => sql`${indexedWords} like ${afterMark(`% ${bare}%`)}`))
  return [
    { rank: RANK.author, is: every(words, ({ bare }) => sql`${author} like ${`% ${bare} %`}`), inIndex: isInIndexed },
    {
      rank: RANK.authorBeginnings,
      is: every(words, ({ bare }) => sql`${author} like ${`% ${bare}%`}`),
      inIndex: isInIndexed,
    },
  ]
}

function titleHits({ title, author }: SearchColumns, { words, titleKey, byAuthor }: Term): TitleHits | undefined {
  if (!title || titleKey === '') return undefined
  const { key } = title
  const pairs = or(...(author ? byAuthor.map((pair) => isByAuthor(key, author, pair)) : []))
  return {
    ...title,
    beginning: titleKey,
    rank: caseOf([
      [sql`${key} = ${titleKey}`, RANK.title],
      ...(pairs ? [[pairs, RANK.titleByAuthor] as const] : []),
      [sql`starts_with(${key}, ${`${titleKey} `})`, RANK.beginning],
      [sql`starts_with(${key}, ${titleKey})`, RANK.beginningInWord],
    ]),
    begins: beginsWith(key, titleKey),
    // A short word that begins the title behind an article or a sign need not begin a word of it.
    isSufficient:
      titleKey === words.map(({ word }) => word).join(' ') && words.every(({ word }) => [...word].length >= 3),
    byAuthor: pairs,
  }
}

const isByAuthor = (key: PgColumn, author: PgColumn, { titleKey, authorWords }: ByAuthor): SQL =>
  sql`(${key} = ${titleKey} and ${every(authorWords, ({ bare }) => sql`${author} like ${`% ${bare} %`}`)})`

/** Rows whose key begins with a text, by the index of the key. */
export const beginsWith = (key: PgColumn, text: string): SQL =>
  sql`(${key} >= ${text} and ${key} < ${text + LAST_CHARACTER})`

/** The rank of the first condition that holds; null if none does. */
const caseOf = (cases: (readonly [SQL, Rank])[]): SQL<number> =>
  sql<number>`case ${sql.join(
    cases.map(([condition, rank]) => sql`when ${condition} then ${sql.raw(String(rank))}`),
    sql` `,
  )} end`
