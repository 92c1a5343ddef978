import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { loan } from '#base/db/tables/loan.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { dayAfter } from '#base/lib/day-start.ts'
import { newId } from '#base/lib/id.ts'
import { viewRouter } from '#kit/view/view.router.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { borrowerRouter } from './borrower.router.server.ts'
import type { BorrowerState } from './borrower-search.schema.ts'

useDatabase()
useLending()

/** A loan that is due so many days from today. */
async function lentUntil(borrowerId: string, days: number, fields: Partial<typeof loan.$inferInsert> = {}) {
  const { id: copyId } = await aCopy()
  const dueOn = dayAfter(libraryDay(), days)
  await db
    .insert(loan)
    .values({ copyId, borrowerId, dueOn, lentAt: new Date('2026-11-01T10:00:00Z'), actId: newId(), ...fields })
}

test('Borrowers are listed with what is out, late and when they came last, and by what is to be done about them', async () => {
  const manager = await as('manager')
  const { id: groupId } = await aGroup()
  const make = (name: string, fields: object = {}) => aBorrower({ name, groupId, ...fields })
  const late = await make('Aliou')
  await lentUntil(late.id, -2)
  await lentUntil(late.id, -1)
  await lentUntil(late.id, 0)
  const owes = await make('Bineta')
  await lentUntil(owes.id, -3, { lostAt: new Date() })
  await make('Demba', { blockedNote: 'Torn books' })
  await make('Fatou', { expiresOn: dayAfter(libraryDay(), -1) })
  await make('Khady', { expiresOn: libraryDay() })
  const came = await make('Moussa', { cardPrintedOn: '2026-11-20' })
  await lentUntil(came.id, -5, { returnedAt: new Date('2026-11-20T10:00:00Z') })

  const { items } = await manager.call(borrowerRouter.listPage, { groupId })
  expect(items.map(({ name, openLoans, late: count, owes: owed }) => [name, openLoans, count, owed])).toEqual([
    ['Aliou', 3, 2, 0],
    ['Bineta', 0, 0, 1],
    ['Demba', 0, 0, 0],
    ['Fatou', 0, 0, 0],
    ['Khady', 0, 0, 0],
    ['Moussa', 0, 0, 0],
  ])
  expect(items[5]?.lastSeenAt).toEqual(new Date('2026-11-20T10:00:00Z'))
  expect(items[2]?.lastSeenAt).toBeNull()
  const namesOf = async (state: BorrowerState) => {
    const page = await manager.call(borrowerRouter.list, { groupId, state })
    expect(page.total).toBe(page.items.length)
    return page.items.map(({ name }) => name)
  }
  expect(await namesOf('late')).toEqual(['Aliou'])
  expect(await namesOf('owes')).toEqual(['Bineta'])
  expect(await namesOf('blocked')).toEqual(['Demba'])
  expect(await namesOf('expired')).toEqual(['Fatou'])
  expect(await namesOf('unprinted')).toEqual(['Aliou', 'Bineta', 'Demba', 'Fatou', 'Khady'])
  await expect(manager.call(borrowerRouter.list, { state: 'gone' as 'late' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  const view = { list: 'borrowers', name: 'Late', isShared: true, search: { state: 'late' } } as const
  expect(await manager.call(viewRouter.create, view)).toMatchObject({ search: { state: 'late' } })
})
