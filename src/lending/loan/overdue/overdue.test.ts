import { isNotNull } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { loan } from '#base/db/tables/loan.ts'
import { dashboardRouter } from '#operations/dashboard/dashboard.router.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { overdueRouter } from './overdue.router.server.ts'

const DAY = 86_400_000

useDatabase()
useLending()
beforeAll(async () => {
  let made = 0
  const [later, sooner] = [await aGroup({ name: '7A' }), await aGroup({ name: '6B' })]
  const lend = async (
    name: string,
    groupId: string | null,
    title: string,
    dueIn: number,
    returnedAt: Date | null = null,
  ) => {
    made += 1
    const borrowerId = (await aBorrower({ name, groupId, card: `C-${made}`, schoolNumber: made === 1 ? 'S-2214' : '' }))
      .id
    const copyId = (await aCopy({ bookId: (await aBook({ title })).id })).id
    const dueOn = libraryDay(new Date(now().getTime() + dueIn * DAY))
    await db.insert(loan).values({ copyId, borrowerId, groupId, lentAt: now(), dueOn, returnedAt, actId: newId() })
  }
  await lend('Neema', later.id, 'Late by a day', -1)
  await lend('Neema', later.id, 'Late by a week', -7)
  await lend('Zawadi', sooner.id, '=Late by ten', -10)
  await lend('Amina', sooner.id, 'Late by two', -2)
  await lend('Juma', null, 'In no class', -3)
  await lend('Due today', sooner.id, 'Due today', 0)
  await lend('Brought', sooner.id, 'Brought late', -5, now())
})

test('Late loans stand by class and name, with the days of the library', async () => {
  const { items, total } = await (await as('manager')).call(overdueRouter.list, {})
  expect(items.map(({ group, borrower, title, daysLate }) => [group, borrower, title, daysLate])).toEqual([
    ['6B', 'Amina', 'Late by two', 2],
    ['6B', 'Zawadi', '=Late by ten', 10],
    ['7A', 'Neema', 'Late by a day', 1],
    ['7A', 'Neema', 'Late by a week', 7],
    [null, 'Juma', 'In no class', 3],
  ])
  // Two of one name and class are told apart.
  const twins = items.filter(({ borrower }) => borrower === 'Neema')
  expect(twins.map(({ card, schoolNumber }) => [card, schoolNumber])).toEqual([
    ['C-1', 'S-2214'],
    ['C-2', ''],
  ])
  expect(total).toBe(5)
})

test('The file has all of them in the language of the request, and no cell is a formula', async () => {
  const manager = await as('manager')
  const response = await manager.request('/api/v1/loans/overdue/export', { headers: { 'accept-language': 'fr' } })
  expect(response.headers.get('content-disposition')).toContain(`maktaba-overdue-${libraryDay()}.csv`)
  const [heading, ...lines] = (await response.text()).trim().split('\r\n')
  expect(heading).toContain('Jours de retard')
  expect(lines).toHaveLength(5)
  expect(lines[2]).toMatch(/^7A,Neema,C-1,S-2214,Late by a day/)
  expect(lines[1]).toMatch(/^6B,Zawadi,C-3,,'=Late by ten,.*,10$/)
  expect((await (await as('reader')).request('/api/v1/loans/overdue/export')).status).toBe(403)
})

test('The file of all loans has open and past ones, with the cards of those that are not forgotten', async () => {
  const manager = await as('manager')
  await db.update(loan).set({ borrowerId: null }).where(isNotNull(loan.returnedAt))
  const response = await manager.request('/api/v1/loans/export')
  expect(response.headers.get('content-disposition')).toContain(`maktaba-loans-${libraryDay()}.csv`)
  const [heading, ...lines] = (await response.text()).trim().split('\r\n')
  expect(heading).toBe('Number,Title,Library card,Class or group,Lent on,Due on,Returned on,Lost on,Settled as')
  expect(lines).toHaveLength(7)
  expect(lines[2]).toMatch(/^1\d{7},'=Late by ten,C-3,6B,[^,]+Z,[\d-]+,,,$/)
  expect(lines[6]).toMatch(/^1\d{7},Brought late,,6B,[^,]+Z,[\d-]+,[^,]+Z,,$/)
  expect((await (await as('reader')).request('/api/v1/loans/export')).status).toBe(403)
})

test('The dashboard counts what is on loan and late', async () => {
  const { attention, lending } = await (await as('manager')).call(dashboardRouter.figures, undefined)
  expect([attention.overdue, lending]).toEqual([5, { onLoan: 6, lentToday: 0 }])
})
