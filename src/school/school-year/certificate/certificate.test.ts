import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { loan } from '#base/db/tables/loan.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { certificateRouter } from './certificate.router.server.ts'

useDatabase()
useLending()

/** Lends a new copy to a borrower; returns its number. */
async function lend(borrowerId: string, fields: Partial<typeof loan.$inferInsert> = {}): Promise<string> {
  const { id, number } = await aCopy()
  await db
    .insert(loan)
    .values({ copyId: id, borrowerId, lentAt: now(), actId: newId(), dueOn: '2099-01-01', ...fields })
  return number
}

test('Of a class it is said who has or owes which books; what is back or settled is none', async () => {
  const manager = await as('manager')
  const { id: groupId } = await aGroup({ name: 'Certified' })
  const [free, owing] = [await aBorrower({ name: 'Awa', groupId }), await aBorrower({ name: 'Omar', groupId })]
  await lend((await aBorrower()).id)
  await lend(free.id, { returnedAt: now() })
  await lend(free.id, { lostAt: now(), settledAs: 'paid', settledAt: now() })
  const numbers = [
    await lend(owing.id, { dueOn: '2020-01-01' }),
    await lend(owing.id, { dueOn: '2020-01-02', lostAt: now() }),
    await lend(owing.id, { dueOn: '2099-01-01' }),
  ]
  const { people, day } = await manager.call(certificateRouter.list, { groupId })
  expect(day).toBe(libraryDay())
  expect(people.map(({ name, className, books }) => [name, className, books.map(({ number }) => number)])).toEqual([
    ['Awa', 'Certified', []],
    ['Omar', 'Certified', numbers],
  ])
  expect(people[1]?.books.map(({ isLate, isLost }) => [isLate, isLost])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
  const { people: one } = await manager.call(certificateRouter.list, { borrowerId: free.id })
  expect(one.map(({ id }) => id)).toEqual([free.id])
})

test('Nobody is certified who is not there', async () => {
  const manager = await as('manager')
  await expect(manager.call(certificateRouter.list, { borrowerId: newId() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
