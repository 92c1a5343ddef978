import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/connection/client.server.ts'
import { closedDay } from '#db/tables/loan.ts'
import { deskRouter } from '#features/desk/desk.router.server.ts'
import { libraryDay } from '#features/loan/shared/due-day.server.ts'
import { dayAfter } from '#lib/day-start.ts'
import { newId } from '#lib/id.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { borrowerGroupRouter } from './group.router.server.ts'

useDatabase()
useLending()
beforeEach(async () => void (await db.delete(closedDay)))

const { close, open, listClosed } = borrowerGroupRouter
const inDays = (days: number): string => dayAfter(libraryDay(), days)

test('A loan that would be due on closed days is due on the next open one', async () => {
  const manager = await as('manager')
  await manager.call(close, { from: inDays(13), to: inDays(20), note: 'Eid' })
  const group = await aGroup({ loanDays: 14 })
  const [borrower, copy] = [await aBorrower({ groupId: group.id }), await aCopy()]
  const answer = await manager.call(deskRouter.scan, {
    actId: newId(),
    code: copy.number,
    borrowerId: borrower.id,
  })
  expect(answer).toMatchObject({ result: 'lent', loan: { dueOn: inDays(21) } })
})

test('Days that follow each other stand together, are named anew and opened again', async () => {
  const manager = await as('manager')
  await manager.call(close, { from: inDays(1), to: inDays(3), note: 'Eid' })
  await manager.call(close, { from: inDays(4), note: 'Eid' })
  await manager.call(close, { from: inDays(6), to: inDays(6), note: '' })
  expect(await manager.call(listClosed, undefined)).toEqual([
    { from: inDays(1), to: inDays(4), note: 'Eid' },
    { from: inDays(6), to: inDays(6), note: '' },
  ])
  await manager.call(close, { from: inDays(4), to: inDays(6), note: 'Stock-taking' })
  await manager.call(open, { from: inDays(2), to: inDays(3) })
  expect(await manager.call(listClosed, undefined)).toEqual([
    { from: inDays(1), to: inDays(1), note: 'Eid' },
    { from: inDays(4), to: inDays(6), note: 'Stock-taking' },
  ])
})

test.each([
  [-1, 3, { from: { key: 'validation_date_min', params: { limit: inDays(0) } } }],
  [3, 2, { to: { key: 'validation_date_min', params: { limit: inDays(3) } } }],
  [1, 367, { to: { key: 'validation_date_max', params: { limit: inDays(366) } } }],
])('Days from %i to %i are refused', async (from, to, fields) => {
  const input = { from: inDays(from), to: inDays(to), note: '' }
  await expect((await as('manager')).call(close, input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', fields })
  expect(await db.$count(closedDay)).toBe(0)
})

test.each([{ from: '2026-02-30', to: '2026-03-01' }, { to: '2999-01-01' }, { from: '', to: '' }])(
  '%j is no day',
  async (input) => {
    const call = (await as('manager')).call(close, input as never)
    await expect(call).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  },
)
