import { asc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { closedDay, loan } from '#base/db/tables/loan.ts'
import { closedWeekday, dueChange } from '#base/db/tables/school-year.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { now } from '#base/lib/clock.ts'
import { dayAfter } from '#base/lib/day-start.ts'
import { newId } from '#base/lib/id.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { dueDaysRouter } from '../due-days/due-days.router.server.ts'
import { calendarRouter } from './calendar.router.server.ts'

useDatabase()
useLending()
beforeEach(async () => {
  for (const table of [closedDay, closedWeekday, loan, dueChange]) await db.delete(table)
})

const { apply, open, get, preview } = calendarRouter
const inDays = (days: number): string => dayAfter(libraryDay(), days)
const weekdayIn = (days: number): number => new Date(`${inDays(days)}T00:00:00Z`).getUTCDay() || 7
const stretch = (from: number, to: number, note = '') => ({ from: inDays(from), to: inDays(to), note })
const close = async (...days: ReturnType<typeof stretch>[]) => (await as('manager')).call(apply, { weekdays: [], days })

async function aLoan(dueIn: number): Promise<string> {
  const [copy, borrower, id] = [await aCopy(), await aBorrower(), newId()]
  const dueOn = inDays(dueIn)
  await db.insert(loan).values({ id, copyId: copy.id, borrowerId: borrower.id, lentAt: now(), dueOn, actId: newId() })
  return id
}
const dueDays = async () =>
  Object.fromEntries((await db.select().from(loan).orderBy(asc(loan.id))).map(({ id, dueOn }) => [id, dueOn]))

test('A loan that would be due on closed days, or on a closed day of the week, is due on the next open one', async () => {
  const manager = await as('manager')
  await manager.call(apply, { weekdays: [weekdayIn(21)], days: [stretch(13, 20, 'Eid')] })
  const group = await aGroup({ loanDays: 14 })
  const [borrower, copy] = [await aBorrower({ groupId: group.id }), await aCopy()]
  const scan = { actId: newId(), code: copy.number, borrowerId: borrower.id }
  expect(await manager.call(deskRouter.scan, scan)).toMatchObject({ result: 'lent', loan: { dueOn: inDays(22) } })
})

test('A change says which due days move, moves them, and is taken back as a whole', async () => {
  const manager = await as('manager')
  await close(stretch(3, 4, 'Stock'))
  const [late, friday, inHolidays, other] = [await aLoan(-7), await aLoan(7), await aLoan(10), await aLoan(13)]
  const before = { due: await dueDays(), calendar: await manager.call(get, undefined) }
  const input = { weekdays: [weekdayIn(7)], days: [stretch(9, 11, 'Eid'), stretch(4, 4, 'Exams')] }
  const expected = await manager.call(preview, input)
  expect(expected.count).toBe(2)
  expect(expected.items.map(({ id, after }) => [id, after])).toEqual([
    [friday, inDays(8)],
    [inHolidays, inDays(12)],
  ])
  const { id, changed } = await manager.call(apply, input)
  expect(changed).toBe(2)
  expect(await dueDays()).toEqual({
    [late]: inDays(-7),
    [friday]: inDays(8),
    [inHolidays]: inDays(12),
    [other]: inDays(13),
  })
  expect(await manager.call(get, undefined)).toMatchObject({
    weekdays: [weekdayIn(7)],
    days: [stretch(3, 3, 'Stock'), stretch(4, 4, 'Exams'), stretch(9, 11, 'Eid')],
    last: { id, loans: 2 },
  })
  expect(await manager.call(dueDaysRouter.undo, { id: id ?? '' })).toEqual({ restored: 2, kept: 0 })
  expect(await dueDays()).toEqual(before.due)
  expect(await manager.call(get, undefined)).toEqual(before.calendar)
  await expect(manager.call(dueDaysRouter.undo, { id: id ?? '' })).rejects.toMatchObject({ code: 'BULK_STATE' })
})

test('Days that follow each other stand together, are named anew and opened again', async () => {
  const manager = await as('manager')
  await close(stretch(1, 3, 'Eid'))
  await close(stretch(4, 4, 'Eid'), stretch(6, 6))
  expect(await manager.call(get, undefined)).toMatchObject({ days: [stretch(1, 4, 'Eid'), stretch(6, 6)] })
  await close(stretch(4, 6, 'Stock-taking'))
  await manager.call(open, { from: inDays(2), to: inDays(3) })
  expect(await manager.call(get, undefined)).toMatchObject({
    days: [stretch(1, 1, 'Eid'), stretch(4, 6, 'Stock-taking')],
  })
})

test.each([
  [-1, 3, { from: { key: 'validation_date_min', params: { limit: inDays(0) } } }],
  [3, 2, { to: { key: 'validation_date_min', params: { limit: inDays(3) } } }],
  [1, 367, { to: { key: 'validation_date_max', params: { limit: inDays(366) } } }],
])('Days from %i to %i are refused', async (from, to, fields) => {
  await expect(close(stretch(from, to))).rejects.toMatchObject({ code: 'VALIDATION_ERROR', fields })
  expect(await db.$count(closedDay)).toBe(0)
})

test.each([
  { weekdays: [], days: [{ from: '2026-02-30', to: '2026-03-01' }] },
  { weekdays: [], days: [{ from: '2999-01-01' }] },
  { weekdays: [1, 2, 3, 4, 5, 6, 7], days: [] },
  { weekdays: [8], days: [] },
])('%j is no calendar', async (input) => {
  await expect((await as('manager')).call(apply, input as never)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})

test('A file that is no calendar is refused', async () => {
  const call = (await as('manager')).call(calendarRouter.readFile, { text: 'Name;Class' })
  await expect(call).rejects.toMatchObject({ code: 'VALIDATION_ERROR', fields: { text: {} } })
})
