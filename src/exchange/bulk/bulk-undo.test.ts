import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { runBulk } from './bulk-runner.server.ts'
import { bookBulkRouter } from './bulk.router.server.ts'
import type { BulkOperationInput } from './bulk.schema.ts'

// An undo takes back by field and value what the change has written.

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
})

async function move(id: string, to: 'start' | 'undo') {
  await manager.call(bookBulkRouter.move, { id, to })
  await runBulk(id)
  return manager.call(bookBulkRouter.get, { id })
}

async function change(operation: BulkOperationInput): Promise<string> {
  const { id } = await manager.call(bookBulkRouter.create, { books: { filter: {}, except: [] }, operation })
  await move(id, 'start')
  return id
}

const rows = async () =>
  (await db.select().from(book).orderBy(asc(book.title))).map(({ title, publisher }) => [title, publisher])

test('Another field, and a change that was itself taken back, count for nothing', async () => {
  const one = await aBook({ title: 'A1', publisher: 'P1' })
  await aBook({ title: 'A2', publisher: 'P2' })
  const id = await change({ kind: 'set', field: 'publisher', value: 'All' })
  await manager.call(bookEditRouter.update, { id: one.id, version: 2, title: 'A1 again' })
  await move(await change({ kind: 'set', field: 'publisher', value: 'Later' }), 'undo')
  expect(await move(id, 'undo')).toMatchObject({ state: 'undone', kept: 0 })
  expect(await rows()).toEqual([
    ['A1 again', 'P1'],
    ['A2', 'P2'],
  ])
})

test('A value that somebody has changed since stays, and is named', async () => {
  const one = await aBook({ title: 'A1', publisher: 'P1' })
  await aBook({ title: 'A2', publisher: 'P2' })
  const id = await change({ kind: 'set', field: 'publisher', value: 'All' })
  await manager.call(bookEditRouter.update, { id: one.id, version: 2, publisher: 'By hand' })
  expect(await move(id, 'undo')).toMatchObject({ state: 'undone', kept: 1 })
  expect(await rows()).toEqual([
    ['A1', 'By hand'],
    ['A2', 'P2'],
  ])
})

test('Two titles that would become the same: the second one stays', async () => {
  const [one, two] = [await aBook({ title: 'X a', author: '1' }), await aBook({ title: 'X a', author: '2' })]
  const id = await change({ kind: 'replace', field: 'title', find: 'X', by: 'Y', isWholeWord: true })
  await db.update(book).set({ author: '3' }).where(eq(book.id, one.id))
  await db.update(book).set({ author: '1' }).where(eq(book.id, two.id))
  await aBook({ title: 'X a', author: '3' })
  expect(await move(id, 'undo')).toMatchObject({ kept: 1 })
  expect((await rows()).map(([title]) => title)).toEqual(['X a', 'X a', 'Y a'])
})
