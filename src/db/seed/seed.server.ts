import { count, sql } from 'drizzle-orm'
import ar from '../../../messages/ar.json' with { type: 'json' }
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import sw from '../../../messages/sw.json' with { type: 'json' }
import { now } from '#lib/clock.ts'
import { setActor } from '#db/actor.server.ts'
import type { Queryable } from '../client.server.ts'
import { book } from '../tables/book.ts'
import { genre } from '../tables/genre.ts'
import { sampleBook } from '../tables/sample-book.ts'
import books from './books.json' with { type: 'json' }
import genres from './genres.json' with { type: 'json' }

export type SeedKind = 'none' | 'genres' | 'sample'

const LANGUAGES: Record<string, unknown>[] = [en, fr, ar, sw]

/** The names of a seed genre in all languages, English first, from the keys `genre_<slug>` of messages/. */
const wordsOf = (slug: string): string[] =>
  LANGUAGES.map((messages) => String(messages[`genre_${slug.replaceAll('-', '_')}`]))

/** Adds the missing seed genres and updates the words of the others; returns how many were added. */
export async function seedGenres(db: Queryable): Promise<number> {
  const rows = genres.map(({ slug, hue }) => {
    const [name = slug, ...others] = wordsOf(slug)
    return { slug, hue, name, words: others.join(' ') }
  })
  const before = await countOf(db)
  // A user's genre of the same name keeps its name and gets slug and words.
  await db
    .insert(genre)
    .values(rows)
    .onConflictDoUpdate({
      target: genre.nameHash,
      set: { slug: sql`coalesce(${genre.slug}, excluded.slug)`, words: sql`excluded.words` },
    })
  return (await countOf(db)) - before
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
  if (bookCount?.value === 0 && !hasGenres) await seedBooks(db)
}
