import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { loan } from '#base/db/tables/loan.ts'
import { holdRouter } from '#lending/loan/hold.router.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { deskRouter } from './desk.router.server.ts'
import type { RenewInput } from './desk.schema.ts'

useDatabase()
useLending()

const DAY = 86_400_000
let desk: SignedInCaller
beforeAll(async () => {
  desk = await as('manager')
})
afterEach(() => moveClock(0))

/** A borrower with a loan of today. */
async function aLoan() {
  const who = await aBorrower({ groupId: (await aGroup({ loanDays: 14, renewals: 2 })).id })
  const item = await aCopy()
  const { loan: made } = await desk.call(deskRouter.scan, { actId: newId(), code: item.number, borrowerId: who.id })
  const renew = (accepted: RenewInput['accepted'] = []) =>
    desk.call(deskRouter.renew, { actId: newId(), borrowerId: who.id, accepted })
  const renewals = async () => (await db.select().from(loan).where(eq(loan.copyId, item.id)))[0]?.renewals
  return { who, item, loanId: made?.id ?? '', dueOn: made?.dueOn ?? '', renew, renewals }
}

test('Renewing on the day of the loan makes nothing longer, and costs no renewal', async () => {
  const { loanId, dueOn, renew, renewals } = await aLoan()
  for (let press = 0; press < 3; press++)
    expect(await renew()).toMatchObject({ renewed: [], unchanged: [{ loanId, dueOn }], refused: [] })
  expect(await renewals()).toBe(0)
  moveClock(DAY)
  expect(await renew()).toMatchObject({ renewed: [{ loanId }], unchanged: [] })
  expect(await renew()).toMatchObject({ renewed: [], unchanged: [{ loanId }] })
  expect(await renewals()).toBe(1)
})

test('Who is blocked renews nothing, and an expired card is gone on from', async () => {
  const { who, loanId, renew, renewals } = await aLoan()
  moveClock(DAY)
  await db.update(borrower).set({ expiresOn: '2020-01-01' }).where(eq(borrower.id, who.id))
  const expired = { loanId, notices: [{ code: 'expired', canGoOn: true, day: '2020-01-01' }] }
  expect(await renew()).toMatchObject({ renewed: [], refused: [expired] })
  expect(await renew(['expired'])).toMatchObject({ renewed: [{ loanId }] })
  moveClock(2 * DAY)
  await db.update(borrower).set({ blockedNote: 'Lost two', expiresOn: null }).where(eq(borrower.id, who.id))
  const blocked = { loanId, notices: [{ code: 'blocked', canGoOn: false, note: 'Lost two' }] }
  expect(await renew(['blocked'])).toMatchObject({ renewed: [], refused: [blocked] })
  expect(await renewals()).toBe(1)
})

test('Somebody who waits is in the way only while no copy is free for them', async () => {
  const { item, loanId, renew } = await aLoan()
  const waiting = await aBorrower()
  await desk.call(holdRouter.create, { bookId: item.bookId, borrowerId: waiting.id })
  moveClock(DAY)
  expect(await renew()).toMatchObject({
    refused: [{ loanId, notices: [{ code: 'hold_waits', canGoOn: true, person: { id: waiting.id } }] }],
  })
  await aCopy({ bookId: item.bookId })
  expect(await renew()).toMatchObject({ renewed: [{ loanId }], refused: [] })
})
