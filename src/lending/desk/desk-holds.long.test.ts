import { and, asc, eq, isNull } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { borrowerRouter } from '#lending/borrower/borrower.router.server.ts'
import { holdRouter } from '#lending/loan/hold.router.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import type { ScanInput } from './desk.schema.ts'
import { deskRouter } from './desk.router.server.ts'

useDatabase()
useLending()

let desk: SignedInCaller
let moved = 0
beforeAll(async () => {
  desk = await as('manager')
})
afterEach(() => {
  moved = 0
  moveClock(0)
})

/** A scan that is no repeat of the last one. */
const scan = (code: string, more: Partial<ScanInput> = {}) => {
  moved += 10_000
  moveClock(moved)
  return desk.call(deskRouter.scan, { actId: newId(), code, ...more })
}
const undo = (undoes: string) => desk.call(deskRouter.undo, { actId: newId(), undoes })
const place = (bookId: string, borrowerId: string) => desk.call(holdRouter.create, { bookId, borrowerId })
const holdsOf = (bookId: string) =>
  db
    .select({ borrowerId: hold.borrowerId, copyId: hold.copyId, readyUntil: hold.readyUntil, placedAt: hold.placedAt })
    .from(hold)
    .where(eq(hold.bookId, bookId))
    .orderBy(asc(hold.placedAt))
const whoHas = async (copyId: string) => {
  const [open] = await db
    .select()
    .from(loan)
    .where(and(eq(loan.copyId, copyId), isNull(loan.returnedAt)))
  return open?.borrowerId
}
const codesOf = (answer: { notices: { code: string }[] }) => answer.notices.map(({ code }) => code)

/** A copy that is put aside for the first of several who wait for its book. */
async function aCopyAside(waiting = 1) {
  const item = await aCopy()
  const people = await Promise.all(Array.from({ length: waiting }, () => aBorrower()))
  for (const { id } of people) {
    await place(item.bookId, id)
    moved += 1000
    moveClock(moved)
  }
  await scan(item.number, { mode: 'return' })
  return { item, people, before: await holdsOf(item.bookId) }
}

test('a loan in spite of a hold, taken back, gives the hold its copy and its day again', async () => {
  const { item, before } = await aCopyAside(2)
  const other = await aBorrower()
  const lent = await scan(item.number, { borrowerId: other.id, accepted: ['held'] })
  expect(lent.result).toBe('lent')
  expect(await holdsOf(item.bookId)).toMatchObject([{ copyId: null, readyUntil: null }, { copyId: null }])
  await undo(lent.actId)
  expect(await holdsOf(item.bookId)).toEqual(before)
})

test('a loan that fulfils a hold, taken back, gives it back with its copy and its day', async () => {
  const { item, people, before } = await aCopyAside(2)
  const lent = await scan(item.number, { borrowerId: people[0]?.id ?? '' })
  expect(codesOf(lent)).toEqual(['hold_fulfilled'])
  await undo(lent.actId)
  expect(await holdsOf(item.bookId)).toEqual(before)
})

test('a hold that was cancelled meanwhile stays so: the copy goes to the next who waits', async () => {
  const { item, people } = await aCopyAside(2)
  const lent = await scan(item.number, { borrowerId: (await aBorrower()).id, accepted: ['held'] })
  const { items } = await desk.call(holdRouter.list, { bookId: item.bookId })
  await desk.call(holdRouter.remove, { id: items[0]?.id ?? '' })
  await undo(lent.actId)
  expect(await holdsOf(item.bookId)).toMatchObject([{ borrowerId: people[1]?.id, copyId: item.id }])
})

test('a hold that got another copy meanwhile keeps it: the first one goes to the next who waits', async () => {
  const { item, people } = await aCopyAside(2)
  const second = await aCopy({ bookId: item.bookId })
  const lent = await scan(item.number, { borrowerId: (await aBorrower()).id, accepted: ['held'] })
  await scan(second.number, { mode: 'return' })
  await undo(lent.actId)
  expect(await holdsOf(item.bookId)).toMatchObject([
    { borrowerId: people[0]?.id, copyId: second.id },
    { borrowerId: people[1]?.id, copyId: item.id },
  ])
})

test('a return cannot be taken back without its copy', async () => {
  const [item, who] = [await aCopy(), await aBorrower()]
  await scan(item.number, { borrowerId: who.id })
  const back = await scan(item.number)
  await desk.call(bookEditRouter.remove, { id: item.bookId, version: 1 })
  await expect(undo(back.actId)).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
})

