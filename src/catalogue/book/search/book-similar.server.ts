import { and, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { cancellable } from '#base/db/connection/cancellable.server.ts'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { firstPlaces } from '#base/db/list/page.server.ts'
import { beginsWith, RANK } from '#base/db/list/ranks.server.ts'
import { searchOf } from '#base/db/list/search.server.ts'
import { tableVersion } from '#base/db/list/versioned-cache.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import { genre } from '#base/db/tables/genre.ts'
import { foldedWords, searchWords } from '#base/lib/search/fold-words.ts'
import { ARTICLE } from '#base/lib/search/mistyped-letters.ts'
import { findWithout, type FoundWithout } from '#base/lib/search/left-out-words.ts'
import {
  areGood,
  ENOUGH_HITS,
  isAnd,
  MOST_SEARCH_WORDS,
  MOST_SIMILAR,
  type Meaning,
} from '#base/lib/search/mistyped-words.ts'
import { nearestBooks, reachesOf, type NearBook, type NearSlot } from '#base/lib/search/near-books.ts'
import { PAGE_SIZE } from '#base/lib/list/page-input.ts'
import { readWord } from '#base/lib/search/search-word.ts'
import type { BookFilter } from './book-search.schema.ts'
import { bookFilter, bookList } from '../shared/book-list.server.ts'
import { meaningsOf } from './book-similar-words.server.ts'

/**
 * At most LOOKED_UP matching books are read; the nearest are chosen among LOOKED_AT of them, those whose author has all
 * words and titles that begin with one first. In a million books, a common word is in a hundred thousand.
 */
const LOOKED_UP = 1000
const LOOKED_AT = 200

/** A word of the search with its alternatives, and how the books that have it are found. */
interface Slot extends NearSlot {
  matches: SQL
  /** Conditions: the title begins with the word; the word begins one of the author. */
  begins: SQL | undefined
  inAuthor: SQL | undefined
}

/** A slot as it was read of a search. */
interface ReadSlot extends Slot {
  typed: string
  /** Whether it is a word of a book as it stands. */
  isWhole: boolean
}

interface SimilarFilter extends Omit<BookFilter, 'searchTerm' | 'genreId'> {
  /** Signal of the request: aborts the query. */
  signal?: AbortSignal | undefined
}

/**
 * Books that a search may have meant: at most 12, without the exact hits. With typos, nearest first; where there are neither
 * hits nor these, what it finds without some of its words. None when the search has good exact hits.
 */
export async function similarTo(
  searchTerm: string,
  genreId: string | undefined,
  { signal, ...narrowed }: SimilarFilter = {},
): Promise<FoundWithout<{ id: string }>> {
  const filter = bookFilter({ genreId, ...narrowed })
  // Asks as the page of hits that was shown before: the positions of its books are known.
  const hitsOf = (text: string) =>
    firstPlaces(bookList, { sort: 'title', searchTerm: text, filter, limit: PAGE_SIZE, signal })
  const exact = await hitsOf(searchTerm)
  const words = wordsOf(searchTerm)
  const ranks = exact.map(({ rank }) => rank)
  if (words.length > MOST_SEARCH_WORDS || areGood(ranks, words)) return { books: [], without: [] }
  const known = new Map<string, Promise<ReadSlot[]>>()
  const slotsOf = (text: string): Promise<ReadSlot[]> => {
    const read = known.get(text) ?? readSlots(wordsOf(text), signal)
    known.set(text, read)
    return read
  }
  const query = { condition: filter.condition, exact }
  const near = async (text: string) => nearTo(await slotsOf(text), query, signal)
  const others = async (text: string) => nearTo(await slotsOf(text), { ...query, words: book.otherWords }, signal)
  const books = await near(searchTerm)
  if (books.length > 0) return { books, without: [] }
  if (exact.length > 0) return { books: await others(searchTerm), without: [] }
  return findWithout(searchTerm, {
    hits: async (text) =>
      (await hitsOf(text)).slice(0, MOST_SIMILAR).map((place) => ({ rank: place.rank, book: place })),
    near,
    others,
    unknown: async () => unknownAmong(await slotsOf(searchTerm), signal),
  })
}

const wordsOf = (searchTerm: string): string[] => [...new Set(foldedWords(searchTerm))]

/** Books that a search with typos may have meant, nearest first. */
async function nearTo(
  slots: readonly Slot[],
  query: NearestQuery,
  signal: AbortSignal | undefined,
): Promise<{ id: string }[]> {
  if (slots.every(({ isNeeded }) => !isNeeded)) return []
  const reaches = reachesOf(slots)
  // No exact hits are known of other titles.
  if (query.words) reaches.unshift(slots.map((slot) => ({ ...slot, meanings: [] })))
  return withIndexes(signal, (tx) => nearest(tx, reaches, query))
}

/** The words that stand in no book, and that mean no word that does. */
async function unknownAmong(slots: readonly ReadSlot[], signal: AbortSignal | undefined): Promise<Set<string>> {
  const doubtful = slots.filter(({ isWhole, meanings }) => !isWhole && meanings.length === 0)
  if (doubtful.length === 0) return new Set()
  const isThere = doubtful.map(({ matches }) => sql`exists (select from ${book} where ${matches})`)
  const { rows } = await withIndexes(signal, (tx) =>
    tx.execute<{ there: boolean[] }>(sql`select array[${sql.join(isThere, sql`, `)}] as there`),
  )
  return new Set(doubtful.filter((_, at) => rows[0]?.there[at] === false).map(({ typed }) => typed))
}

/** In a transaction for queries by indexes: PostgreSQL overestimates the hits of short patterns and would scan the whole table on all cores. */
const withIndexes = <Found>(
  signal: AbortSignal | undefined,
  query: (tx: Queryable) => Promise<Found>,
): Promise<Found> =>
  cancellable(signal, (database) =>
    database.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local max_parallel_workers_per_gather = 0`)
      return query(tx)
    }),
  )

async function readSlots(words: readonly string[], signal: AbortSignal | undefined): Promise<ReadSlot[]> {
  const version = await tableVersion(bookChange)
  const searches = await Promise.all(words.map((typed) => searchOf(bookList, typed, version)))
  const meanings = await withIndexes(signal, (tx) => meaningsOf(tx, words))
  return words.map((typed, at) => {
    const [search, [word]] = [searches[at], searchWords(typed)]
    const found = search === 'none' ? null : search
    return {
      typed,
      word: found && word !== undefined ? readWord(word) : undefined,
      titleKey: found?.titles?.beginning ?? '',
      meanings: [],
      isWhole: false,
      ...meanings[at],
      isNeeded: !isAnd(typed),
      matches: found?.matches ?? sql`true`,
      begins: found?.titles?.begins,
      inAuthor: found?.groups.flat().find(({ rank }) => rank === RANK.authorBeginnings)?.is,
    }
  })
}

interface NearestQuery {
  /** The column of words to search, such as that of other titles; without it all words of a book. */
  words?: PgColumn
  condition: SQL | undefined
  /** Books that were found already, and are left out. */
  exact: readonly { id: string }[]
}

async function nearest(tx: Queryable, reaches: readonly Slot[][], query: NearestQuery): Promise<{ id: string }[]> {
  const books: { id: string }[] = []
  for (const within of reaches) {
    const near = await booksOf(tx, within, { ...query, exact: [...query.exact, ...books] })
    books.push(...nearestBooks(near, within, (a, b) => (a.id < b.id ? -1 : 1)))
    if (books.length >= ENOUGH_HITS) break
  }
  return books.slice(0, MOST_SIMILAR).map(({ id }) => ({ id }))
}

/** Books that have each needed word of the search or one of its alternatives. */
async function booksOf(
  tx: Queryable,
  slots: readonly Slot[],
  { words = book.allWords, condition, exact }: NearestQuery,
): Promise<(NearBook & { id: string })[]> {
  const needed = slots.filter(({ isNeeded }) => isNeeded)
  const ofTitles = words === book.otherWords ? sql`${words} <> ''` : undefined
  const wordConditions = needed.map((slot) =>
    or(ofTitles ? isInOther(slot) : slot.matches, ...slot.meanings.map((one) => hasWords(words, one))),
  )
  const isNew = sql`${book.id} <> all(${sql.param(exact.map(({ id }) => id))}::uuid[])`
  const begins = or(...slots.flatMap(({ begins: itself, meanings }) => [itself, ...meanings.map(beginsTitle)]))
  const inAuthor = and(...needed.map((slot) => or(slot.inAuthor, ...slot.meanings.map(isInAuthor))))
  const { rows } = await tx.execute<Omit<NearBook, 'searchOrder'> & { id: string; searchOrder: string }>(sql`
    select near.id, near.looked_in as "allWords", author, author_words as "authorWords", search_title as "searchTitle",
      search_order as "searchOrder", coalesce(public.fold_words(${genre.name} || ' ' || ${genre.words}), '') as "genreWords"
    from (
      select *, ${words} as looked_in, ${inAuthor ?? sql`false`} as in_author, ${begins ?? sql`false`} as is_beginning
      from ${book} where ${and(ofTitles, ...wordConditions, condition, isNew)} limit ${LOOKED_UP}
    ) as near left join ${genre} on ${genre.id} = near.genre_id
    order by in_author desc, is_beginning desc limit ${LOOKED_AT}
  `)
  return rows.map((row) => ({ ...row, searchOrder: Number(row.searchOrder) }))
}

/** Title keys are stored without the article. */
const beginsTitle = ({ words }: Meaning): SQL => beginsWith(book.searchTitle, words.replace(ARTICLE, ''))
const isInAuthor = ({ words }: Meaning): SQL => sql`${book.authorWords} like ${`% ${words} %`}`

/**
 * `like` uses the index; the second condition checks that the word ends there. Words have letters only or are a number of a
 * volume, so the pattern needs no escaping.
 */
const hasWords = (column: PgColumn, { words }: Meaning): SQL => sql`(${column} like ${`% ${words}%`}
  and replace(${column}, E'\\x1f', '') || ' ' like ${`% ${words} %`})`

const isInOther = ({ word }: Slot): SQL =>
  or(...(word?.patterns ?? []).map((part) => sql`${book.otherWords} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`)) ??
  sql`true`
