import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { loan } from '#base/db/tables/loan.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { borrowerRouter } from '#lending/borrower/borrower.router.server.ts'
import { copyRouter } from '#lending/copy/copy.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { holdRouter } from './hold.router.server.ts'
import { cleanUpLoans } from './loan-clean-up.server.ts'
import { loanRouter } from './loan.router.server.ts'
import { ownLoanRouter } from './own/own-loan.router.server.ts'

useDatabase()
useLending()

const DAY = 86_400_000
let manager: SignedInCaller
let moved = 0
beforeAll(async () => {
  manager = await as('manager')
})
afterEach(() => {
  moved = 0
  moveClock(0)
})

const scan = (code: string, borrowerId?: string) => {
  moveClock((moved += 10_000))
  const input = { actId: newId(), code, ...(borrowerId !== undefined && { borrowerId }) }
  return manager.call(deskRouter.scan, input)
}
const undo = (undoes: string) => manager.call(deskRouter.undo, { actId: newId(), undoes })

/** A copy on loan, and who has it. */
async function aLoan() {
  const [item, who] = [await aCopy(), await aBorrower()]
  await scan(item.number, who.id)
  const row = async () => {
    const [one] = await db.select().from(loan).where(eq(loan.copyId, item.id)).orderBy(desc(loan.id)).limit(1)
    if (!one) throw new Error('There is no loan')
    return one
  }
  const { id } = await row()
  const copyNow = () => manager.call(copyRouter.get, { id: item.id })
  const edit = async (fields: { condition?: typeof item.condition; owes?: 'nobody' }) =>
    manager.call(copyRouter.update, { id: item.id, version: (await copyNow()).version, ...fields })
  const owes = async () => (await manager.call(borrowerRouter.get, { id: who.id })).owes
  return { id, item, who, row, copyNow, edit, owes }
}

describe('a copy on loan that is marked lost', () => {
  test('ends its loan, is owed by who had it, and never shows a due day', async () => {
    const { id, item, who, row, edit, owes } = await aLoan()
    expect(await edit({ condition: 'lost' })).toMatchObject({ condition: 'lost', dueOn: null })
    expect(await row()).toMatchObject({ returnedAt: null, settledAs: null, lostAt: expect.any(Date) })
    expect([await owes(), (await manager.call(borrowerRouter.get, { id: who.id })).openLoans]).toEqual([1, 0])
    const { items } = await manager.call(loanRouter.list, { state: 'owed', borrowerId: who.id })
    expect(items).toMatchObject([{ id, copyId: item.id, borrower: who.name, settledAs: null }])
    expect((await manager.call(loanRouter.list, { bookId: item.bookId })).items).toEqual([])
    const page = await manager.call(copyRouter.listPage, { condition: 'lost', searchTerm: item.number })
    expect(page.items).toMatchObject([{ id: item.id, dueOn: null, borrower: who.name, isOwed: true }])
    expect(await manager.call(loanRouter.ofBorrower, { borrowerId: who.id })).toMatchObject({
      owed: [{ id, copy: { number: item.number } }],
      loans: [],
    })
    const reader = await as('reader')
    expect(await reader.call(ownLoanRouter.ofBook, { bookId: item.bookId })).toMatchObject({
      total: 0,
      isOnLoan: false,
    })
  })

  test('is waived where nobody owes it', async () => {
    const { row, edit, owes } = await aLoan()
    await edit({ condition: 'lost', owes: 'nobody' })
    expect(await row()).toMatchObject({ settledAs: 'waived', lostAt: expect.any(Date) })
    expect(await owes()).toBe(0)
  })

  test('keeps its book and its borrower until it is settled, which is said', async () => {
    const { id, item, who, edit } = await aLoan()
    await edit({ condition: 'lost' })
    const remove = { id: item.bookId, version: 1 }
    await expect(manager.call(bookEditRouter.remove, remove)).rejects.toMatchObject({
      code: 'COPY_ON_LOAN',
      message: expect.stringContaining('lost, owed'),
    })
    await expect(manager.call(borrowerRouter.remove, { id: who.id, version: 1 })).rejects.toMatchObject({
      code: 'BORROWER_HAS_LOANS',
    })
    await manager.call(loanRouter.settle, { id, as: 'paid' })
    await manager.call(bookEditRouter.remove, remove)
  })

  test('is on loan again once the mark is taken back in the activity', async () => {
    const { item, row, edit } = await aLoan()
    const before = await row()
    moveClock(0)
    await edit({ condition: 'lost', owes: 'nobody' })
    const [last] = await db
      .select()
      .from(activity)
      .where(eq(activity.subjectId, item.id))
      .orderBy(desc(activity.id))
      .limit(1)
    await manager.call(undoRouter.undo, { id: String(last?.id) })
    expect(await row()).toEqual(before)
  })

  test('is owed all the same while it is withdrawn, and back with any other state', async () => {
    const { row, edit, owes } = await aLoan()
    await edit({ condition: 'lost' })
    await edit({ condition: 'withdrawn' })
    expect(await owes()).toBe(1)
    await edit({ condition: 'lost' })
    await edit({ condition: 'damaged' })
    expect(await row()).toMatchObject({ settledAs: 'back', returnedAt: expect.any(Date), returnedBy: manager.user.id })
    expect(await owes()).toBe(0)
  })
})

