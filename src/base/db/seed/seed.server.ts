import { count, eq } from 'drizzle-orm'
import { now } from '#base/lib/clock.ts'
import { type Actor, setActor, type Transaction } from '#base/db/actor.server.ts'
import { lockGenres, matchGenres, searchedWords, seedNames } from '../genre-names.server.ts'
import type { Queryable } from '../connection/client.server.ts'
import { book } from '../tables/book.ts'
import { genre } from '../tables/genre.ts'
import { sampleBook } from '../tables/sample.ts'
import { seedLending } from './lending.server.ts'
import books from './books.json' with { type: 'json' }
import genres from './genres.json' with { type: 'json' }

export type SeedKind = 'none' | 'genres' | 'sample'

/**
 * Adds the missing seed genres and updates the words of the others; returns how many were added. A genre of the
 * library's own that is called so in English becomes the seed genre and keeps its name; one that is called so in
 * another language stays, and the seed genre is left out.
 */
export const seedGenres = (db: Queryable, actor: Actor = 'none'): Promise<number> =>
  db.transaction(async (tx) => {
    await setActor(tx, actor)
    await lockGenres(tx)
    const existing = await tx.select().from(genre)
    const matches = await matchGenres(
      tx,
      genres.flatMap(({ slug }) => wordsOf(slug)),
    )
    const idOf = new Map(matches.map(({ name, id }) => [name, id]))
    const missing = []
    for (const { slug, hue } of genres) {
      const words = wordsOf(slug)
      const [name = slug] = words
      const found = existing.find((one) => one.slug === slug) ?? existing.find(({ id }) => id === idOf.get(name))
      if (found) await keepSlug(tx, found, slug)
      else if (words.every((word) => idOf.get(word) === null))
        missing.push({ slug, hue, name, words: searchedWords({ slug, name, names: null }) })
    }
    if (missing.length > 0) await tx.insert(genre).values(missing)
    return missing.length
  })

/** The names of a seed genre in all languages, English first. */
const wordsOf = (slug: string): string[] => Object.values(seedNames(slug))

async function keepSlug(tx: Transaction, found: typeof genre.$inferSelect, slug: string): Promise<void> {
  const seeded = { slug: found.slug ?? slug, words: searchedWords({ ...found, slug: found.slug ?? slug }) }
  if (seeded.slug === found.slug && seeded.words === found.words) return
  await tx
    .update(genre)
    .set({ ...seeded, version: found.version + 1 })
    .where(eq(genre.id, found.id))
}

const countOf = async (db: Queryable): Promise<number> => {
  const [row] = await db.select({ value: count() }).from(genre)
  return row?.value ?? 0
}

/** Adds the missing books of the sample catalogue, marked as samples; returns how many were added. */
export async function seedBooks(db: Queryable): Promise<number> {
  const existing = await db.select({ id: genre.id, slug: genre.slug }).from(genre)
  const idOf = new Map(existing.map(({ slug, id }) => [slug, id]))
  const start = now().getTime() - books.length
  const rows = books.map(({ genre: slug, ...rest }, index) => {
    // A millisecond apart, so that the last book of the file is the newest.
    const at = new Date(start + index)
    return { ...rest, genreId: idOf.get(slug) ?? null, createdAt: at, updatedAt: at }
  })
  return db.transaction(async (tx) => {
    // The activity does not record samples.
    await setActor(tx, 'none')
    const added = await tx.insert(book).values(rows).onConflictDoNothing().returning({ id: book.id })
    if (added.length > 0) await tx.insert(sampleBook).values(added.map(({ id }) => ({ bookId: id })))
    return added.length
  })
}

/** Seeds an empty database; leaves one with genres or books unchanged. */
export async function seedIfEmpty(db: Queryable, kind: SeedKind): Promise<void> {
  if (kind === 'none') return
  const hasGenres = (await countOf(db)) > 0
  if (!hasGenres) await seedGenres(db)
  if (kind !== 'sample') return
  const [bookCount] = await db.select({ value: count() }).from(book)
  if (bookCount?.value !== 0 || hasGenres) return
  await seedBooks(db)
  await seedLending(db)
}
