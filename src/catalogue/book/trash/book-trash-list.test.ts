import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { user } from '#base/db/tables/user.ts'
import { now } from '#base/lib/clock.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { bookEditRouter } from '../edit/book-edit.router.server.ts'
import { bookTrashRouter } from './book-trash.router.server.ts'
import type { trashListInputSchema } from '#kit/trash/shared/trash.schema.ts'

useDatabase()

const DAY = 86_400_000
let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await db.delete(deletedBook)
})

/** Deletes a book of this title, some days ago. */
async function aDeleted(title: string, daysAgo = 0, by = manager): Promise<string> {
  const { id } = await aBook({ title, genreId: (await theGenre('novel')).id })
  await by.call(bookEditRouter.remove, { id })
  await db
    .update(deletedBook)
    .set({ deletedAt: new Date(now().getTime() - daysAgo * DAY) })
    .where(eq(deletedBook.id, id))
  return id
}
const list = (input: z.input<typeof trashListInputSchema> = {}) => manager.call(bookTrashRouter.list, input)

test('The last deleted comes first, with who, when, and the days that are left', async () => {
  await aDeleted('Old', 29.5)
  await aDeleted('Middle', 10.5)
  const id = await aDeleted('New')
  const { items, nextCursor } = await list()
  expect(items.map(({ title, daysLeft }) => [title, daysLeft])).toEqual([
    ['New', 30],
    ['Middle', 20],
    ['Old', 1],
  ])
  expect(nextCursor).toBeNull()
  // Null until they are counted.
  await expect.poll(async () => (await list()).total).toBe(3)
  const { name } = manager.user
  const found = { id, title: 'New', deletedBy: { id: manager.user.id, name }, genre: { slug: 'novel' } }
  expect(items[0]).toMatchObject(found)
  expect(await manager.call(bookTrashRouter.get, { id })).toMatchObject({ ...found, daysLeft: 30 })
})

test('Pages follow each other without gap or repetition', async () => {
  for (const title of ['A', 'B', 'C', 'D', 'E']) await aDeleted(title, title.charCodeAt(0))
  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.nextCursor ?? '' })
  const third = await list({ limit: 2, cursor: second.nextCursor ?? '' })
  expect([first, second, third].flatMap(({ items }) => items.map(({ title }) => title))).toEqual([...'ABCDE'])
  expect(third.nextCursor).toBeNull()
  await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR', status: 400 })
})

test('It is searched by the beginnings of words, in any script and accents', async () => {
  await aDeleted('La Répudiation')
  await aDeleted('الأيام')
  const found = async (searchTerm: string) => (await list({ searchTerm })).items.map(({ title }) => title)
  expect(await found('repud djeb')).toEqual(['La Répudiation'])
  expect(await found('الايام')).toEqual(['الأيام'])
  expect(await found('pudiation')).toEqual([])
  expect(await found("%'")).toEqual([])
  expect(await manager.call(bookTrashRouter.count, { searchTerm: 'djebar' })).toEqual({ total: 2 })
})

test('Its total follows deletions, restorations and what is deleted for good', async () => {
  const [first, second] = [await aDeleted('First'), await aDeleted('Second')]
  const total = async () => (await manager.call(bookTrashRouter.count, {})).total
  expect(await total()).toBe(2)
  await manager.call(bookTrashRouter.remove, { ids: [first] })
  expect(await total()).toBe(1)
  await manager.call(bookTrashRouter.restore, { ids: [second] })
  expect(await total()).toBe(0)
})

test('A book stays when the person who deleted it is gone', async () => {
  const other = await as('manager')
  const id = await aDeleted('Orphan', 0, other)
  await db.delete(user).where(eq(user.id, other.user.id))
  expect(await manager.call(bookTrashRouter.get, { id })).toMatchObject({ deletedBy: null })
})

test('Emptying deletes what was deleted until a moment for good, and no more', async () => {
  const [, seen] = [await aDeleted('Old', 3), await aDeleted('Seen', 1)]
  const later = await aDeleted('Later')
  const { deletedAt } = (await manager.call(bookTrashRouter.get, { id: seen })) ?? {}
  await manager.call(bookTrashRouter.empty, { until: deletedAt ?? new Date(0) })
  expect((await db.select().from(deletedBook)).map(({ id }) => id)).toEqual([later])
  const reader = await as('reader')
  await expect(reader.call(bookTrashRouter.empty, { until: new Date() })).rejects.toMatchObject({ status: 403 })
})

test('What is not in the trash is null, and readers may do nothing with it', async () => {
  const id = await aDeleted('Hidden')
  const { id: there } = await aBook()
  for (const other of [there, 'nonsense', "' or 1=1"])
    expect(await manager.call(bookTrashRouter.get, { id: other })).toBeNull()
  const reader = await as('reader')
  const isDeleted = (given: string) => reader.call(bookTrashRouter.isDeleted, { id: given })
  expect([await isDeleted(id), await isDeleted(there), await isDeleted('nonsense')]).toEqual([true, false, false])
  const refused = { status: 403 }
  await expect(reader.call(bookTrashRouter.list, {})).rejects.toMatchObject(refused)
  await expect(reader.call(bookTrashRouter.count, {})).rejects.toMatchObject(refused)
  await expect(reader.call(bookTrashRouter.get, { id })).rejects.toMatchObject(refused)
  await expect(reader.call(bookTrashRouter.restore, { ids: [id] })).rejects.toMatchObject(refused)
  await expect(reader.call(bookTrashRouter.remove, { ids: [id] })).rejects.toMatchObject(refused)
  expect(await db.$count(deletedBook)).toBe(1)
})