test('A copy that is not on loan is lost without a debt', async () => {
  const item = await aCopy()
  await manager.call(copyRouter.update, { id: item.id, version: 1, condition: 'lost' })
  expect(await db.$count(loan, eq(loan.copyId, item.id))).toBe(0)
})

test('A loan is said to be lost directly, once, and not after it has ended', async () => {
  const { id, item, row, copyNow } = await aLoan()
  const first = await manager.call(loanRouter.lose, { id })
  expect(await manager.call(loanRouter.lose, { id })).toEqual(first)
  expect([(await copyNow()).condition, (await row()).settledAs]).toEqual(['lost', null])
  await scan(item.number)
  await expect(manager.call(loanRouter.lose, { id })).rejects.toMatchObject({ code: 'LOAN_STATE' })
  await expect(manager.call(loanRouter.lose, { id: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each(['back', 'replaced', 'paid', 'waived'] as const)(
  'What is owed is settled as %s, and that is taken back',
  async (as_) => {
    const { id, row, copyNow, owes } = await aLoan()
    await manager.call(loanRouter.lose, { id })
    const lost = await row()
    const settled = await manager.call(loanRouter.settle, { id, as: as_ })
    expect(settled).toMatchObject({ settledAs: as_, returnedAt: as_ === 'back' ? expect.any(Date) : null })
    expect([await owes(), (await copyNow()).condition]).toEqual([0, as_ === 'back' ? 'ok' : 'lost'])
    const other = as_ === 'paid' ? 'waived' : 'paid'
    await expect(manager.call(loanRouter.settle, { id, as: other })).rejects.toMatchObject({ code: 'LOAN_STATE' })
    await manager.call(loanRouter.unsettle, { id })
    expect(await row()).toEqual(lost)
    expect((await copyNow()).condition).toBe('lost')
  },
)

test('A settlement is not taken back on another day, nor once the copy is lent again', async () => {
  const { id, item } = await aLoan()
  await manager.call(loanRouter.lose, { id })
  await manager.call(loanRouter.settle, { id, as: 'back' })
  await scan(item.number, (await aBorrower()).id)
  const refused = { code: 'NOT_UNDOABLE' }
  await expect(manager.call(loanRouter.unsettle, { id })).rejects.toMatchObject(refused)
  await scan(item.number)
  moveClock(2 * DAY)
  await expect(manager.call(loanRouter.unsettle, { id })).rejects.toMatchObject(refused)
})

test('What was paid is not owed again once the copy was found', async () => {
  const { id, item } = await aLoan()
  await manager.call(loanRouter.lose, { id })
  await manager.call(loanRouter.settle, { id, as: 'paid' })
  await scan(item.number)
  await expect(manager.call(loanRouter.unsettle, { id })).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
})

test('A reader and a helper settle nothing, and a key needs the scope', async () => {
  const { id } = await aLoan()
  const path = `/api/v1/loans/${id}/lost`
  expect((await (await as('reader')).request(path, { body: {} })).status).toBe(403)
  const response = await manager.request(path, { body: {} })
  expect([response.status, (await response.json()).lostAt]).toEqual([200, expect.any(String)])
})

describe('a lost copy that is scanned', () => {
  test('is back, says who is freed, and is lost and owed again by its undo', async () => {
    const { item, who, row, copyNow, owes, edit } = await aLoan()
    await edit({ condition: 'lost' })
    const lost = await row()
    const found = await scan(item.number)
    expect(found).toMatchObject({
      result: 'returned',
      returnedFrom: { id: who.id },
      notices: [{ code: 'found', person: { id: who.id } }],
    })
    expect(await row()).toMatchObject({ settledAs: 'back' })
    expect([await owes(), (await copyNow()).condition]).toEqual([0, 'ok'])
    await undo(found.actId)
    expect(await row()).toEqual(lost)
    expect([await owes(), (await copyNow()).condition]).toEqual([1, 'lost'])
  })

  test('is lent to another borrower in the same act, and taken back as one', async () => {
    const { id, item, owes, copyNow } = await aLoan()
    await manager.call(loanRouter.lose, { id })
    const lent = await scan(item.number, (await aBorrower()).id)
    expect(lent.result).toBe('lent')
    expect(await owes()).toBe(0)
    await undo(lent.actId)
    expect([await owes(), (await copyNow()).condition, (await copyNow()).dueOn]).toEqual([1, 'lost', null])
  })

  test('is put aside for who waits, without a card', async () => {
    const { id, item } = await aLoan()
    const waiting = await aBorrower()
    await manager.call(holdRouter.create, { bookId: item.bookId, borrowerId: waiting.id })
    await manager.call(loanRouter.lose, { id })
    const { notices } = await scan(item.number)
    expect(notices.map(({ code }) => code)).toEqual(['found', 'put_aside'])
    const other = await scan(item.number, (await aBorrower()).id)
    expect(other).toMatchObject({ result: 'refused', notices: [{ code: 'held', person: { id: waiting.id } }] })
  })
})

test('An act is not taken back where its loan ended as lost since, or its copy is lost by now', async () => {
  const { id, item, edit } = await aLoan()
  const back = await scan(item.number)
  await edit({ condition: 'lost' })
  await expect(undo(back.actId)).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
  await edit({ condition: 'ok' })
  await undo(back.actId)
  await manager.call(loanRouter.lose, { id })
  const [{ actId } = { actId: '' }] = await db.select().from(loan).where(eq(loan.id, id))
  await expect(undo(actId)).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
})

test('A settled loan forgets its borrower after the days of the library, an owed one never', async () => {
  await storeLibrarySettings({ loanMemoryDays: 7 })
  const [owed, paid] = [await aLoan(), await aLoan()]
  for (const { id } of [owed, paid]) await manager.call(loanRouter.lose, { id })
  moveClock((moved += 10 * DAY))
  await cleanUpLoans()
  await manager.call(loanRouter.settle, { id: paid.id, as: 'paid' })
  await cleanUpLoans()
  expect((await paid.row()).borrowerId).toBe(paid.who.id)
  moveClock((moved += 10 * DAY))
  await cleanUpLoans()
  expect([(await paid.row()).borrowerId, (await owed.row()).borrowerId]).toEqual([null, owed.who.id])
})

test('A lost copy shows at the reader who owes it', async () => {
  const { id, who, item } = await aLoan()
  const reader = await as('reader')
  await db.update(borrower).set({ userId: null }).where(eq(borrower.userId, reader.user.id))
  await db.update(borrower).set({ userId: reader.user.id }).where(eq(borrower.id, who.id))
  await manager.call(loanRouter.lose, { id })
  expect(await reader.call(ownLoanRouter.list, undefined)).toMatchObject({
    owed: [{ copy: { number: item.number }, book: { id: item.bookId } }],
    loans: [],
  })
})
