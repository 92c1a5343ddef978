import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { borrowerGroup } from '#base/db/tables/borrower.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aGroup, useLending } from '#test/lending.ts'
import { borrowerRouter } from './borrower.router.server.ts'

useDatabase()
useLending()

test('The activity calls the class of a borrower by its name, and one that is gone by none', async () => {
  const manager = await as('manager')
  const group = await aGroup({ name: '6B' })
  const { id } = await manager.call(borrowerRouter.create, { name: 'Awa', groupId: group.id })
  const classOf = async () => {
    const { items } = await manager.call(activityRouter.of, { kind: 'borrower', id })
    return items.at(-1)?.changes.find(({ field }) => field === 'groupId')?.after
  }
  expect(await classOf()).toMatchObject({ name: '6B' })
  await manager.call(borrowerRouter.remove, { id })
  await db.delete(borrowerGroup).where(eq(borrowerGroup.id, group.id))
  expect(await classOf()).toMatchObject({ name: '' })
})
