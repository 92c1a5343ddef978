import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { bookBulk } from '#base/db/tables/book-bulk.ts'
import { book } from '#base/db/tables/book.ts'
import { user } from '#base/db/tables/user.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, type BookRow } from '#test/factories.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { runBulk } from './bulk-runner.server.ts'
import { bookBulkRouter } from './bulk.router.server.ts'

// A bulk change is found again after a reload, in another tab, and by others.

useDatabase()

const { create, get, move, running } = bookBulkRouter
let manager: SignedInCaller
let other: SignedInCaller
let one: BookRow
beforeEach(async () => {
  manager = await as('manager')
  other = await as('manager')
  await db.delete(book)
  await db.delete(bookBulk)
  await db.delete(activity)
  one = await aBook({ title: 'One' })
  await aBook({ title: 'Two' })
})

/** A change that was started, but that no process runs yet. */
async function started(): Promise<string> {
  const operation = { kind: 'set', field: 'publisher', value: 'Seuil' } as const
  const { id } = await manager.call(create, { books: { filter: {}, except: [] }, operation })
  expect(await runningOf(manager)).toBeNull()
  await manager.call(move, { id, to: 'start' })
  return id
}
const runningOf = async (caller: SignedInCaller) => (await caller.call(running, undefined)).id

const recent = async (caller = manager) =>
  (await caller.call(activityRouter.recent, undefined)).items.flatMap(({ action, bulk }) =>
    action.includes('bulk') ? [[action, bulk]] : [],
  )

test('while it runs, its person finds it; whoever undoes it finds the undo', async () => {
  const id = await started()
  expect([await runningOf(manager), await runningOf(other)]).toEqual([id, null])
  await runBulk(id)
  expect(await runningOf(manager)).toBeNull()
  await other.call(move, { id, to: 'undo' })
  expect([await runningOf(manager), await runningOf(other)]).toEqual([null, id])
})

test('its entry of the activity leads to its undo, for any manager, until it is undone', async () => {
  const id = await started()
  await runBulk(id)
  expect(await recent()).toEqual([['book.bulk-set', 'undo']])
  expect(await recent(other)).toEqual([['book.bulk-set', 'undo']])
  const history = () => manager.call(activityRouter.of, { kind: 'book', id: one.id })
  expect((await history()).items.map(({ bulk }) => bulk)).toEqual(['undo', null])
  await other.call(move, { id, to: 'undo' })
  // Nothing is written yet: the entries are cached, what can be done is not.
  expect(await recent()).toEqual([['book.bulk-set', 'report']])
  await runBulk(id)
  expect(await recent()).toEqual([
    ['book.undo-bulk', 'report'],
    ['book.bulk-set', 'report'],
  ])
  expect((await history()).items.map(({ bulk }) => bulk)).toEqual(['report', 'report', null])
  expect(await manager.call(get, { id })).toMatchObject({ state: 'undone' })
})

test('without its books it is an entry like others', async () => {
  const id = await started()
  await runBulk(id)
  await db.delete(bookBulk).where(eq(bookBulk.id, id))
  expect(await recent()).toEqual([['book.bulk-set', null]])
})

test('is not for readers and strangers', async () => {
  await started()
  for (const caller of [await as('reader'), await as('stranger')])
    await expect(caller.call(running, undefined)).rejects.toMatchObject({ status: expect.toBeOneOf([401, 403]) })
})

test('A change stops when its user is banned, and goes on when that is over', async () => {
  const id = await started()
  const ban = (banExpires: Date | null) =>
    db.update(user).set({ banned: true, banExpires }).where(eq(user.id, manager.user.id))
  await ban(null)
  await expect(runBulk(id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await ban(new Date('2001-01-01'))
  expect(await runBulk(id)).toMatchObject({ state: 'done' })
})
