import { eq, like, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { bookBulk } from '#base/db/tables/book-bulk.ts'
import { book } from '#base/db/tables/book.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { runBulk } from './bulk-runner.server.ts'
import { bookBulkRouter } from './bulk.router.server.ts'
import type { BulkOperationInput } from './bulk.schema.ts'

// Changes of more books than are written at once.

useDatabase()

const { create, get, move } = bookBulkRouter
let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await db.delete(bookBulk)
})

const REMOVE: BulkOperationInput = { kind: 'delete' }
const setTo = (field: 'author' | 'publisher' | 'genreId', value: string | null): BulkOperationInput => ({
  kind: 'set',
  field,
  value,
})
const replace = (find: string, by: string): BulkOperationInput => ({
  kind: 'replace',
  field: 'title',
  isWholeWord: false,
  find,
  by,
})

const preview = (operation: BulkOperationInput) =>
  manager.call(create, { books: { filter: {}, except: [] }, operation })
const go = async (id: string, to: 'start' | 'undo' = 'start') => {
  await manager.call(move, { id, to })
  await runBulk(id)
  return manager.call(get, { id })
}
const run = async (operation: BulkOperationInput) => go((await preview(operation)).id)
const many = (count: number) =>
  db.insert(book).values(Array.from({ length: count }, (_, at) => ({ title: `Row ${at}`, author: `A ${at % 7}` })))

test('A replacement in more books than are looked at at once', async () => {
  await many(4100)
  await aBook({ title: 'Other' })
  expect(await run(replace('Row', 'Line'))).toMatchObject({ state: 'done', changed: 4100, unchanged: 1 })
  expect(await db.$count(book, like(book.title, 'Line %'))).toBe(4100)
})

test('A change of many books is done in chunks, can be cancelled between them, and undone as far as it came', async () => {
  await many(5000)
  const { id } = await preview(setTo('publisher', 'P'))
  await manager.call(move, { id, to: 'start' })
  await runBulk(id, { onProgress: async () => void (await manager.call(move, { id, to: 'cancel' })) })
  const ended = await manager.call(get, { id })
  expect(ended).toMatchObject({ state: 'cancelled', changed: ended.total, refused: 0 })
  expect(ended.total).toBeLessThan(5000)
  expect(await db.$count(book, eq(book.publisher, 'P'))).toBe(ended.total)
  await expect(manager.call(move, { id, to: 'cancel' })).rejects.toMatchObject({ code: 'BULK_STATE' })
  expect(await go(id, 'undo')).toMatchObject({ state: 'undone', kept: 0 })
  expect(await db.$count(book, eq(book.publisher, 'P'))).toBe(0)
})

test('A change goes on where a stopped process has left it, and one process runs it', async () => {
  await many(5000)
  const { id } = await preview(REMOVE)
  await manager.call(move, { id, to: 'start' })
  const stopping = new AbortController()
  await runBulk(id, { signal: stopping.signal, onProgress: () => stopping.abort() })
  expect(await manager.call(get, { id })).toMatchObject({ state: 'running', processed: 2000, changed: 2000 })
  await Promise.all([runBulk(id), runBulk(id)])
  await runBulk(id)
  expect(await manager.call(get, { id })).toMatchObject({ state: 'done', changed: 5000 })
  expect(await db.$count(book)).toBe(0)
})

const snapshot = () =>
  db
    .execute(sql`select id, title, author, publisher, genre_id, created_at, title_hash from book order by id`)
    .then((found) => found.rows)

test.each([REMOVE, setTo('author', ''), setTo('genreId', null), replace('Row', 'Line')])(
  'An undo of %o in chunks gives the same catalogue as before',
  async (operation) => {
    await many(2500)
    await aBook({ title: 'Row with all', publisher: 'P', genreId: (await theGenre('novel')).id })
    const before = await snapshot()
    const { id } = await run(operation)
    expect(await snapshot()).not.toEqual(before)
    expect(await go(id, 'undo')).toMatchObject({ state: 'undone', kept: 0 })
    expect(await snapshot()).toEqual(before)
  },
)
