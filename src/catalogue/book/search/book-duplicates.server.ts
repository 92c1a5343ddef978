import { inArray, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { editDistance } from '#base/lib/search/edit-distance.ts'
import { selectBooks } from '../shared/select-books.server.ts'
import type { Book } from '../book.schema.ts'

const MOST = 3
/** How many titles of one author are compared; of an author with more, also as many that begin like the given one. */
const COMPARED = 1000
/** Minimum length of a title key (letters and digits, without article) at which one typo is allowed, and two. */
const ONE_TYPO_FROM = 4
const TWO_TYPOS_FROM = 12

interface Candidate {
  id: string
  key: string
  [column: string]: unknown
}

/**
 * Books by the same author with the same or nearly the same title: another article, other punctuation, a typo. At most
 * three, nearest first.
 */
export async function findDuplicates(title: string, author: string, ownId: string | undefined): Promise<Book[]> {
  const key = await keyOf(title)
  if (key === '') return []
  const maxTypos = key.length < ONE_TYPO_FROM ? 0 : key.length < TWO_TYPOS_FROM ? 1 : 2
  const matches = (await candidatesOf(key, author, maxTypos))
    .filter(({ id, key: other }) => id !== ownId && digitsOf(other) === digitsOf(key))
    .map(({ id, key: other }) => ({ id, typos: other === key ? 0 : editDistance(key, other) }))
    .filter(({ typos }) => typos <= maxTypos)
    .toSorted((a, b) => a.typos - b.typos)
    .slice(0, MOST)
  if (matches.length === 0) return []
  const ids = matches.map(({ id }) => id)
  const books = await selectBooks().where(inArray(book.id, ids))
  return books.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Titles whose digits differ are different volumes, not duplicates. */
const digitsOf = (key: string): string => key.replace(/\D/g, '')

async function keyOf(title: string): Promise<string> {
  const { rows } = await db.execute<{ key: string }>(
    sql`select public.title_key(public.fold_words(${title.replaceAll('\0', '')}::text)) as key`,
  )
  return rows[0]?.key ?? ''
}

/**
 * Uses `book_duplicate_index`. Titles of the author whose length differs by at most `reach` letters; at most 2 × COMPARED
 * are read.
 */
async function candidatesOf(key: string, author: string, reach: number): Promise<Candidate[]> {
  const ofAuthor = sql`(left(public.author_key("author"), 100) collate "C") = (left(public.author_key(${author.replaceAll('\0', '')}::text), 100) collate "C")`
  const titleKey = sql`(public.title_key("all_words") collate "C")`
  const prefix = key.slice(0, Math.ceil(key.length / 2))
  const { rows } = await db.execute<Candidate>(sql`
    select id, key from (
      (select id, ${titleKey} as key from ${book} where ${ofAuthor} limit ${COMPARED})
      union
      (select id, ${titleKey} as key from ${book}
       where ${ofAuthor} and ${titleKey} >= ${prefix} and ${titleKey} < ${prefix} || chr(1114111) limit ${COMPARED})
    ) as candidate
    where abs(length(key) - length(${key}::text)) <= ${reach}`)
  return rows
}
