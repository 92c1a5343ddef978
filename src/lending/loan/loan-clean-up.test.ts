import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { deskRefusal } from '#base/db/tables/desk-refusal.ts'
import { deskAct, hold, loan } from '#base/db/tables/loan.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { duplicateRouter } from '#exchange/duplicate/duplicate.router.server.ts'
import { copyRouter } from '#lending/copy/copy.router.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { holdRouter } from './hold.router.server.ts'
import { cleanUpLoans } from './loan-clean-up.server.ts'

useDatabase()
useLending()
afterEach(() => moveClock(0))

const DAY = 86_400_000

async function aReturnedLoan(memory: number | null) {
  moveClock(0)
  await storeLibrarySettings({ loanMemoryDays: memory })
  const desk = await as('manager')
  const [item, who] = [await aCopy(), await aBorrower()]
  const scan = (borrowerId?: string) =>
    desk.call(deskRouter.scan, { actId: newId(), code: item.number, ...(borrowerId !== undefined && { borrowerId }) })
  await scan(who.id)
  moveClock(10_000)
  const { actId } = await scan()
  const borrowerId = async () => (await db.select().from(loan).where(eq(loan.copyId, item.id)))[0]?.borrowerId
  return { who, actId, borrowerId }
}

test.each([0, 30])('A loan forgets its borrower %i days after the day of the return', async (memory) => {
  const { who, borrowerId, actId } = await aReturnedLoan(memory)
  await cleanUpLoans()
  expect(await borrowerId()).toBe(who.id)
  moveClock((memory - 1) * DAY)
  await cleanUpLoans()
  expect(await borrowerId()).toBe(who.id)
  moveClock((memory + 3) * DAY)
  await cleanUpLoans()
  expect(await borrowerId()).toBe(null)
  // Acts name people too.
  expect(await db.$count(deskAct, eq(deskAct.id, actId))).toBe(0)
})

test('A library that never forgets keeps them', async () => {
  const { who, borrowerId } = await aReturnedLoan(null)
  moveClock(3000 * DAY)
  await cleanUpLoans()
  expect(await borrowerId()).toBe(who.id)
})

test('A copy that nobody fetched goes to the next who waits', async () => {
  const desk = await as('manager')
  const [item, first, second] = [await aCopy(), await aBorrower(), await aBorrower()]
  for (const { id: borrowerId } of [first, second])
    await desk.call(holdRouter.create, { bookId: item.bookId, borrowerId })
  await desk.call(deskRouter.scan, { actId: newId(), code: item.number, mode: 'return' })
  moveClock(7 * DAY)
  await cleanUpLoans()
  const holds = () => db.select().from(hold).where(eq(hold.bookId, item.bookId)).orderBy(hold.placedAt)
  expect(await holds()).toMatchObject([{ copyId: item.id }, { copyId: null }])
  moveClock(9 * DAY)
  await cleanUpLoans()
  expect(await holds()).toMatchObject([{ borrowerId: second.id, copyId: item.id }])
})

test('Whoever waits for two books that are merged waits once, from the first day on, and for both when they are parted', async () => {
  const desk = await as('manager')
  const [keep, other, third] = [await aBook(), await aBook(), await aBook()]
  const [both, one, rest] = [await aBorrower(), await aBorrower(), await aBorrower()]
  const item = await aCopy({ bookId: other.id })
  const place = (bookId: string, borrowerId: string) => {
    moveClock((placed += 1000))
    return desk.call(holdRouter.create, { bookId, borrowerId })
  }
  let placed = 0
  const first = await place(other.id, both.id)
  await place(keep.id, one.id)
  await place(keep.id, both.id)
  await place(third.id, both.id)
  await place(third.id, rest.id)
  await desk.call(deskRouter.scan, { actId: newId(), code: item.number, mode: 'return' })
  const books = [keep, other, third].map(({ id }) => ({ id, version: 1 }))
  const { mergeId } = await desk.call(duplicateRouter.merge, { books, keep: keep.id })
  const holds = async (bookId: string) =>
    (await desk.call(holdRouter.list, { bookId })).items.map(({ borrowerId, copyId }) => [borrowerId, copyId])
  expect(await holds(keep.id)).toEqual([
    [both.id, item.id],
    [one.id, null],
    [rest.id, null],
  ])
  const { items } = await desk.call(holdRouter.list, { bookId: keep.id })
  expect(items[0]?.placedAt).toEqual(first.placedAt)
  await expect(place(keep.id, both.id)).rejects.toMatchObject({ code: 'HOLD_TAKEN' })
  await desk.call(duplicateRouter.split, { mergeId })
  // Its copy is of the other book again.
  expect([await holds(keep.id), await holds(other.id), await holds(third.id)]).toEqual([
    [
      [both.id, null],
      [one.id, null],
    ],
    [[both.id, item.id]],
    [
      [both.id, null],
      [rest.id, null],
    ],
  ])
})

test('A hold is placed once, also at the same moment, and only for a book and a borrower that are there', async () => {
  const desk = await as('manager')
  const input = { bookId: (await aBook()).id, borrowerId: (await aBorrower()).id }
  const placed = await Promise.allSettled([1, 2, 3].map(() => desk.call(holdRouter.create, input)))
  expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(placed.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'HOLD_TAKEN' } })
  await expect(db.insert(hold).values({ ...input, placedAt: new Date() })).rejects.toMatchObject({
    cause: { constraint: 'hold_book_id_borrower_id_unique' },
  })
  for (const bad of [{ bookId: newId() }, { borrowerId: newId() }])
    await expect(desk.call(holdRouter.create, { ...input, ...bad })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('Copies and holds go with merged books, and back when they are taken apart, on loan or not', async () => {
  const desk = await as('manager')
  const [keep, other, who] = [await aBook(), await aBook(), await aBorrower()]
  const item = await aCopy({ bookId: other.id })
  const own = await aCopy({ bookId: keep.id })
  await desk.call(deskRouter.scan, { actId: newId(), code: item.number, borrowerId: who.id })
  await desk.call(holdRouter.create, { bookId: other.id, borrowerId: who.id })
  const books = [keep, other].map(({ id }) => ({ id, version: 1 }))
  const { mergeId } = await desk.call(duplicateRouter.merge, { books, keep: keep.id })
  const numbers = async (bookId: string) =>
    (await desk.call(copyRouter.listOfBook, { bookId })).map(({ number }) => number)
  expect(await numbers(keep.id)).toEqual([item.number, own.number])
  expect((await desk.call(holdRouter.list, { bookId: keep.id })).items).toHaveLength(1)
  await desk.call(duplicateRouter.split, { mergeId })
  expect([await numbers(keep.id), await numbers(other.id)]).toEqual([[own.number], [item.number]])
  expect((await desk.call(holdRouter.list, { bookId: other.id })).items).toHaveLength(1)
})

test('What was not lent stays until it is dealt with, and two days longer', async () => {
  const desk = await as('manager')
  const [item, who] = [await aCopy(), await aBorrower({ blockedNote: 'Lost two books' })]
  const { actId } = await desk.call(deskRouter.scan, { actId: newId(), code: item.number, borrowerId: who.id })
  const kept = () => db.$count(deskRefusal, eq(deskRefusal.actId, actId))
  moveClock(20 * DAY)
  await cleanUpLoans()
  expect(await kept()).toBe(1)
  await desk.call(deskRouter.dealWith, { actId, isDealtWith: true })
  await cleanUpLoans()
  expect(await kept()).toBe(1)
  moveClock(23 * DAY)
  await cleanUpLoans()
  expect(await kept()).toBe(0)
})