test('a hold that ends by another copy of the book passes on the one that was put aside for it', async () => {
  const { item, people } = await aCopyAside(2)
  const second = await aCopy({ bookId: item.bookId })
  // The first one has a copy put aside: the second is for the next in line.
  const lent = await scan(second.number, { borrowerId: people[0]?.id ?? '', accepted: ['held'] })
  expect(codesOf(lent)).toEqual(['hold_fulfilled'])
  expect(await holdsOf(item.bookId)).toMatchObject([{ borrowerId: people[1]?.id, copyId: item.id }])
  // The next one was told: it stays put aside for them.
  await undo(lent.actId)
  expect(await holdsOf(item.bookId)).toMatchObject([
    { borrowerId: people[0]?.id, copyId: second.id },
    { borrowerId: people[1]?.id, copyId: item.id },
  ])
})

test('what comes back is put aside also where it may not go on, and goes on by one press', async () => {
  const [item, one, waiting] = [await aCopy(), await aBorrower(), await aBorrower()]
  const full = await aBorrower({ groupId: (await aGroup({ booksAtATime: 0 })).id })
  await scan(item.number, { borrowerId: one.id })
  await place(item.bookId, waiting.id)
  const back = await scan(item.number, { borrowerId: full.id })
  expect(back).toMatchObject({ result: 'returned', returnedFrom: { id: one.id } })
  expect(back.notices).toMatchObject([{ code: 'held', person: { id: waiting.id }, canGoOn: true }, { code: 'limit' }])
  const ready = await holdsOf(item.bookId)
  expect(ready).toMatchObject([{ borrowerId: waiting.id, copyId: item.id }])
  const lent = await scan(item.number, { borrowerId: full.id, accepted: ['held', 'limit'] })
  expect(lent.result).toBe('lent')
  await undo(lent.actId)
  expect(await holdsOf(item.bookId)).toEqual(ready)
  await undo(back.actId)
  expect(await whoHas(item.id)).toBe(one.id)
  expect(await holdsOf(item.bookId)).toMatchObject([{ copyId: null, readyUntil: null }])
})

test('what comes back goes to who waits, not to the open borrower, unless that is the one', async () => {
  const [item, one, waiting] = [await aCopy(), await aBorrower(), await aBorrower()]
  await scan(item.number, { borrowerId: one.id })
  await place(item.bookId, waiting.id)
  const back = await scan(item.number, { borrowerId: (await aBorrower()).id })
  expect([back.result, codesOf(back)]).toEqual(['returned', ['held']])
  await undo(back.actId)
  const lent = await scan(item.number, { borrowerId: waiting.id })
  expect([lent.result, codesOf(lent)]).toEqual(['returned_and_lent', ['hold_fulfilled']])
  expect(await holdsOf(item.bookId)).toEqual([])
  await undo(lent.actId)
  expect(await whoHas(item.id)).toBe(one.id)
  expect(await holdsOf(item.bookId)).toMatchObject([{ borrowerId: waiting.id, copyId: null, readyUntil: null }])
})

test('a return for a borrower who waits and may not have it is put aside for that one', async () => {
  const [item, one] = [await aCopy(), await aBorrower()]
  const full = await aBorrower({ groupId: (await aGroup({ booksAtATime: 0 })).id })
  await scan(item.number, { borrowerId: one.id })
  await place(item.bookId, full.id)
  const back = await scan(item.number, { borrowerId: full.id })
  expect([back.result, codesOf(back)]).toEqual(['returned', ['put_aside', 'limit']])
  const lent = await scan(item.number, { borrowerId: full.id, accepted: ['limit'] })
  expect([lent.result, codesOf(lent)]).toEqual(['lent', ['hold_fulfilled']])
})

test('a hold that is cancelled, or whose borrower is erased, passes its copy on', async () => {
  const { item, people } = await aCopyAside(3)
  const { items } = await desk.call(holdRouter.list, { bookId: item.bookId })
  await desk.call(holdRouter.remove, { id: items[0]?.id ?? '' })
  expect(await holdsOf(item.bookId)).toMatchObject([
    { borrowerId: people[1]?.id, copyId: item.id },
    { borrowerId: people[2]?.id, copyId: null },
  ])
  await desk.call(borrowerRouter.remove, { id: people[1]?.id ?? '', version: 1 })
  const [last] = await holdsOf(item.bookId)
  expect(last).toMatchObject({ borrowerId: people[2]?.id, copyId: item.id })
  expect(last?.readyUntil).toMatch(/^\d{4}-/)
})

test('a return that is taken back takes the copy from whoever it was put aside for by then', async () => {
  const [item, one, first, second] = [await aCopy(), await aBorrower(), await aBorrower(), await aBorrower()]
  await scan(item.number, { borrowerId: one.id })
  await place(item.bookId, first.id)
  await place(item.bookId, second.id)
  const back = await scan(item.number)
  const { items } = await desk.call(holdRouter.list, { bookId: item.bookId })
  await desk.call(holdRouter.remove, { id: items[0]?.id ?? '' })
  await undo(back.actId)
  expect(await whoHas(item.id)).toBe(one.id)
  expect(await holdsOf(item.bookId)).toMatchObject([{ borrowerId: second.id, copyId: null, readyUntil: null }])
})
