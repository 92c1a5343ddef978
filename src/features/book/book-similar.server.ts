import { and, or, sql, type SQL } from 'drizzle-orm'
import { cancellable } from '#db/cancellable.server.ts'
import type { Queryable } from '#db/client.server.ts'
import { readPage } from '#db/list/page.server.ts'
import { searchOf } from '#db/list/search.server.ts'
import { versionOf } from '#db/list/version.server.ts'
import { book } from '#db/tables/book.ts'
import { bookChange } from '#db/tables/book-change.ts'
import { foldedWords } from '#lib/fold-words.ts'
import { bookFilter, bookList } from './book-list.server.ts'
import { meaningsOf, SAME_LETTERS, SLIP, type Meaning } from './book-similar-words.server.ts'

/** A search with so many exact hits was meant as it stands. */
const ENOUGH = 5
/** Books of a group, at most. */
const MOST = 12
/** A search of more words is a sentence: it has other faults than a slip of the pen. */
const MOST_WORDS = 10
/** How far off each word may be: first a little, then two slips. */
const REACHES = [SLIP, 2 * SLIP]
/** Books within reach of which the nearest are taken: in a million, a common word is in a hundred thousand. */
const LOOKED_AT = 200

/** 'And' in four languages, which may be missing: a book has & instead, or nothing. */
const AND = new Set(['and', 'et', 'na', 'و'])

/** A word of the search, with what stands for it. */
interface Slot {
  itself: SQL
  meanings: Meaning[]
  isNeeded: boolean
}

interface Among {
  author?: string | undefined
  publisher?: string | undefined
  /** Of the request. */
  signal?: AbortSignal | undefined
}

/**
 * Books that a search with slips of the pen may have meant, 12 at most, the nearest first. The exact hits are not among
 * them; where there are five of those, there are none.
 */
export async function similarTo(
  searchTerm: string,
  genreId: string | undefined,
  { author, publisher, signal }: Among = {},
): Promise<{ id: string }[]> {
  const words = [...new Set(foldedWords(searchTerm))]
  if (words.length > MOST_WORDS || words.every((word) => AND.has(word))) return []
  const filter = bookFilter({ genreId, author, publisher })
  const exact = await readPage(bookList, { sort: 'title', searchTerm, filter, limit: ENOUGH, signal })
  if (exact.items.length >= ENOUGH) return []
  const themselves = await conditionsOf(words)
  return cancellable(signal, (database) =>
    database.transaction(async (tx) => {
      // Of short patterns PostgreSQL thinks more common than they are: it would read the whole table, by all cores.
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local max_parallel_workers_per_gather = 0`)
      const meanings = await meaningsOf(tx, words)
      const slots = themselves.map((itself, at) => ({
        itself,
        meanings: meanings[at] ?? [],
        isNeeded: !AND.has(words[at] ?? ''),
      }))
      return nearest(tx, { slots, condition: filter.condition, without: exact.items })
    }),
  )
}

/** Of each word, whether a book is a hit of it alone. */
async function conditionsOf(words: string[]): Promise<SQL[]> {
  const version = await versionOf(bookChange)
  const conditions: SQL[] = []
  for (const word of words) {
    const search = await searchOf(bookList, word, version)
    conditions.push(search === 'none' || search === null ? sql`true` : search.matches)
  }
  return conditions
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

/** Books in which every word of a search, or what stands for it, is found. */
async function booksOf(tx: Queryable, { slots, condition, without }: Asked, limit: number): Promise<{ id: string }[]> {
  const needed = slots.filter(({ isNeeded }) => isNeeded)
  const there = needed.map(({ itself, meanings }) => or(itself, ...meanings.map(isThere)))
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from (
      select ${book.id}, ${book.sortTitle}, ${sql.join(slots.map(distanceOf), sql` + `)} as distance from ${book}
      where ${and(...there, condition)} and ${book.id} <> all(${sql.param(without.map(({ id }) => id))}::uuid[])
      limit ${LOOKED_AT}
    ) as near
    order by distance, sort_title, id limit ${limit}
  `)
  return rows
}

/** By the index, and then whether the word ends there. No pattern has a letter of `like`: those are not letters of words. */
const isThere = ({ words }: Meaning): SQL => sql`(${book.allWords} like ${`% ${words}%`} and ${isWhole(words)})`
const isWhole = (words: string): SQL => sql`replace(${book.allWords}, E'\\x1f', '') || ' ' like ${`% ${words} %`}`

function distanceOf({ itself, meanings, isNeeded }: Slot): SQL {
  const cases = meanings.map(({ words, distance }) => sql`when ${isWhole(words)} then ${distance}::int`)
  return sql`case when ${itself} then 0 ${sql.join(cases, sql` `)} else ${isNeeded ? 0 : SAME_LETTERS}::int end`
}
