import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { holdRouter } from '../hold.router.server.ts'
import { ownLoanRouter } from './own-loan.router.server.ts'

useDatabase()
useLending()
afterEach(() => moveClock(0))

const DAY = 86_400_000
const dayIn = (days: number): string => libraryDay(new Date(now().getTime() + days * DAY))

/** A reader with a linked borrower, of a group of these rules. */
async function aLinkedReader(rules: Parameters<typeof aGroup>[0] = {}) {
  const [reader, group] = [await as('reader'), await aGroup(rules)]
  const who = await aBorrower({ groupId: group.id })
  await db.update(borrower).set({ userId: null }).where(eq(borrower.userId, reader.user.id))
  await db.update(borrower).set({ userId: reader.user.id }).where(eq(borrower.id, who.id))
  return { reader, who }
}

const scan = async (code: string, borrowerId?: string) =>
  (await as('manager')).call(deskRouter.scan, {
    actId: newId(),
    code,
    ...(borrowerId !== undefined && { borrowerId }),
  })
const ofBook = (reader: SignedInCaller, bookId: string) => reader.call(ownLoanRouter.ofBook, { bookId })

test('A reader sees how many copies are free and where, when one is back, and never who has it', async () => {
  const reader = await as('reader')
  const first = await aCopy({ location: 'Main room' })
  const { bookId } = first
  const second = await aCopy({ bookId, location: 'Cellar' })
  await aCopy({ bookId, location: 'Attic', condition: 'lost' })
  expect(await ofBook(reader, bookId)).toEqual({
    total: 2,
    free: 2,
    places: ['Cellar', 'Main room'],
    isOnLoan: false,
    backOn: null,
    isAside: false,
    waiting: 0,
    own: null,
  })
  const other = await aBorrower({ groupId: (await aGroup({ loanDays: 10 })).id })
  await scan(first.number, other.id)
  expect(await ofBook(reader, bookId)).toMatchObject({ free: 1, places: ['Cellar'], isOnLoan: true, backOn: dayIn(10) })
  await scan(second.number, other.id)
  const answer = await ofBook(reader, bookId)
  expect(answer).toMatchObject({ free: 0, places: ['Cellar', 'Main room'] })
  expect(JSON.stringify(answer)).not.toContain(other.name)
  moveClock(11 * DAY)
  expect(await ofBook(reader, bookId)).toMatchObject({ free: 0, isOnLoan: true, backOn: null })
})

test('Not lent and put aside are not free, and an unknown book has no copies', async () => {
  const { reader, who } = await aLinkedReader()
  const item = await aCopy()
  await scan(item.number, (await aBorrower()).id)
  await reader.call(ownLoanRouter.reserve, { bookId: item.bookId })
  moveClock(10_000)
  await scan(item.number)
  expect(await ofBook(reader, item.bookId)).toMatchObject({
    free: 0,
    isAside: true,
    waiting: 0,
    own: { loans: [], hold: { readyUntil: dayIn(7) }, reserving: 'none' },
  })
  await db.delete(hold).where(eq(hold.borrowerId, who.id))
  const reference = await aCopy({ condition: 'reference' })
  expect(await ofBook(reader, reference.bookId)).toMatchObject({ total: 1, free: 0, own: { reserving: 'none' } })
  expect(await ofBook(reader, newId())).toMatchObject({ total: 0, free: 0 })
})

