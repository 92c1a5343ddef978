import { inArray, sql } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import { selectBooks } from '../book-list.server.ts'
import { editDistance } from './book-similar-letters.server.ts'
import type { Book } from '../book.schema.ts'

const MOST = 3
/** Titles of an author that are compared, and of one with more, those that begin alike. */
const COMPARED = 1000
/** Letters and digits of a title, without its article, from which on one typo is allowed, and two. */
const ONE_TYPO_FROM = 4
const TWO_TYPOS_FROM = 12

interface Candidate {
  id: string
  key: string
  [column: string]: unknown
}

/** Books with the same author and the same or nearly the same title: another article, other signs, a typo. At most three, the nearest first. */
export async function duplicatesOf(title: string, author: string, itself: string | undefined): Promise<Book[]> {
  const key = await keyOf(title)
  if (key === '') return []
  const reach = key.length < ONE_TYPO_FROM ? 0 : key.length < TWO_TYPOS_FROM ? 1 : 2
  const near = (await candidatesOf(key, author, reach))
    .filter(({ id, key: other }) => id !== itself && digitsOf(other) === digitsOf(key))
    .map(({ id, key: other }) => ({ id, typos: other === key ? 0 : editDistance(key, other) }))
    .filter(({ typos }) => typos <= reach)
    .toSorted((a, b) => a.typos - b.typos)
    .slice(0, MOST)
  if (near.length === 0) return []
  const ids = near.map(({ id }) => id)
  const books = await selectBooks().where(inArray(book.id, ids))
  return books.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** The second volume is no typo of the first. */
const digitsOf = (key: string): string => key.replace(/\D/g, '')

async function keyOf(title: string): Promise<string> {
  const { rows } = await db.execute<{ key: string }>(
    sql`select public.title_key(public.fold_words(${title.replaceAll('\0', '')}::text)) as key`,
  )
  return rows[0]?.key ?? ''
}

/** By `book_twin_index`: the author's titles of nearly that length, as far as they are compared. */
async function candidatesOf(key: string, author: string, reach: number): Promise<Candidate[]> {
  const ofAuthor = sql`(left(public.fold("author"), 100) collate "C") = (left(public.fold(${author.replaceAll('\0', '')}::text), 100) collate "C")`
  const titleKey = sql`(public.title_key("all_words") collate "C")`
  const alike = key.slice(0, Math.ceil(key.length / 2))
  const { rows } = await db.execute<Candidate>(sql`
    select id, key from (
      (select id, ${titleKey} as key from ${book} where ${ofAuthor} limit ${COMPARED})
      union
      (select id, ${titleKey} as key from ${book}
       where ${ofAuthor} and ${titleKey} >= ${alike} and ${titleKey} < ${alike} || chr(1114111) limit ${COMPARED})
    ) as candidate
    where abs(length(key) - length(${key}::text)) <= ${reach}`)
  return rows
}
