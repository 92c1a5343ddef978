import { inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { readCode } from '#base/lib/scan/read-code.ts'
import type { ScansInput } from '../stocktake.schema.ts'

/** What a scan says. */
export interface ReadScan {
  copyId: string | null
  /** The number in capitals; empty where it is not kept. */
  code: string
  /** What it is, where it is no copy. */
  result: 'unknown' | 'card' | 'name' | 'book'
}

/**
 * Reads scans: the copies of their numbers, else the only copy of a book with that ISBN. Library cards and words that somebody has
 * typed are about people: what they say is not kept.
 */
export async function readScans(tx: Transaction, scans: ScansInput['scans']): Promise<Map<string, ReadScan>> {
  const codes = new Map(scans.map(({ id, code, keys }) => [id, readCode(code, keys)]))
  const numbers = [...new Set([...codes.values()].flatMap((one) => one.numbers))]
  const isbns = [...new Set([...codes.values()].flatMap((one) => one.isbns))]
  const copies = await copiesByNumber(tx, numbers)
  const cards = await cardsAmong(tx, numbers)
  const books = await copiesByIsbn(tx, isbns)
  return new Map(
    [...codes].map(([id, { text, numbers: own, isbns: ownIsbns, isName }]): [string, ReadScan] => {
      const read = own.find((number) => copies.has(number))
      if (read !== undefined) return [id, { copyId: copies.get(read) ?? null, code: read, result: 'unknown' }]
      if (own.some((number) => cards.has(number))) return [id, { copyId: null, code: '', result: 'card' }]
      const isbn = ownIsbns.find((one) => books.has(one))
      if (isbn !== undefined) return [id, { copyId: books.get(isbn) ?? null, code: isbn, result: 'book' }]
      if (isName || text === '') return [id, { copyId: null, code: '', result: 'name' }]
      return [id, { copyId: null, code: (own[0] ?? text).toUpperCase(), result: 'unknown' }]
    }),
  )
}

async function copiesByNumber(tx: Transaction, numbers: readonly string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map()
  const number = sql<string>`upper(${copy.number})`
  const rows = await tx
    .select({ id: copy.id, number })
    .from(copy)
    .where(inArray(number, [...numbers]))
  return new Map(rows.map((row) => [row.number, row.id]))
}

/** Which of some numbers are on library cards, of borrowers in the trash too, or school numbers. */
async function cardsAmong(tx: Transaction, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const asked = sql`any(${sql.param([...numbers])}::text[])`
  const { rows } = await tx.execute<{ number: string }>(sql`
    select upper(card) as number from borrower where upper(card) = ${asked}
    union all select upper(school_number) from borrower where upper(school_number) = ${asked} and school_number <> ''
    union all select upper(card) from deleted_borrower where upper(card) = ${asked}`)
  return new Set(rows.map(({ number }) => number))
}

/** The only copies of books by their ISBNs; null for a book with several, or none. */
async function copiesByIsbn(tx: Transaction, isbns: readonly string[]): Promise<Map<string, string | null>> {
  if (isbns.length === 0) return new Map()
  const { rows } = await tx.execute<{ isbn: string; ids: string[] }>(sql`
    select given.isbn, array_agg(c.id) filter (where c.id is not null) as ids
    from unnest(${sql.param([...isbns])}::text[]) as given(isbn) join book as b on b.isbn @> array[given.isbn]
      left join copy as c on c.book_id = b.id and c.condition <> 'withdrawn'
    group by given.isbn`)
  return new Map(rows.map(({ isbn, ids }) => [isbn, ids?.length === 1 ? (ids[0] ?? null) : null]))
}