test('A linked reader renews by the rules of the group; a second press changes nothing', async () => {
  const { reader, who } = await aLinkedReader({ loanDays: 10, renewals: 2 })
  const item = await aCopy()
  const { loan: made } = await scan(item.number, who.id)
  const loanId = made?.id ?? ''
  const renew = () => reader.call(ownLoanRouter.renew, { loanId })
  const state = async () => (await ofBook(reader, item.bookId)).own?.loans[0]
  expect(await state()).toEqual({ id: loanId, number: item.number, dueOn: dayIn(10), isLate: false, renewal: 'early' })
  moveClock(12 * DAY)
  expect(await state()).toMatchObject({ isLate: true, renewal: 'possible' })
  await Promise.all([renew(), renew()])
  await renew()
  expect(await db.select().from(loan).where(eq(loan.id, loanId))).toMatchObject([{ renewals: 1, dueOn: dayIn(10) }])
  moveClock(13 * DAY)
  const other = await aBorrower()
  await (await as('manager')).call(holdRouter.create, { bookId: item.bookId, borrowerId: other.id })
  expect(await state()).toMatchObject({ renewal: 'reserved' })
  await expect(renew()).rejects.toMatchObject({ code: 'BOOK_RESERVED' })
  await db.delete(hold).where(eq(hold.borrowerId, other.id))
  await renew()
  moveClock(14 * DAY)
  expect(await state()).toMatchObject({ renewal: 'used' })
  await expect(renew()).rejects.toMatchObject({ code: 'RENEWALS_USED' })
})

test('A linked reader reserves what is not free, once, and cancels', async () => {
  const { reader, who } = await aLinkedReader({ booksAtATime: 2 })
  const item = await aCopy()
  const { bookId } = item
  const reserve = (id = bookId) => reader.call(ownLoanRouter.reserve, { bookId: id })
  await expect(reserve()).rejects.toMatchObject({ code: 'BOOK_ON_SHELF' })
  await scan(item.number, (await aBorrower()).id)
  expect((await ofBook(reader, bookId)).own?.reserving).toBe('possible')
  await Promise.all([reserve(), reserve()])
  await reserve()
  const next = await aBorrower()
  await (await as('manager')).call(holdRouter.create, { bookId, borrowerId: next.id })
  const { waiting, own } = await ofBook(reader, bookId)
  expect([waiting, own]).toMatchObject([2, { hold: { place: 1, readyUntil: null }, reserving: 'none' }])
  await expect(reserve(newId())).rejects.toMatchObject({ code: 'NO_COPY' })
  const [second, third] = [await aCopy(), await aCopy()]
  const lender = await aBorrower()
  for (const { number } of [second, third]) await scan(number, lender.id)
  await reserve(second.bookId)
  expect((await ofBook(reader, third.bookId)).own?.reserving).toBe('limit')
  await expect(reserve(third.bookId)).rejects.toMatchObject({ code: 'HOLD_LIMIT' })
  // What was put aside goes to the next.
  moveClock(10_000)
  await scan(item.number)
  const holdId = (await ofBook(reader, bookId)).own?.hold?.id ?? ''
  const cancel = () => reader.call(ownLoanRouter.cancel, { holdId })
  await Promise.all([cancel(), cancel()])
  expect(await db.select().from(hold).where(eq(hold.bookId, bookId))).toMatchObject([
    { borrowerId: next.id, copyId: item.id },
  ])
  await db.update(borrower).set({ blockedNote: 'Secret' }).where(eq(borrower.id, who.id))
  expect((await ofBook(reader, third.bookId)).own?.reserving).toBe('blocked')
  await expect(reserve(third.bookId)).rejects.toMatchObject({ code: 'NOTHING_LENT' })
  await db.update(borrower).set({ blockedNote: '', expiresOn: '2001-01-01' }).where(eq(borrower.id, who.id))
  await expect(reserve(third.bookId)).rejects.toMatchObject({ code: 'NOTHING_LENT' })
})

