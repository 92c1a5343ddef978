import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { bookBulk } from '#base/db/tables/book-bulk.ts'
import { book } from '#base/db/tables/book.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { runBulk } from '#exchange/bulk/bulk-runner.server.ts'
import { bookBulkRouter } from '#exchange/bulk/bulk.router.server.ts'
import { bookTrashRouter } from './book-trash.router.server.ts'

useDatabase()

const { create, get, move, rows } = bookBulkRouter
let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  for (const table of [book, deletedBook, bookBulk]) await db.delete(table)
})

const go = async (id: string, to: 'start' | 'undo', isForGood = false) => {
  await manager.call(move, { id, to, isForGood })
  await runBulk(id)
  return manager.call(get, { id })
}
const removeAll = async (isForGood = false) => {
  const books = { filter: {}, except: [] }
  return go((await manager.call(create, { books, operation: { kind: 'delete' } })).id, 'start', isForGood)
}
const titles = async () => (await db.select({ title: book.title }).from(book)).map(({ title }) => title).toSorted()
const lastAction = async () =>
  (
    await db
      .select()
      .from(activity)
      .orderBy(sql`id desc`)
      .limit(1)
  )[0]

test('Many deleted books are in the trash, and an undo takes them out again', async () => {
  for (const title of ['A', 'B', 'C']) await aBook({ title })
  const { id, changed } = await removeAll()
  expect(changed).toBe(3)
  const found = await db.select({ by: deletedBook.deletedBy }).from(deletedBook)
  expect(found).toEqual(Array.from({ length: 3 }, () => ({ by: manager.user.id })))
  expect(await go(id, 'undo')).toMatchObject({ state: 'undone', kept: 0 })
  expect(await titles()).toEqual(['A', 'B', 'C'])
  expect(await db.$count(deletedBook)).toBe(0)
})

test('An undo names what was restored by hand, deleted for good, or has a title that is taken', async () => {
  const [restored, gone] = [await aBook({ title: 'Restored' }), await aBook({ title: 'Gone' })]
  await aBook({ title: 'Taken' })
  await aBook({ title: 'Usual' })
  const { id } = await removeAll()
  await manager.call(bookTrashRouter.restore, { ids: [restored.id] })
  await manager.call(bookTrashRouter.remove, { ids: [gone.id] })
  await aBook({ title: 'Taken' })
  expect(await go(id, 'undo')).toMatchObject({ state: 'undone', kept: 3, gone: 1 })
  const { items } = await manager.call(rows, { id, result: 'kept' })
  expect(items.map(({ title, kept }) => [title, kept])).toEqual([
    ['Gone', 'missing'],
    ['Restored', 'changed'],
    ['Taken', 'taken'],
  ])
  expect(await titles()).toEqual(['Restored', 'Taken', 'Usual'])
  const exported = await (await manager.request('/api/v1/activity/export')).text()
  expect(exported).toContain('took back the deletion of 1 book')
})

test('Many books that are deleted for good are in no trash, are recorded so, and cannot be undone', async () => {
  for (const title of ['A', 'B']) await aBook({ title })
  const bulk = await removeAll(true)
  expect(bulk).toMatchObject({ state: 'done', changed: 2, operation: { kind: 'delete', isForGood: true } })
  expect(await db.$count(deletedBook)).toBe(0)
  expect(await lastAction()).toMatchObject({ action: 'book.bulk-delete', after: { books: 2, isForGood: true } })
  await expect(go(bulk.id, 'undo')).rejects.toMatchObject({ code: 'BULK_STATE' })
  expect(await db.$count(bookBulk, eq(bookBulk.state, 'done'))).toBe(1)
})
