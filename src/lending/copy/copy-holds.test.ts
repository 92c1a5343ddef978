import { asc, desc, eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import type { copy } from '#base/db/tables/copy.ts'
import { hold } from '#base/db/tables/loan.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { bookTrashRouter } from '#catalogue/book/trash/book-trash.router.server.ts'
import { borrowerRouter } from '#lending/borrower/borrower.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { holdRouter } from '#lending/loan/hold.router.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { copyBulkRouter } from './bulk/copy-bulk.router.server.ts'
import { copyBulks } from './bulk/copy-bulk.server.ts'
import { copyRouter } from './copy.router.server.ts'

useDatabase()
useLending()

let manager: SignedInCaller
let moved = 0
beforeAll(async () => {
  manager = await as('manager')
})
afterEach(() => {
  moved = 0
  moveClock(0)
})

const later = () => moveClock((moved += 10_000))

/** A copy that is put aside for the first of two who wait for its book. */
async function aCopyAside({ first, item: given }: Partial<Record<'first' | 'item', { id: string }>> = {}) {
  const item = given ? await manager.call(copyRouter.get, given) : await aCopy()
  const people = [first ?? (await aBorrower()), await aBorrower()] as const
  for (const { id } of people) {
    await manager.call(holdRouter.create, { bookId: item.bookId, borrowerId: id })
    later()
  }
  await manager.call(deskRouter.scan, { actId: newId(), code: item.number, mode: 'return' })
  const aside = { borrowerId: people[0].id, copyId: item.id, readyUntil: expect.stringMatching(/^\d{4}-/) }
  const waits = { borrowerId: people[1].id, copyId: null, readyUntil: null }
  expect(await holdsOf(item)).toEqual([aside, waits])
  return { item, aside, waits, waitsFirst: { ...aside, copyId: null, readyUntil: null } }
}
const holdsOf = ({ bookId }: { bookId: string }) =>
  db
    .select({ borrowerId: hold.borrowerId, copyId: hold.copyId, readyUntil: hold.readyUntil })
    .from(hold)
    .where(eq(hold.bookId, bookId))
    .orderBy(asc(hold.placedAt))
/** Adds a copy to each book that has none. */
async function addToEach() {
  const { id } = await manager.call(copyBulkRouter.create, { kind: 'add' })
  await copyBulks.run(id)
  return id
}
const edit = async ({ id }: { id: string }, condition: (typeof copy.$inferSelect)['condition']) =>
  manager.call(copyRouter.update, { id, version: (await manager.call(copyRouter.get, { id })).version, condition })
const remove = ({ id }: { id: string }) => manager.call(copyRouter.remove, { id, version: 1 })
/** Takes the last change of a row back. */
async function takeBack({ id }: { id: string }) {
  const [last] = await db.select().from(activity).where(eq(activity.subjectId, id)).orderBy(desc(activity.id)).limit(1)
  return manager.call(undoRouter.undo, { id: String(last?.id) })
}

test.each(['lost', 'withdrawn', 'reference'] as const)(
  'A copy put aside that is %s from now on lets its hold wait in its place, until that is taken back',
  async (condition) => {
    const { item, aside, waits, waitsFirst } = await aCopyAside()
    await edit(item, 'damaged')
    expect(await holdsOf(item)).toEqual([aside, waits])
    await edit(item, condition)
    expect(await holdsOf(item)).toEqual([waitsFirst, waits])
    await takeBack(item)
    expect(await holdsOf(item)).toEqual([aside, waits])
  },
)

test('Another copy that comes to the shelf is put aside for the next, and one that is back for who waited for it', async () => {
  const { item, aside, waits } = await aCopyAside()
  const onLoan = await aCopy({ bookId: item.bookId, number: '' })
  await manager.call(deskRouter.scan, {
    actId: newId(),
    code: onLoan.number,
    borrowerId: (await aBorrower()).id,
    accepted: ['held'],
  })
  const other = await aCopy({ bookId: item.bookId, condition: 'lost' })
  const otherAside = { ...aside, borrowerId: waits.borrowerId, copyId: other.id }
  await edit(other, 'ok')
  expect(await holdsOf(item)).toEqual([aside, otherAside])
  await edit(item, 'lost')
  expect(await holdsOf(item)).toEqual([{ ...aside, copyId: null, readyUntil: null }, otherAside])
  await takeBack(item)
  expect(await holdsOf(item)).toEqual([aside, otherAside])
})

test('A copy that is deleted while it is put aside leaves its hold without a day, until it is back', async () => {
  const { item, aside, waits, waitsFirst } = await aCopyAside()
  await remove(item)
  expect(await holdsOf(item)).toEqual([waitsFirst, waits])
  await takeBack(item)
  expect(await holdsOf(item)).toEqual([aside, waits])
})

test.each([
  ['added', (bookId: string) => manager.call(copyRouter.create, { bookId })],
  ['added with others', (bookId: string) => manager.call(copyRouter.createMany, { bookId, count: 2 })],
  ['added to each book', addToEach],
])('A copy that is %s is put aside for who waits', async (_, add) => {
  const [{ id: bookId }, who] = [await aBook(), await aBorrower()]
  await manager.call(holdRouter.create, { bookId, borrowerId: who.id })
  await add(bookId)
  const [first] = await manager.call(copyRouter.listOfBook, { bookId })
  expect(await holdsOf({ bookId })).toMatchObject([{ borrowerId: who.id, copyId: first?.id }])
})

test('Who reserves a book that is on the shelf has it put aside at once', async () => {
  const [item, who] = [await aCopy(), await aBorrower()]
  const placed = await manager.call(holdRouter.create, { bookId: item.bookId, borrowerId: who.id })
  expect(placed).toMatchObject({ copyId: item.id, readyUntil: expect.stringMatching(/^\d{4}-/) })
})

test('A reservation that was cancelled by a slip has its place and its copy again', async () => {
  const { item, aside, waits } = await aCopyAside()
  const { items } = await manager.call(holdRouter.list, { bookId: item.bookId })
  const [first, second] = items.map(({ id }) => ({ id }))
  if (!first || !second) throw new Error('Two wait')
  await manager.call(holdRouter.remove, first)
  expect(await holdsOf(item)).toEqual([{ ...aside, borrowerId: waits.borrowerId }])
  await manager.call(holdRouter.restore, first)
  expect(await holdsOf(item)).toEqual([aside, waits])
  await manager.call(holdRouter.remove, second)
  await manager.call(holdRouter.restore, second)
  expect(await holdsOf(item)).toEqual([aside, waits])
  await expect(manager.call(holdRouter.restore, second)).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
})

test('A copy whose addition is taken back while it is put aside leaves its hold to another one', async () => {
  const { item, aside, waits } = await aCopyAside()
  // Not seen by the holds yet, as in a library that was updated.
  const other = await aCopy({ bookId: item.bookId })
  await takeBack(item)
  expect(await manager.call(copyRouter.listOfBook, { bookId: item.bookId })).toHaveLength(1)
  expect(await holdsOf(item)).toEqual([{ ...aside, copyId: other.id }, waits])
})

test('Copies for each book that are taken back leave no hold a day', async () => {
  const { id: bookId } = await aBook()
  const id = await addToEach()
  const [one] = await manager.call(copyRouter.listOfBook, { bookId })
  const { item, waits, waitsFirst } = await aCopyAside({ item: { id: one?.id ?? '' } })
  await manager.call(copyBulkRouter.move, { id, to: 'undo' })
  await copyBulks.run(id)
  expect(await holdsOf(item)).toEqual([waitsFirst, waits])
})

test('A book that comes out of the trash has what was put aside', async () => {
  const { item, aside, waits } = await aCopyAside()
  await manager.call(bookEditRouter.remove, { id: item.bookId, version: 1 })
  await manager.call(bookTrashRouter.restore, { ids: [item.bookId] })
  expect(await holdsOf(item)).toEqual([aside, waits])
})

test('A book comes out of the trash without a copy whose number another one has by now', async () => {
  const { item, waits, waitsFirst } = await aCopyAside()
  await manager.call(bookEditRouter.remove, { id: item.bookId, version: 1 })
  await aCopy({ number: item.number })
  await manager.call(bookTrashRouter.restore, { ids: [item.bookId] })
  expect(await holdsOf(item)).toEqual([waitsFirst, waits])
})

test('A loan in spite of a hold, taken back after its copy was withdrawn, lets the hold wait', async () => {
  const { item, waits, waitsFirst } = await aCopyAside()
  const actId = newId()
  const { id: borrowerId } = await aBorrower()
  later()
  await manager.call(deskRouter.scan, { actId, code: item.number, borrowerId, accepted: ['held'] })
  await edit(item, 'withdrawn')
  await manager.call(deskRouter.undo, { actId: newId(), undoes: actId })
  expect(await holdsOf(item)).toEqual([waitsFirst, waits])
})

test('The addition of a borrower that is taken back passes on what was put aside for them', async () => {
  const { id } = await manager.call(borrowerRouter.create, { name: 'Added by mistake' })
  const { item, aside, waits } = await aCopyAside({ first: { id } })
  await takeBack({ id })
  expect(await db.$count(borrower, eq(borrower.id, id))).toBe(0)
  expect(await holdsOf(item)).toEqual([{ ...aside, borrowerId: waits.borrowerId }])
})