test('A reader takes a cancellation back and has the former place, and what was put aside', async () => {
  const { reader, who } = await aLinkedReader({ booksAtATime: 1 })
  const [item, other] = [await aCopy(), await aCopy()]
  const [lender, next] = [await aBorrower(), await aBorrower()]
  for (const { number } of [item, other]) await scan(number, lender.id)
  await reader.call(ownLoanRouter.reserve, { bookId: item.bookId })
  await (await as('manager')).call(holdRouter.create, { bookId: item.bookId, borrowerId: next.id })
  moveClock(10_000)
  await scan(item.number)
  const holdId = (await ofBook(reader, item.bookId)).own?.hold?.id ?? ''
  const restore = (by = reader) => by.call(ownLoanRouter.restore, { holdId })
  await expect(restore()).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
  await reader.call(ownLoanRouter.cancel, { holdId })
  const asideFor = async () =>
    (await db.select().from(hold).where(eq(hold.copyId, item.id))).map(({ borrowerId }) => borrowerId)
  expect(await asideFor()).toEqual([next.id])
  // Not by others, linked or not; and not beside another reservation that took its place.
  const stranger = await as('manager')
  await expect(restore(stranger)).rejects.toMatchObject({ code: 'NO_BORROWER' })
  const linked = await aBorrower({ userId: stranger.user.id })
  await expect(restore(stranger)).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
  await db.delete(borrower).where(eq(borrower.id, linked.id))
  await reader.call(ownLoanRouter.reserve, { bookId: other.bookId })
  await expect(restore()).rejects.toMatchObject({ code: 'HOLD_LIMIT' })
  await db.delete(hold).where(eq(hold.bookId, other.bookId))
  await restore()
  expect(await asideFor()).toEqual([who.id])
  expect((await ofBook(reader, item.bookId)).own?.hold).toMatchObject({ id: holdId, readyUntil: dayIn(7) })
  await expect(restore()).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
})

test('The own loans are listed, those first that are due first, beside the reservations', async () => {
  const { reader, who } = await aLinkedReader({ loanDays: 10 })
  const [later, item, wanted] = [await aCopy(), await aCopy(), await aCopy()]
  await scan(item.number, who.id)
  moveClock(5 * DAY)
  await scan(later.number, who.id)
  await scan(wanted.number, (await aBorrower()).id)
  await reader.call(ownLoanRouter.reserve, { bookId: wanted.bookId })
  await expect(reader.call(ownLoanRouter.reserve, { bookId: item.bookId })).rejects.toMatchObject({
    code: 'BOOK_IS_YOURS',
  })
  moveClock(12 * DAY)
  const own = await reader.call(ownLoanRouter.list, undefined)
  expect(own?.loans.map(({ book, isLate }) => [book.id, isLate])).toEqual([
    [item.bookId, true],
    [later.bookId, false],
  ])
  expect(own?.holds.map(({ book, place }) => [book.id, place])).toEqual([[wanted.bookId, 1]])
})

test('Nobody has the loans of others, with or without a linked borrower', async () => {
  const { who } = await aLinkedReader()
  const item = await aCopy()
  const { loan: made } = await scan(item.number, who.id)
  const [placed] = await db
    .insert(hold)
    .values({ bookId: (await aCopy()).bookId, borrowerId: who.id, placedAt: now() })
    .returning()
  moveClock(3 * DAY)
  const stranger = await as('manager')
  const renew = () => stranger.call(ownLoanRouter.renew, { loanId: made?.id ?? '' })
  const cancel = () => stranger.call(ownLoanRouter.cancel, { holdId: placed?.id ?? '' })
  for (const act of [renew, cancel]) await expect(act()).rejects.toMatchObject({ code: 'NO_BORROWER' })
  expect(await stranger.call(ownLoanRouter.list, undefined)).toBe(null)
  expect((await ofBook(stranger, item.bookId)).own).toBe(null)
  const linked = await aBorrower({ userId: stranger.user.id })
  await expect(renew()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await cancel()
  expect(await db.$count(hold, eq(hold.borrowerId, who.id))).toBe(1)
  await db.delete(borrower).where(eq(borrower.id, linked.id))
})

test('There is nothing of it while the library does not lend', async () => {
  const reader = await as('reader')
  await storeLibrarySettings({ lending: false })
  for (const call of [
    () => ofBook(reader, newId()),
    () => reader.call(ownLoanRouter.list, undefined),
    () => reader.call(ownLoanRouter.reserve, { bookId: newId() }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await storeLibrarySettings({ lending: true })
})
