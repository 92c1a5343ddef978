import { count, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { bookInputSchema } from '#catalogue/book/book.schema.ts'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { useDatabase } from '#test/database.ts'
import { db } from '../connection/client.server.ts'
import { book } from '../tables/book.ts'
import { genre } from '../tables/genre.ts'
import { loan } from '../tables/loan.ts'
import books from './books.json' with { type: 'json' }
import genres from './genres.json' with { type: 'json' }
import { seedBooks, seedGenres, seedIfEmpty } from './seed.server.ts'

useDatabase()
beforeEach(async () => {
  await db.delete(loan)
  await db.delete(book)
  await db.delete(genre)
})

const counted = async (): Promise<number[]> => [await db.$count(genre), await db.$count(book)]

describe('the seeded genres', () => {
  test('are at least 20, each with a different hue', () => {
    expect(genres.length).toBeGreaterThanOrEqual(20)
    expect(new Set(genres.map(({ hue }) => hue)).size).toBe(genres.length)
    expect(genres.every(({ hue }) => Number.isInteger(hue) && hue >= 0 && hue < 360)).toBe(true)
  })

  test('have the English word as their name', async () => {
    expect(await seedGenres(db)).toBe(genres.length)
    for (const row of await db.select().from(genre)) expect(row.name).toBe(genreWord(row))
  })

  test('are added once', async () => {
    await seedGenres(db)
    expect(await seedGenres(db)).toBe(0)
  })
})

describe('the sample catalogue', () => {
  test('has at least 200 books, each as a form would take it', () => {
    expect(books.length).toBeGreaterThanOrEqual(200)
    for (const { genre: _, ...fields } of books) expect(bookInputSchema.parse(fields)).toMatchObject(fields)
    expect(books.filter(({ author, publisher }) => author === '' || publisher === '')).toEqual([])
  })

  test('knows its genres', () => {
    const slugs = new Set(genres.map(({ slug }) => slug))
    expect(books.filter((one) => !slugs.has(one.genre))).toEqual([])
  })

  test('speaks English, French, Arabic and Swahili', () => {
    const languages = Map.groupBy(books, ({ language }) => language)
    expect([...languages.keys()].toSorted()).toEqual(['ar', 'en', 'fr', 'sw'])
    for (const ofLanguage of languages.values()) expect(ofLanguage.length).toBeGreaterThanOrEqual(100)
    expect(books.filter(({ title, language }) => /[\u0600-\u06FF]/.test(title) !== (language === 'ar'))).toEqual([])
  })

  test('holds no book twice, and all of it is added, once', async () => {
    await seedGenres(db)
    expect(await seedBooks(db)).toBe(books.length)
    expect(await seedBooks(db)).toBe(0)
    expect(await db.$count(book, isNull(book.genreId))).toBe(0)
    const used = await db.select({ id: book.genreId, n: count() }).from(book).groupBy(book.genreId)
    expect(used.length).toBeGreaterThanOrEqual(20)
  })
})

describe('an empty database', () => {
  test('is filled with the requested seed', async () => {
    await seedIfEmpty(db, 'none')
    expect(await counted()).toEqual([0, 0])
    await seedIfEmpty(db, 'genres')
    expect(await counted()).toEqual([genres.length, 0])
    await db.delete(genre)
    await seedIfEmpty(db, 'sample')
    expect(await counted()).toEqual([genres.length, books.length])
  })

  test('is not filled again: removed books stay removed', async () => {
    await seedIfEmpty(db, 'sample')
    await db.delete(genre).where(eq(genre.slug, 'travel'))
    await db.delete(loan)
    await db.delete(book)
    await seedIfEmpty(db, 'sample')
    expect(await counted()).toEqual([genres.length - 1, 0])
  })
})
