import { desc, inArray, ne } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { bookImport, type ImportChoices } from '#db/tables/book-import.ts'
import { genre } from '#db/tables/genre.ts'

/** Imports that are looked at, and the most names of genres that the next one takes over: each request sends them. */
const REMEMBERED = 30
const MOST_NAMES = 200
const LONGEST_NAME = 100

/** The columns that people chose for headers with the same names, of the last imports. */
export async function rememberedColumns(header: readonly string[]): Promise<Record<string, string>> {
  const last = await db
    .select({ header: bookImport.header, columns: bookImport.columns })
    .from(bookImport)
    .where(ne(bookImport.state, 'waiting'))
    .orderBy(desc(bookImport.createdAt))
    .limit(REMEMBERED)
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

/** What people chose for the names of genres in the last imports: a genre that exists, or null to leave it out. */
export async function rememberedGenres(): Promise<ImportChoices['genres']> {
  const last = await db
    .select({ choices: bookImport.choices })
    .from(bookImport)
    .where(ne(bookImport.state, 'waiting'))
    .orderBy(desc(bookImport.createdAt))
    .limit(REMEMBERED)
  // The last choice for a name counts.
  const names = new Map(last.toReversed().flatMap(({ choices }) => Object.entries(choices.genres ?? {})))
  const chosen = [...names].filter(([name]) => name.length <= LONGEST_NAME).slice(-MOST_NAMES)
  const ids = chosen.flatMap(([, id]) => (id === null ? [] : [id]))
  const there = await db.select({ id: genre.id }).from(genre).where(inArray(genre.id, ids))
  const isThere = new Set(there.map(({ id }) => id))
  return Object.fromEntries(chosen.filter(([, id]) => id === null || isThere.has(id)))
}
