import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { db } from '#db/connection/client.server.ts'
import { bookImport, type ImportChoices } from '#db/tables/book-import.ts'
import { genre } from '#db/tables/genre.ts'

type Remembered = Pick<typeof bookImport.$inferSelect, 'header' | 'columns' | 'choices'>

/** Imports that are looked at, and the most names of genres that the next one takes over: each request sends them. */
const REMEMBERED = 30
const MOST_NAMES = 200
const LONGEST_NAME = 100

/**
 * What people chose in the last imports: the columns of fields, for headers with the same names, and the genres for names of
 * genres (null to leave one out), of those that still exist. A file that was imported before (`isAgain`, by its name and size)
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
  // However long ago.
  const isSame = and(eq(state, 'done'), eq(filename, file.filename), eq(size, file.size))
  const isAgain = (await db.$count(bookImport, isSame)) > 0
  return { columns: columnsOf(last, header), genres: await genresOf(last), isAgain }
}

function columnsOf(last: readonly Remembered[], header: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const one of last) {
    for (const [field, index] of Object.entries(one.columns)) {
      const name = one.header[index]
      if (name !== undefined && name !== '' && !Object.hasOwn(found, field) && header.includes(name))
        found[field] = name
    }
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
