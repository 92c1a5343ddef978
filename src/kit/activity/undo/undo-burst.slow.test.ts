import { eq, inArray, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { user } from '#base/db/tables/user.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { demoteAll } from '#test/admins.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { now } from '#base/lib/clock.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser } from '#test/factories.ts'
import { activityRouter } from '../activity.router.server.ts'
import type { UndoneBurst } from './undo.schema.ts'
import { undoRouter } from './undo.router.server.ts'

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
})

/** The newest line of the activity. */
async function newestLine() {
  const [line] = (await manager.call(activityRouter.lines, {})).items
  if (!line) throw new Error('There is no line')
  return line
}

/** Takes a burst back as the page does, part by part. */
async function undoAll({ id, lastId }: { id: number; lastId: number }): Promise<UndoneBurst[]> {
  const parts: UndoneBurst[] = []
  for (let next: number | null = id; next !== null; next = parts.at(-1)?.next ?? null)
    parts.push(await manager.call(undoRouter.burst, { id, lastId, from: next }))
  return parts
}

const publishersLike = async (title: string) =>
  (await db.select({ publisher: book.publisher }).from(book).where(like(book.title, title)).orderBy(book.title)).map(
    ({ publisher }) => publisher,
  )

test('A burst is taken back as one; what was changed since stays and is named', async () => {
  const books = await Promise.all(['1', '2', '3', '4'].map((n) => aBook({ title: `Burst ${n}`, publisher: 'Old' })))
  for (const { id } of books) await manager.call(bookEditRouter.update, { id, version: 1, publisher: 'New' })
  const line = await newestLine()
  expect([line.count, line.undo]).toEqual([4, 'possible'])
  await withActor('operator', (tx) =>
    tx
      .update(book)
      .set({ publisher: 'Newer' })
      .where(eq(book.id, books[1]?.id ?? '')),
  )
  const [undone] = await undoAll(line)
  expect(undone).toEqual({
    undone: 3,
    kept: [{ name: 'Burst 2', message: expect.any(String) }],
    next: null,
  })
  expect(await publishersLike('Burst %')).toEqual(['Old', 'Newer', 'Old', 'Old'])
  // What came of it is a burst itself.
  const back = await newestLine()
  expect(back.count).toBe(3)
  expect((await undoAll(back))[0]).toMatchObject({ undone: 3 })
  expect(await publishersLike('Burst %')).toEqual(['New', 'Newer', 'New', 'New'])
})

test('What was undone by itself stays so when the rest of its burst is undone', async () => {
  const books = await Promise.all(['1', '2', '3'].map((n) => aBook({ title: `Rest ${n}`, publisher: 'Old' })))
  for (const { id } of books) await manager.call(bookEditRouter.update, { id, version: 1, publisher: 'New' })
  const { id, lastId } = await newestLine()
  await manager.call(undoRouter.undo, { id: String(id) })
  const line = (await manager.call(activityRouter.lines, {})).items.find((one) => one.id === id)
  expect(line).toMatchObject({ count: 3, lastId, undo: 'possible' })
  expect(await undoAll({ id, lastId })).toMatchObject([{ undone: 2, kept: [] }])
  expect(await publishersLike('Rest %')).toEqual(['Old', 'Old', 'Old'])
})

test('A burst can be undone as long as one of its changes can', async () => {
  const books = await Promise.all(['1', '2', '3'].map((n) => aBook({ title: `Gone ${n}`, publisher: 'Old' })))
  for (const { id } of books) await manager.call(bookEditRouter.update, { id, version: 1, publisher: 'New' })
  const { id } = await newestLine()
  const lineOf = async () => (await manager.call(activityRouter.lines, {})).items.find((line) => line.id === id)
  const [first, second, third] = books
  if (!first || !second || !third) throw new Error('too few')
  await manager.call(bookEditRouter.remove, { id: third.id, version: 2 })
  expect(await lineOf()).toMatchObject({ count: 3, undo: 'possible' })
  for (const one of [first, second]) await manager.call(bookEditRouter.remove, { id: one.id, version: 2 })
  expect(await lineOf()).toMatchObject({ count: 3, undo: null })
})

