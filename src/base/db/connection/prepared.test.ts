import { asc, DrizzleQueryError, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { bookList, summaryList } from '#catalogue/book/shared/book-list.server.ts'
import { rowMapper } from '#base/lib/quick-statement.server.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { db } from './client.server.ts'
import { prepared } from './prepared.server.ts'
import { book } from '../tables/book.ts'
import { genre } from '../tables/genre.ts'

useDatabase()

beforeAll(async () => {
  const { id } = await theGenre('history')
  await aBook({ title: 'With a genre', genreId: id })
  await aBook({ title: 'Without one', author: '', publisher: '' })
})

const clauses = {
  extraColumns: { firstKey: sql<string>`''`, secondKey: sql<string>`''`, tableVersion: sql<string>`''` },
}

const queries = {
  'a table': () => db.select().from(book).orderBy(book.title),
  'the list of books': () => bookList.rows({ ...clauses, where: undefined, orderBy: [asc(book.title)], limit: 10 }),
  'the list of summaries': () =>
    summaryList.rows({ ...clauses, where: undefined, orderBy: [asc(book.title)], limit: 10 }),
  'whole tables joined from the left': () =>
    db.select().from(book).leftJoin(genre, eq(genre.id, book.genreId)).orderBy(book.title),
  'whole tables joined from the right': () =>
    db.select().from(genre).rightJoin(book, eq(genre.id, book.genreId)).orderBy(book.title),
  'an inner join': () => db.select().from(book).innerJoin(genre, eq(genre.id, book.genreId)),
  'objects of columns, of two tables, and of expressions': () =>
    db
      .select({
        both: { genre: genre.name, title: book.title },
        slug: { slug: genre.slug, hue: genre.hue, size: sql<number>`length(${genre.name})`.mapWith(Number) },
        made: { at: sql`${book.createdAt}`, never: sql`null`.as('never') },
        mapped: sql`${book.createdAt}`.mapWith(book.createdAt),
      })
      .from(book)
      .leftJoin(genre, eq(genre.id, book.genreId))
      .orderBy(book.title),
  'nothing found': () =>
    db
      .select()
      .from(book)
      .where(sql`false`),
}

test.each(Object.entries(queries))('%s is read as Drizzle reads it', async (name, make) => {
  const key = name.replaceAll(/\W/g, '_')
  const ours = await prepared(() => make().prepare(`ours_${key}`))().execute({})
  const theirs = await make().prepare(`theirs_${key}`).execute({})
  expect(ours).toStrictEqual(theirs)
  expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs))
})

test('a failed statement fails as with Drizzle', async () => {
  const make = () =>
    db
      .select({ title: book.title })
      .from(book)
      .where(eq(book.id, sql.placeholder('id')))
  const ours = prepared(() => make().prepare('ours_failing'))
  const caught = (running: Promise<unknown>) => running.catch((error: unknown) => error)
  const [first, second] = await Promise.all([
    caught(ours().execute({ id: 'no uuid' })),
    caught(make().prepare('theirs_failing').execute({ id: 'no uuid' })),
  ])
  expect(first).toBeInstanceOf(DrizzleQueryError)
  expect(first).toEqual(second)
  expect(String(first instanceof Error && first.cause)).toBe(String(second instanceof Error && second.cause))
  await expect(ours().execute({})).rejects.toThrow('No value for placeholder "id" was provided')
})

test('a row of a statement without a join has no object that is null', () => {
  const map = rowMapper([{ path: ['genre', 'id'], field: genre.id }])
  expect(map([null])).toEqual({ genre: { id: null } })
})
