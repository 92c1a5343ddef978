import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { deskAct, loan } from '#base/db/tables/loan.ts'
import { borrowerGroup } from '#base/db/tables/borrower.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { moveClock, now } from '#base/lib/clock.ts'
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

const wait = (milliseconds = 10_000) => {
  moved += milliseconds
  moveClock(moved)
}
const scan = (code: string, more: Partial<ScanInput> = {}, by = desk) =>
  by.call(deskRouter.scan, { actId: newId(), code, ...more })
const undo = (undoes: string) => desk.call(deskRouter.undo, { actId: newId(), undoes })
const DAY = 86_400_000
const dayIn = (days: number) => libraryDay(new Date(now().getTime() + days * DAY))

/** A borrower with two loans of yesterday, and what is left of them. */
async function twoLoans() {
  const group = await aGroup({ loanDays: 10, renewals: 9 })
  const who = await aBorrower({ groupId: group.id })
  const items = [await aCopy(), await aCopy()]
  for (const item of items) await scan(item.number, { borrowerId: who.id })
  wait(DAY)
  const state = async () => {
    const rows = await db.select().from(loan).where(eq(loan.borrowerId, who.id)).orderBy(loan.id)
    return rows.map(({ dueOn, renewals }) => [dueOn, renewals])
  }
  const loans = await db.select().from(loan).where(eq(loan.borrowerId, who.id)).orderBy(loan.id)
  /** Renews for so many days. */
  const renew = async (days: number, loanId?: string) => {
    await db.update(borrowerGroup).set({ loanDays: days }).where(eq(borrowerGroup.id, group.id))
    wait()
    const input = { actId: newId(), borrowerId: who.id, ...(loanId !== undefined && { loanId }) }
    return (await desk.call(deskRouter.renew, input)).actId
  }
  return { who, items, first: loans[0]?.id ?? '', state, renew }
}

describe('renewals are taken back in any order', () => {
  test.each([[[0, 1, 2]], [[0, 2, 1]], [[1, 0, 2]], [[1, 2, 0]], [[2, 0, 1]], [[2, 1, 0]]])('%j', async (order) => {
    const { first, state, renew } = await twoLoans()
    const before = await state()
    const acts = [await renew(11, first), await renew(12), await renew(13, first)]
    expect(await state()).toEqual([
      [dayIn(13), 3],
      [dayIn(12), 1],
    ])
    const days = [11, 12, 13]
    for (const [at, index] of order.entries()) {
      await undo(acts[index] ?? '')
      const left = [0, 1, 2].filter((one) => !order.slice(0, at + 1).includes(one))
      const latest = left.at(-1)
      const firstLoan = latest === undefined ? before[0] : [dayIn(days[latest] ?? 0), left.length]
      expect(await state()).toEqual([firstLoan, left.includes(1) ? [dayIn(12), 1] : before[1]])
    }
  })

  test('also around a return', async () => {
    const { items, state, renew } = await twoLoans()
    const before = await state()
    const all = await renew(12)
    wait()
    const back = await scan(items[0]?.number ?? '')
    await undo(all)
    await undo(back.actId)
    expect(await state()).toEqual(before)
  })

  test('and leave a loan that came back as it was', async () => {
    const { items, first, renew } = await twoLoans()
    const one = await renew(12, first)
    wait()
    await scan(items[0]?.number ?? '')
    await undo(one).catch(() => undefined)
    const [row] = await db.select().from(loan).where(eq(loan.id, first))
    expect(row?.returnedAt).not.toBeNull()
  })
})

describe('the same number within three seconds', () => {
  test('is nothing however often it is read', async () => {
    const [item, who] = [await aCopy(), await aBorrower()]
    const results = []
    for (let read = 0; read < 5; read++) {
      results.push((await scan(item.number, { borrowerId: who.id })).result)
      // A busy machine may take a second and more for it.
      wait(1000)
    }
    expect(results).toEqual(['lent', 'repeated', 'repeated', 'repeated', 'repeated'])
    wait()
    expect((await scan(item.number, { borrowerId: who.id })).result).toBe('returned')
  })

  test('is nothing after an undo, and meant after a renewal that was later', async () => {
    const [item, who] = [await aCopy(), await aBorrower()]
    const lent = await scan(item.number, { borrowerId: who.id })
    await undo(lent.actId)
    wait(1000)
    expect((await scan(item.number, { borrowerId: who.id })).result).toBe('repeated')
    wait()
    expect((await scan(item.number, { borrowerId: who.id })).result).toBe('lent')
    wait()
    await desk.call(deskRouter.renew, { actId: newId(), borrowerId: who.id })
    expect((await scan(item.number, { borrowerId: who.id })).result).toBe('returned')
  })

  test('is the table for another borrower, and a moment of refusal at another desk', async () => {
    const [item, one, other] = [await aCopy(), await aBorrower(), await aBorrower()]
    await scan(item.number, { borrowerId: one.id })
    expect((await scan(item.number, { borrowerId: other.id })).result).toBe('returned_and_lent')
    const elsewhere = await as('manager')
    expect(await scan(item.number, { borrowerId: one.id }, elsewhere)).toMatchObject({
      result: 'refused',
      notices: [{ code: 'busy', canGoOn: true, person: { id: other.id } }],
    })
    wait()
    expect((await scan(item.number, { borrowerId: one.id }, elsewhere)).result).toBe('returned_and_lent')
  })
})

test('the id of an act is used once, also when the act itself is forgotten', async () => {
  const [item, who] = [await aCopy(), await aBorrower()]
  const actId = newId()
  await scan(item.number, { borrowerId: who.id, actId })
  await db.delete(deskAct)
  wait()
  const second = { actId, code: (await aCopy()).number, borrowerId: who.id }
  const response = await desk.request('/api/v1/desk/scan', { body: second })
  expect([response.status, (await response.json()).code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
})
