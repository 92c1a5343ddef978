import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { now } from '#base/lib/clock.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser, theGenre } from '#test/factories.ts'
import { dashboardRouter } from './dashboard.router.server.ts'

useDatabase()

test('a manager gets the figures of the library', async () => {
  const manager = await as('manager')
  const before = await manager.call(dashboardRouter.figures, undefined)
  const [novel, poetry] = [await theGenre('novel'), await theGenre('poetry')]
  await aBook({ author: 'Ngũgĩ wa Thiong’o', genreId: novel.id, publisher: '' })
  await aBook({ author: 'NGUGI WA THIONG’O', genreId: novel.id, publisher: 'Heinemann' })
  await aBook({ author: '', genreId: poetry.id, publisher: '', createdAt: new Date('1999-01-01') })
  await as('newcomer')
  await aUser({ createdAt: new Date('1999-01-01') })
  const { months, byGenre, ...after } = await manager.call(dashboardRouter.figures, undefined)
  expect(after).toEqual({
    counts: { ...before.counts, book: before.counts.book + 3, user: before.counts.user + 2 },
    authors: before.authors + 1,
    newUsers: before.newUsers + 1,
    attention: {
      withoutGenre: before.attention.withoutGenre,
      withoutPublisher: before.attention.withoutPublisher + 2,
      notOnboarded: before.attention.notOnboarded + 1,
      neverSignedIn: before.attention.neverSignedIn,
      samples: 0,
      duplicates: 0,
      overdue: 0,
    },
    warnings: [],
    afterRestore: null,
    lending: null,
  })
  expect(byGenre.map(({ genre, books }) => [genre.slug, books])).toEqual([
    ['novel', 2],
    ['poetry', 1],
  ])
  const month = now().toISOString().slice(0, 7)
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toEqual({ month, books: (before.months.at(-1)?.books ?? 0) + 2 })
  expect(new Set(months.map((one) => one.month)).size).toBe(12)
  await db.delete(book).where(eq(book.genreId, poetry.id))
  expect(await manager.call(dashboardRouter.figures, undefined)).toMatchObject({
    counts: { book: before.counts.book + 2 },
  })
})

test('an empty library has figures too', async () => {
  const manager = await as('manager')
  await db.delete(book)
  const figures = await manager.call(dashboardRouter.figures, undefined)
  expect(figures).toMatchObject({ counts: { book: 0 }, authors: 0, byGenre: [] })
  expect(figures.months.every(({ books }) => books === 0)).toBe(true)
})

test('other users are refused', async () => {
  for (const [part, code] of [
    ['stranger', 'UNAUTHORIZED'],
    ['newcomer', 'NOT_ONBOARDED'],
    ['reader', 'ACTION_NOT_ALLOWED'],
  ] as const) {
    const caller = part === 'stranger' ? await as(part) : await as(part)
    await expect(caller.call(dashboardRouter.figures, undefined)).rejects.toMatchObject({ code })
  }
})
