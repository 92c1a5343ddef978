import { DrizzleQueryError, sql } from 'drizzle-orm'
import { withActor } from '#db/actor.server.ts'
import type { Queryable } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import type { BookInput } from '../book.schema.ts'
import type { Refusal } from './book-import-fault.server.ts'
import { findOrAddGenres } from './book-import-genre.server.ts'

/** A row that says what a book needs. */
export interface Candidate {
  row: number
  input: BookInput
  /** Name of its genre, '' for none. */
  genre: string
  /** Its list of authors was too long and was cut. */
  isShortened: boolean
  /** Line breaks or marks of direction were taken out. */
  isCleaned: boolean
}

export interface BatchResult {
  /** Rows whose books are in the catalogue now. */
  imported: number[]
  refusals: Refusal[]
  genresAdded: number
}

interface Sorted {
  fresh: (Candidate & { key: string })[]
  refusals: Refusal[]
}

const ATTEMPTS = 5
// Thirteen hexadecimal digits are 52 bits: a whole number that JavaScript holds exactly, and a third of the text's memory.
const shortKey = (key: string): number => Number.parseInt(key.slice(0, 13), 16)

/**
 * Answers what imports one batch of rows after the other, each in a transaction of its own: when it
 * answers, the batch is kept for good. It remembers some 80 bytes for each imported row, to say which
 * row of the file a later one repeats.
 */
export function makeImporter(isDryRun: boolean): (candidates: Candidate[]) => Promise<BatchResult> {
  const rowOfKey = new Map<number, number>()
  const genreIds = new Map<string, string>()
  const genresAdded = new Set<string>()

  async function attempt(tx: Queryable, candidates: Candidate[]) {
    const { fresh, refusals } = await sortOut(tx, candidates)
    const names = new Set(fresh.map(({ genre }) => genre).filter((name) => name !== '' && !genreIds.has(name)))
    const genres = await findOrAddGenres(tx, [...names], isDryRun)
    const idOf = (name: string) => genreIds.get(name) ?? genres.ids.get(name) ?? null
    const kept = isDryRun ? new Set(fresh.map(({ key }) => key)) : await insert(tx, fresh, idOf)
    const late = fresh
      .filter(({ key }) => !kept.has(key))
      .map(({ row }): Refusal => ({ row, reason: { kind: 'taken', earlierRow: null } }))
    return { kept: fresh.filter(({ key }) => kept.has(key)), refusals: [...refusals, ...late], genres }
  }

  async function sortOut(tx: Queryable, candidates: Candidate[]): Promise<Sorted> {
    const found = await lookUp(tx, candidates)
    const sorted: Sorted = { fresh: [], refusals: [] }
    const rowInBatch = new Map<string, number>()
    candidates.forEach((candidate, index) => {
      const { key, isThere } = found[index] ?? { key: '', isThere: false }
      const earlierRow = rowInBatch.get(key) ?? (isThere || isDryRun ? rowOfKey.get(shortKey(key)) : undefined)
      if (isThere || earlierRow !== undefined) {
        sorted.refusals.push({ row: candidate.row, reason: { kind: 'taken', earlierRow: earlierRow ?? null } })
      } else {
        rowInBatch.set(key, candidate.row)
        sorted.fresh.push({ ...candidate, key })
      }
    })
    return sorted
  }

  return async (candidates) => {
    const { kept, refusals, genres } = await withAttempts(() => withActor('operator', (tx) => attempt(tx, candidates)))
    for (const { key, row } of kept) rowOfKey.set(shortKey(key), row)
    for (const [name, id] of genres.ids) genreIds.set(name, id)
    const before = genresAdded.size
    for (const key of genres.added) genresAdded.add(key)
    return { imported: kept.map(({ row }) => row), refusals, genresAdded: genresAdded.size - before }
  }
}

/** For each candidate what its title and author come to, and whether the catalogue has that book. */
async function lookUp(tx: Queryable, candidates: Candidate[]): Promise<{ key: string; isThere: boolean }[]> {
  const titles = candidates.map(({ input }) => input.title)
  const authors = candidates.map(({ input }) => input.author)
  const { rows } = await tx.execute<{ key: string; isThere: boolean }>(sql`
    with asked as materialized (
      select at, public.fold_hash(title, author) as hash
      from unnest(${sql.param(titles)}::text[], ${sql.param(authors)}::text[]) with ordinality as given(title, author, at)
    )
    select encode(hash, 'hex') as key, exists (select from book where title_hash = hash) as "isThere" from asked order by at`)
  return rows
}

/** Adds the books that nobody else has added since; answers their keys. */
async function insert(
  tx: Queryable,
  fresh: Sorted['fresh'],
  idOf: (genre: string) => string | null,
): Promise<Set<string>> {
  if (fresh.length === 0) return new Set()
  // In one order in every process: of two imports neither then waits for what the other holds.
  const rows = fresh
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ input, genre }) => ({ ...input, genreId: idOf(genre) }))
  const added = await tx
    .insert(book)
    .values(rows)
    .onConflictDoNothing({ target: book.titleHash })
    .returning({ key: sql<string>`encode(${book.titleHash}, 'hex')` })
  return new Set(added.map(({ key }) => key))
}

/** Tries again what lost against another transaction (40P01: deadlock, 40001: serialization). */
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
