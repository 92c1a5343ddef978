import { DrizzleQueryError, sql } from 'drizzle-orm'
import { withActor } from '#db/actor.server.ts'
import type { Queryable } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import type { BookInput } from '../book.schema.ts'
import type { Refusal } from './book-import-fault.server.ts'
import { findOrAddGenres } from './book-import-genre.server.ts'

/** A valid row of the file. */
export interface Candidate {
  row: number
  input: BookInput
  /** Name of the genre, '' for none. */
  genre: string
  /** The list of authors was too long and was cut. */
  isShortened: boolean
  /** Line breaks or direction marks were removed. */
  isCleaned: boolean
}

export interface BatchResult {
  /** Rows whose books were added. */
  imported: number[]
  refusals: Refusal[]
  genresAdded: number
}

interface Sorted {
  newBooks: (Candidate & { key: string })[]
  refusals: Refusal[]
}

const ATTEMPTS = 5
// Thirteen hexadecimal digits are 52 bits: a whole number that JavaScript holds exactly, and a third of the text's memory.
const shortKey = (key: string): number => Number.parseInt(key.slice(0, 13), 16)

/**
 * Returns a function that imports one batch of rows in a transaction of its own: once it resolves, the batch is
 * committed. Remembers some 80 bytes for each imported row, to name the row of the file that a later one repeats.
 */
export function makeImporter(isDryRun: boolean): (candidates: Candidate[]) => Promise<BatchResult> {
  const rowOfKey = new Map<number, number>()
  const genreIds = new Map<string, string>()
  const genresAdded = new Set<string>()

  async function attempt(tx: Queryable, candidates: Candidate[]) {
    const { newBooks, refusals } = await splitByDuplicate(tx, candidates)
    const names = new Set(newBooks.map(({ genre }) => genre).filter((name) => name !== '' && !genreIds.has(name)))
    const genres = await findOrAddGenres(tx, [...names], isDryRun)
    const idOf = (name: string) => genreIds.get(name) ?? genres.ids.get(name) ?? null
    const addedKeys = isDryRun ? new Set(newBooks.map(({ key }) => key)) : await insert(tx, newBooks, idOf)
    const addedElsewhere = newBooks
      .filter(({ key }) => !addedKeys.has(key))
      .map(({ row }): Refusal => ({ row, reason: { kind: 'taken', earlierRow: null } }))
    return {
      added: newBooks.filter(({ key }) => addedKeys.has(key)),
      refusals: [...refusals, ...addedElsewhere],
      genres,
    }
  }

  async function splitByDuplicate(tx: Queryable, candidates: Candidate[]): Promise<Sorted> {
    const found = await lookUp(tx, candidates)
    const sorted: Sorted = { newBooks: [], refusals: [] }
    const rowInBatch = new Map<string, number>()
    candidates.forEach((candidate, index) => {
      const { key, exists } = found[index] ?? { key: '', exists: false }
      const earlierRow = rowInBatch.get(key) ?? (exists || isDryRun ? rowOfKey.get(shortKey(key)) : undefined)
      if (exists || earlierRow !== undefined) {
        sorted.refusals.push({ row: candidate.row, reason: { kind: 'taken', earlierRow: earlierRow ?? null } })
      } else {
        rowInBatch.set(key, candidate.row)
        sorted.newBooks.push({ ...candidate, key })
      }
    })
    return sorted
  }

  return async (candidates) => {
    const { added, refusals, genres } = await withAttempts(() => withActor('operator', (tx) => attempt(tx, candidates)))
    for (const { key, row } of added) rowOfKey.set(shortKey(key), row)
    for (const [name, id] of genres.ids) genreIds.set(name, id)
    const before = genresAdded.size
    for (const key of genres.added) genresAdded.add(key)
    return { imported: added.map(({ row }) => row), refusals, genresAdded: genresAdded.size - before }
  }
}

/** For each candidate the hash of its title and author, and whether the catalogue has that book. */
async function lookUp(tx: Queryable, candidates: Candidate[]): Promise<{ key: string; exists: boolean }[]> {
  const titles = candidates.map(({ input }) => input.title)
  const authors = candidates.map(({ input }) => input.author)
  const { rows } = await tx.execute<{ key: string; exists: boolean }>(sql`
    with asked as materialized (
      select at, public.fold_hash(title, author) as hash
      from unnest(${sql.param(titles)}::text[], ${sql.param(authors)}::text[]) with ordinality as given(title, author, at)
    )
    select encode(hash, 'hex') as key, exists (select from book where title_hash = hash) as "exists" from asked order by at`)
  return rows
}

/** Adds the books, except those that another transaction has added since; returns the keys of the added ones. */
async function insert(
  tx: Queryable,
  newBooks: Sorted['newBooks'],
  idOf: (genre: string) => string | null,
): Promise<Set<string>> {
  if (newBooks.length === 0) return new Set()
  // The same order in every process, so that concurrent imports cannot deadlock.
  const rows = newBooks
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ input, genre }) => ({ ...input, genreId: idOf(genre) }))
  const added = await tx
    .insert(book)
    .values(rows)
    .onConflictDoNothing({ target: book.titleHash })
    .returning({ key: sql<string>`encode(${book.titleHash}, 'hex')` })
  return new Set(added.map(({ key }) => key))
}

/** Retries a transaction that failed because of a concurrent one (40P01: deadlock, 40001: serialization). */
async function withAttempts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const cause = error instanceof DrizzleQueryError ? error.cause : error
      const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
      if ((code !== '40P01' && code !== '40001') || attempt === ATTEMPTS) throw error
    }
  }
}
