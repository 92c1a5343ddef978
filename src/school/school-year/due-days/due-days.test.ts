import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { closedDay, loan } from '#base/db/tables/loan.ts'
import { dueChange } from '#base/db/tables/school-year.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { now } from '#base/lib/clock.ts'
import { dayAfter } from '#base/lib/day-start.ts'
import { newId } from '#base/lib/id.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { dueDaysRouter } from './due-days.router.server.ts'

useDatabase()
useLending()
beforeEach(async () => {
  for (const table of [closedDay, loan, dueChange, activity]) await db.delete(table)
})

const inDays = (days: number): string => dayAfter(libraryDay(), days)

async function lend(
  borrowerId: string,
  dueIn: number,
  values: Partial<typeof loan.$inferInsert> = {},
): Promise<string> {
  const [copy, id] = [await aCopy(), newId()]
  const dueOn = inDays(dueIn)
  await db.insert(loan).values({ id, copyId: copy.id, borrowerId, lentAt: now(), dueOn, actId: newId(), ...values })
  return id
}

/** The due days of loans, as days from today. */
const daysOf = async (...ids: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const [found] = await db.select({ dueOn: loan.dueOn }).from(loan).where(eq(loan.id, id))
      return (Date.parse(found?.dueOn ?? '') - Date.parse(libraryDay())) / 86_400_000
    }),
  )

test('All open loans get one due day, late ones where they are asked for; what was returned since keeps it at the undo', async () => {
  const manager = await as('manager')
  const pupil = await aBorrower()
  const [late, soon, far, back] = [
    await lend(pupil.id, -3),
    await lend(pupil.id, 2),
    await lend(pupil.id, 30),
    await lend(pupil.id, 5, { returnedAt: now() }),
  ]
  await db.insert(closedDay).values({ date: inDays(10) })
  await db.delete(activity)
  const input = { dueOn: inDays(10), groupId: null, includesLate: false }
  const preview = await manager.call(dueDaysRouter.preview, input)
  expect(preview).toMatchObject({ dueOn: inDays(11), earlier: 1, late: 1, moves: { count: 2 } })
  expect(preview.moves.items.map(({ id, borrower }) => [id, borrower])).toEqual([
    [soon, pupil.name],
    [far, pupil.name],
  ])
  const { id, changed } = await manager.call(dueDaysRouter.apply, input)
  expect(changed).toBe(2)
  expect(await daysOf(late, soon, far, back)).toEqual([-3, 11, 11, 5])
  // Pressed twice, it moves nothing more.
  const again = await manager.call(dueDaysRouter.apply, input)
  expect(again).toEqual({ id: null, changed: 0 })
  expect(await manager.call(dueDaysRouter.last, undefined)).toMatchObject({ loans: 2, dueOn: inDays(11) })
  const { changed: withLate, id: second } = await manager.call(dueDaysRouter.apply, { ...input, includesLate: true })
  expect(withLate).toBe(1)
  await manager.call(dueDaysRouter.undo, { id: second ?? '' })
  await db.update(loan).set({ returnedAt: now() }).where(eq(loan.id, far))
  expect(await manager.call(dueDaysRouter.undo, { id: id ?? '' })).toEqual({ restored: 1, kept: 1 })
  expect(await daysOf(late, soon, far)).toEqual([-3, 2, 11])
  const { items } = await manager.call(activityRouter.lines, {})
  expect(items.map(({ action, bulk }) => [action, bulk])).toEqual([
    ['borrower.undo-bulk-due-days', null],
    ['borrower.undo-bulk-due-days', null],
    ['borrower.bulk-due-days', null],
    ['borrower.bulk-due-days', null],
  ])
})

test('The loans of one class alone; a day that has passed is refused', async () => {
  const manager = await as('manager')
  const group = await aGroup()
  const [own, other] = [await aBorrower({ groupId: group.id }), await aBorrower()]
  const [mine, theirs] = [await lend(own.id, 2), await lend(other.id, 2)]
  await manager.call(dueDaysRouter.apply, { dueOn: inDays(8), groupId: group.id, includesLate: false })
  expect(await daysOf(mine, theirs)).toEqual([8, 2])
  for (const dueOn of [inDays(-1), inDays(800)])
    await expect(
      manager.call(dueDaysRouter.preview, { dueOn, groupId: null, includesLate: false }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', fields: { dueOn: {} } })
})
