import { and, or, sql, type SQL } from 'drizzle-orm'
import { cancellable } from '#db/cancellable.server.ts'
import type { Queryable } from '#db/client.server.ts'
import { readPage } from '#db/list/page.server.ts'
import { beginsWith, RANK } from '#db/list/ranks.server.ts'
import { searchOf, type Search } from '#db/list/search.server.ts'
import { tableVersion } from '#db/list/versioned-cache.server.ts'
import { book } from '#db/tables/book.ts'
import { bookChange } from '#db/tables/book-change.ts'
import { foldedWords } from '#lib/fold-words.ts'
import { ARTICLE } from '#lib/mistyped-letters.ts'
import {
  AND,
  ENOUGH_HITS,
  MOST_SEARCH_WORDS,
  MOST_SIMILAR,
  REACHES,
  SAME_LETTERS,
  TYPO,
  type Meaning,
} from '#lib/mistyped-words.ts'
import type { BookFilter } from './book-search.schema.ts'
import { bookFilter, bookList } from '../book-list.server.ts'
import { meaningsOf } from './book-similar-words.server.ts'

/**
 * At most LOOKED_UP matching books are read; the nearest are chosen among LOOKED_AT of them, titles that begin with a
 * word of the search first. In a million books, a common word is in a hundred thousand.
 */
const LOOKED_UP = 1000
const LOOKED_AT = 200

/** A word of the search with its alternatives. */
interface Slot {
  matches: SQL
  /** Conditions: the title begins with the word; the title contains it. */
  begins: SQL | undefined
  inTitle: SQL | undefined
  /** Conditions: the word begins a word of the title, or of the author. */
  beginsWord: SQL[]
  meanings: Meaning[]
  isNeeded: boolean
}

interface SimilarFilter extends Omit<BookFilter, 'searchTerm' | 'genreId'> {
  /** Signal of the request: aborts the query. */
  signal?: AbortSignal | undefined
}

/**
 * Books that a search with typos may have meant: at most 12, nearest first, without the exact hits. None when the
 * search has ENOUGH_HITS exact hits.
 */