test('Only entries of the same change are taken back, and of the filter', async () => {
  const books = await Promise.all(['1', '2', '3'].map((n) => aBook({ title: `Mixed ${n}`, publisher: 'Old' })))
  const other = await aBook({ title: 'Other', publisher: 'Old' })
  const set = ({ id }: { id: string }, fields: object) =>
    manager.call(bookEditRouter.update, { id, ...fields, version: 1 })
  const [first, second, third] = books
  if (!first || !second || !third) throw new Error('too few')
  await set(first, { publisher: 'New' })
  await set(other, { publisher: 'New' })
  await set(second, { publisher: 'New' })
  await set(third, { publisher: 'New' })
  const { id, lastId } = await newestLine()
  const part = await manager.call(undoRouter.burst, { id, lastId, searchTerm: 'mixed' })
  expect(part).toEqual({ undone: 3, kept: [], next: null })
  expect([await publishersLike('Mixed %'), await publishersLike('Other')]).toEqual([['Old', 'Old', 'Old'], ['New']])
})

test('What the rules refuse is named, and the rest is taken back', async () => {
  await demoteAll()
  manager = await as('manager')
  const people = await Promise.all(['a', 'b', 'c'].map((name) => aUser({ name: `Person ${name}`, role: 'user' })))
  for (const { id } of people) await manager.call(userRouter.update, { id, version: 1, role: 'admin' })
  const line = await newestLine()
  expect(line.action).toBe('user.set-role')
  const [me] = people
  // One of them is who takes it back, and nobody demotes themselves.
  const row = (
    await db
      .select()
      .from(user)
      .where(eq(user.id, me?.id ?? ''))
  )[0]
  if (!row) throw new Error('nobody')
  manager = await signedIn({ ...row, email: String(row.email) }, { authenticatedAt: now() })
  const [undone] = await undoAll(line)
  expect(undone).toMatchObject({ undone: 2, kept: [{ name: 'Person a' }] })
  const roles = await db
    .select({ name: user.name, role: user.role })
    .from(user)
    .where(
      inArray(
        user.id,
        people.map(({ id }) => id),
      ),
    )
    .orderBy(user.name)
  expect(roles.map(({ role }) => role)).toEqual(['admin', 'user', 'user'])
})

test('A thousand entries are taken back, and that again', async () => {
  const rows = Array.from({ length: 1000 }, (_, n) => ({
    title: `Many ${n}`,
    author: `Author ${n % 50}`,
    publisher: 'Old',
  }))
  const ids = (await db.insert(book).values(rows).returning({ id: book.id })).map(({ id }) => id)
  await withActor({ userId: manager.user.id }, (tx) =>
    tx.update(book).set({ publisher: 'New' }).where(inArray(book.id, ids)),
  )
  const line = await newestLine()
  expect(line.count).toBe(1000)
  for (const publisher of ['Old', 'New']) {
    const parts = await undoAll(await newestLine())
    expect(parts.reduce((sum, { undone }) => sum + undone, 0)).toBe(1000)
    expect(new Set(await publishersLike('Many %'))).toEqual(new Set([publisher]))
  }
})

test('It goes on where its first part ended, behind entries that are not there or are of another change', async () => {
  const [own, others] = await Promise.all([
    Promise.all(Array.from({ length: 260 }, (_, n) => aBook({ title: `Own ${n}`, publisher: 'Old' }))),
    Promise.all(Array.from({ length: 10 }, (_, n) => aBook({ title: `Others ${n}`, publisher: 'Old' }))),
  ])
  const change = (books: readonly { id: string }[], userId: string) =>
    withActor({ userId }, (tx) =>
      tx
        .update(book)
        .set({ publisher: 'New' })
        .where(
          inArray(
            book.id,
            books.map(({ id }) => id),
          ),
        ),
    )
  await change(own.slice(0, 10), manager.user.id)
  await change(others, (await as('manager')).user.id)
  await change(own.slice(10), manager.user.id)
  const mine = await db.select({ id: activity.id }).from(activity).where(eq(activity.actorId, manager.user.id))
  const ids = mine.map(({ id }) => id).toSorted((a, b) => b - a)
  const burst = { id: ids[0] ?? 0, lastId: ids.at(-1) ?? 0, action: 'book.update' as const }
  const parts = await undoAll(burst)
  expect(parts.map(({ undone }) => undone)).toEqual([250, 10])
  expect(new Set(await publishersLike('Own %'))).toEqual(new Set(['Old']))
  expect(new Set(await publishersLike('Others %'))).toEqual(new Set(['New']))
})

test('It is for managers', async () => {
  const { id } = await aBook()
  const reader = await as('reader')
  await manager.call(bookEditRouter.update, { id, version: 1, publisher: 'X' })
  const line = await newestLine()
  await expect(reader.call(undoRouter.burst, { id: line.id, lastId: line.lastId })).rejects.toMatchObject({
    status: 403,
  })
})
