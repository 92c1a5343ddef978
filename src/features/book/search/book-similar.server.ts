import { and, or, sql, type SQL } from 'drizzle-orm'
import { cancellable } from '#db/cancellable.server.ts'
import type { Queryable } from '#db/client.server.ts'
import { readPage } from '#db/list/page.server.ts'
import { beginsWith, RANK } from '#db/list/ranks.server.ts'
import { searchOf, type Search } from '#db/list/search.server.ts'
import { tableVersion } from '#db/list/version.server.ts'
import { book } from '#db/tables/book.ts'
import { bookChange } from '#db/tables/book-change.ts'
import { foldedWords } from '#lib/fold-words.ts'
import type { BookOrigin } from './book-search.schema.ts'
import { bookFilter, bookList } from '../book-list.server.ts'
import { ARTICLE } from './book-similar-letters.server.ts'
import { meaningsOf, SAME_LETTERS, TYPO, type Meaning } from './book-similar-words.server.ts'

/** A search with so many exact hits was meant as it stands. */
const ENOUGH = 5
/** Books of a group, at most. */
const MOST = 12
/** A search of more words is a sentence: it has other faults than a typo. */
const MOST_WORDS = 10
/** How far off each word may be: first a little, then two typos. */
const REACHES = [TYPO, 2 * TYPO]
/** Books within reach that are looked up, and of which, those whose title begins so before the others, the nearest are taken: in a million, a common word is in a hundred thousand. */
const LOOKED_UP = 1000
const LOOKED_AT = 200

/** 'And' in four languages, which may be missing: a book has & instead, or nothing. */
const AND = new Set(['and', 'et', 'na', 'و'])

/** A word of the search, with what stands for it. */
interface Slot {
  itself: SQL
  /** Whether the title begins with it, and whether it is in the title. */
  begins: SQL | undefined
  inTitle: SQL | undefined
  /** Whether it begins a word of the title or the author. */
  beginsWord: SQL[]
  meanings: Meaning[]
  isNeeded: boolean
}

interface Among {
  author?: string | undefined
  publisher?: string | undefined
  origin?: BookOrigin | undefined
  /** Of the request. */
  signal?: AbortSignal | undefined
}

/**
 * Books that a search with typos may have meant, 12 at most, the nearest first. The exact hits are not among
 * them; where there are five of those, there are none.
 */
export async function similarTo(
  searchTerm: string,
  genreId: string | undefined,
  { author, publisher, origin, signal }: Among = {},
): Promise<{ id: string }[]> {
  const words = [...new Set(foldedWords(searchTerm))]
  if (words.length > MOST_WORDS || words.every((word) => AND.has(word))) return []
  const filter = bookFilter({ genreId, author, publisher, origin })
  const exact = await readPage(bookList, { sort: 'title', searchTerm, filter, limit: ENOUGH, signal })
  if (exact.items.length >= ENOUGH) return []
  const themselves = await searchesOf(words)
  return cancellable(signal, (database) =>
    database.transaction(async (tx) => {
      // Of short patterns PostgreSQL thinks more common than they are: it would read the whole table, by all cores.
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local max_parallel_workers_per_gather = 0`)
      const meanings = await meaningsOf(tx, words)
      const slots = themselves.map((search, at) => slotOf(search, meanings[at] ?? [], !AND.has(words[at] ?? '')))
      return nearest(tx, { slots, condition: filter.condition, without: exact.items })
    }),
  )
}

/** Each word as a search of its own. */
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
    itself: search?.matches ?? sql`true`,
    begins: search?.titles?.begins,
    inTitle,
    beginsWord: [inTitle, inAuthor].filter((is) => is !== undefined),
    meanings,
    isNeeded,
  }
}

interface Asked {
  slots: Slot[]
  condition: SQL | undefined
  /** Books that are known. */
  without: readonly { id: string }[]
}

async function nearest(tx: Queryable, { slots, condition, without }: Asked): Promise<{ id: string }[]> {
  const found: { id: string }[] = []
  for (const [index, reach] of REACHES.entries()) {
    const closer = REACHES[index - 1] ?? 0
    const isNew = ({ meanings, isNeeded }: Slot) =>
      (!isNeeded && closer === 0) || meanings.some(({ distance }) => distance > closer && distance <= reach)
    if (!slots.some(isNew)) continue
    const within = slots.map((slot) => ({ ...slot, meanings: slot.meanings.filter((one) => one.distance <= reach) }))
    const asked = { slots: within, condition, without: [...without, ...found] }
    found.push(...(await booksOf(tx, asked, MOST - found.length)))
    if (found.length >= MOST) break
  }
  return found
}

/** Books in which every word of a search, or what stands for it, is found: the nearest, and of those the ones whose title begins so. */
async function booksOf(tx: Queryable, { slots, condition, without }: Asked, limit: number): Promise<{ id: string }[]> {
  const needed = slots.filter(({ isNeeded }) => isNeeded)
  const there = needed.map(({ itself, meanings }) => or(itself, ...meanings.map(isThere)))
  const isNew = sql`${book.id} <> all(${sql.param(without.map(({ id }) => id))}::uuid[])`
  const isWithin = and(...there, condition, isNew)
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

/** Whether all words of a search are in the title, as they stand or what stands for them. */
const isInTitle = (slots: readonly Slot[]): SQL =>
  and(
    ...slots.map(({ inTitle, meanings }) =>
      or(inTitle, ...meanings.map(({ words }) => sql`${TITLE} like ${`% ${words} %`}`)),
    ),
  ) ?? sql`true`

/** Title keys have no article. */
const beginsTitle = ({ words }: Meaning): SQL => beginsWith(book.searchTitle, words.replace(ARTICLE, ''))

/** By the index, and then whether the word ends there. No pattern has a letter of `like`: those are not letters of words. */
const isThere = ({ words }: Meaning): SQL => sql`(${book.allWords} like ${`% ${words}%`} and ${isWhole(words)})`
const isWhole = (words: string): SQL => sql`replace(${book.allWords}, E'\\x1f', '') || ' ' like ${`% ${words} %`}`

/** How far off a book is by one word: one that is hidden inside a longer word counts as a typo. */
function distanceOf({ itself, beginsWord, meanings, isNeeded }: Slot): SQL {
  const cases = [
    ...beginsWord.map((is) => ({ is, distance: 0 })),
    ...meanings.map(({ words, distance }) => ({ is: isWhole(words), distance })),
    { is: itself, distance: TYPO },
  ].toSorted((a, b) => a.distance - b.distance)
  const otherwise = isNeeded ? 0 : SAME_LETTERS
  return sql`case ${sql.join(
    cases.map(({ is, distance }) => sql`when ${is} then ${distance}::int`),
    sql` `,
  )} else ${otherwise}::int end`
}