export async function similarTo(
  searchTerm: string,
  genreId: string | undefined,
  { signal, ...others }: SimilarFilter = {},
): Promise<{ id: string }[]> {
  const words = [...new Set(foldedWords(searchTerm))]
  if (words.length > MOST_SEARCH_WORDS || words.every((word) => AND.includes(word))) return []
  const filter = bookFilter({ genreId, ...others })
  const exact = await readPage(bookList, { sort: 'title', searchTerm, filter, limit: ENOUGH_HITS, signal })
  if (exact.items.length >= ENOUGH_HITS) return []
  const searches = await searchesOf(words)
  return cancellable(signal, (database) =>
    database.transaction(async (tx) => {
      // PostgreSQL overestimates the hits of short patterns and would scan the whole table on all cores.
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local max_parallel_workers_per_gather = 0`)
      const meanings = await meaningsOf(tx, words)
      const slots = searches.map((search, at) => slotOf(search, meanings[at] ?? [], !AND.includes(words[at] ?? '')))
      return nearest(tx, { slots, condition: filter.condition, without: exact.items })
    }),
  )
}

async function searchesOf(words: string[]): Promise<(Search | null)[]> {
  const version = await tableVersion(bookChange)
  const searches = await Promise.all(words.map((word) => searchOf(bookList, word, version)))
  return searches.map((search) => (search === 'none' ? null : search))
}

function slotOf(search: Search | null, meanings: Meaning[], isNeeded: boolean): Slot {
  const [inTitle, inAuthor] = [RANK.titleWords, RANK.authorBeginnings].map(
    (rank) => search?.groups.flat().find((one) => one.rank === rank)?.is,
  )
  return {
    matches: search?.matches ?? sql`true`,
    begins: search?.titles?.begins,
    inTitle,
    beginsWord: [inTitle, inAuthor].filter((is) => is !== undefined),
    meanings,
    isNeeded,
  }
}

interface NearestQuery {
  slots: Slot[]
  condition: SQL | undefined
  /** Found already: left out. */
  without: readonly { id: string }[]
}

async function nearest(tx: Queryable, { slots, condition, without }: NearestQuery): Promise<{ id: string }[]> {
  const books: { id: string }[] = []
  for (const [index, maxDistance] of REACHES.entries()) {
    const previousMax = REACHES[index - 1] ?? 0
    const isNew = ({ meanings, isNeeded }: Slot) =>
      (!isNeeded && previousMax === 0) ||
      meanings.some(({ distance }) => distance > previousMax && distance <= maxDistance)
    if (!slots.some(isNew)) continue
    const within = slots.map((slot) => ({
      ...slot,
      meanings: slot.meanings.filter((one) => one.distance <= maxDistance),
    }))
    const query = { slots: within, condition, without: [...without, ...books] }
    books.push(...(await booksOf(tx, query, MOST_SIMILAR - books.length)))
    if (books.length >= MOST_SIMILAR) break
  }
  return books
}

/**
 * Books that have each needed word of the search or one of its alternatives, nearest first; among equals, titles that
 * begin with one of them first.
 */
async function booksOf(
  tx: Queryable,
  { slots, condition, without }: NearestQuery,
  limit: number,
): Promise<{ id: string }[]> {
  const needed = slots.filter(({ isNeeded }) => isNeeded)
  const wordConditions = needed.map(({ matches, meanings }) => or(matches, ...meanings.map(hasWords)))
  const isNew = sql`${book.id} <> all(${sql.param(without.map(({ id }) => id))}::uuid[])`
  const isWithin = and(...wordConditions, condition, isNew)
  const begins = or(...slots.flatMap(({ begins: itself, meanings }) => [itself, ...meanings.map(beginsTitle)]))
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from (
      select ${book.id}, search_title, search_order, is_beginning, ${isInTitle(needed)} as is_in_title,
        ${sql.join(slots.map(distanceOf), sql` + `)} as distance
      from (
        select *, ${begins ?? sql`false`} as is_beginning from ${book} where ${isWithin} limit ${LOOKED_UP}
      ) as ${book}
      order by is_beginning desc limit ${LOOKED_AT}
    ) as near
    order by distance, is_beginning desc, is_in_title desc, search_order, search_title, id limit ${limit}
  `)
  return rows
}

const TITLE = sql`split_part(${book.allWords}, E'\\x1f', 1) || ' '`

/** Whether the title has all words of a search, or alternatives of them. */
const isInTitle = (slots: readonly Slot[]): SQL =>
  and(
    ...slots.map(({ inTitle, meanings }) =>
      or(inTitle, ...meanings.map(({ words }) => sql`${TITLE} like ${`% ${words} %`}`)),
    ),
  ) ?? sql`true`

/** Title keys are stored without the article. */
const beginsTitle = ({ words }: Meaning): SQL => beginsWith(book.searchTitle, words.replace(ARTICLE, ''))

/**
 * `like` uses the index; isWhole then checks that the word ends there. Words have letters only, so the pattern needs no
 * escaping.
 */
const hasWords = ({ words }: Meaning): SQL => sql`(${book.allWords} like ${`% ${words}%`} and ${isWhole(words)})`
const isWhole = (words: string): SQL => sql`replace(${book.allWords}, E'\\x1f', '') || ' ' like ${`% ${words} %`}`

/** Distance of a book by one word. A word found only inside a longer word counts as a typo. */
function distanceOf({ matches, beginsWord, meanings, isNeeded }: Slot): SQL {
  const cases = [
    ...beginsWord.map((is) => ({ is, distance: 0 })),
    ...meanings.map(({ words, distance }) => ({ is: isWhole(words), distance })),
    { is: matches, distance: TYPO },
  ].toSorted((a, b) => a.distance - b.distance)
  const otherwise = isNeeded ? 0 : SAME_LETTERS
  return sql`case ${sql.join(
    cases.map(({ is, distance }) => sql`when ${is} then ${distance}::int`),
    sql` `,
  )} else ${otherwise}::int end`
}
