import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { bookImport, type ImportChoices } from '#base/db/tables/book-import.ts'
import { genre } from '#base/db/tables/genre.ts'
import { allColumns } from '../shared/column-names.server.ts'
import { findColumns } from './import-columns.server.ts'

type Remembered = Pick<typeof bookImport.$inferSelect, 'header' | 'columns' | 'choices'>

/** Imports that are looked at, and the most names of genres that the next one takes over: each request sends them. */
const REMEMBERED = 30
const MOST_NAMES = 200
const LONGEST_NAME = 100

/**
 * What people chose in the last imports: the columns of fields, and the genres for names of genres (null to leave one out), of
 * those that still exist. A file that was imported before (`isAgain`, by its name and size)
 * only fills what is empty: what differs was changed here.
 */
export async function rememberedChoices(
  header: readonly string[],
  file: Pick<typeof bookImport.$inferSelect, 'filename' | 'size'>,
): Promise<{ columns: Record<string, string>; genres: ImportChoices['genres']; isAgain: boolean }> {
  const { header: names, columns, choices, filename, size, state } = bookImport
  const last = await db
    .select({ header: names, columns, choices })
    .from(bookImport)
    .where(ne(bookImport.state, 'waiting'))
    .orderBy(desc(bookImport.createdAt))
    .limit(REMEMBERED)
  // The file counts as imported before however long ago that was.
  const isSame = and(eq(state, 'done'), eq(filename, file.filename), eq(size, file.size))
  const isAgain = (await db.$count(bookImport, isSame)) > 0
  return { columns: columnsOf(last, header), genres: await genresOf(last), isAgain }
}

/**
 * The columns of the last imports: those of the same header as they were. In another header a column counts only where
 * it was corrected: what was found by its name, such as a year under *Date*, may stand under a better one here.
 */
function columnsOf(last: readonly Remembered[], header: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const one of last) {
    const names = Object.entries(one.columns).flatMap(([field, index]) => {
      const name = one.header[index]
      const isHere = name !== undefined && name !== '' && !Object.hasOwn(found, field) && header.includes(name)
      return isHere ? [{ field, index, name }] : []
    })
    if (names.length === 0) continue
    const guessed = isDeepStrictEqual(one.header, header)
      ? undefined
      : findColumns(one.header, {}, undefined, allColumns)
    for (const { field, index, name } of names) if (guessed?.get(field) !== index) found[field] = name
  }
  return found
}

async function genresOf(last: readonly Remembered[]): Promise<ImportChoices['genres']> {
  // The last choice for a name counts.
  const names = new Map(last.toReversed().flatMap(({ choices }) => Object.entries(choices.genres ?? {})))
  const chosen = [...names].filter(([name]) => name.length <= LONGEST_NAME).slice(-MOST_NAMES)
  const ids = chosen.flatMap(([, id]) => (id === null ? [] : [id]))
  if (ids.length === 0) return Object.fromEntries(chosen)
  const there = await db.select({ id: genre.id }).from(genre).where(inArray(genre.id, ids))
  const isThere = new Set(there.map(({ id }) => id))
  return Object.fromEntries(chosen.filter(([, id]) => id === null || isThere.has(id)))
}
