import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { deletedRow } from '#base/db/tables/deleted-row.ts'
import { deletedUser } from '#base/db/tables/deleted-user.ts'
import { session, verification } from '#base/db/tables/user.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aTrashedUser } from '#test/factories.ts'
import { cleanUp } from './clean-up.server.ts'

useDatabase()

const MINUTE = 60_000
const DAY = 24 * 60
const inMinutes = (minutes: number) => new Date(now().getTime() + minutes * MINUTE)

test('deleted books stay for thirty days', async () => {
  const dates = { createdAt: inMinutes(-90 * DAY), updatedAt: inMinutes(-90 * DAY) }
  await db.insert(deletedBook).values(
    [29, 31].map((days) => ({
      id: newId(),
      title: `${days}`,
      version: 1,
      ...dates,
      deletedAt: inMinutes(-days * DAY),
    })),
  )
  await cleanUp()
  expect((await db.select().from(deletedBook)).map(({ title }) => title)).toEqual(['29'])
})

test('deleted rows of other nouns can be restored for thirty days', async () => {
  const rows = [29, 31].map((days) => ({
    kind: 'shelf',
    id: newId(),
    row: { days },
    deletedAt: inMinutes(-days * DAY),
  }))
  await db.insert(deletedRow).values(rows)
  await cleanUp()
  expect((await db.select().from(deletedRow)).map(({ row }) => row)).toEqual([{ days: 29 }])
})

test('deleted users stay for thirty days, and are forgotten then', async () => {
  const [one, other] = [await aTrashedUser({ name: 'Twenty-nine' }), await aTrashedUser({ name: 'Thirty-one' })]
  const at = (id: string, days: number) =>
    db
      .update(deletedUser)
      .set({ deletedAt: inMinutes(-days * DAY) })
      .where(eq(deletedUser.id, id))
  await at(one.id, 29)
  await at(other.id, 31)
  await cleanUp()
  expect((await db.select().from(deletedUser)).map(({ name }) => name)).toEqual(['Twenty-nine'])
  const recorded = JSON.stringify(await db.select().from(activity))
  expect([recorded.includes('Twenty-nine'), recorded.includes('Thirty-one')]).toEqual([true, false])
})

test('expired sessions go at once, expired codes after an hour', async () => {
  const { user } = await as('reader')
  const before = await db.select().from(session)
  await db.insert(session).values({ userId: user.id, token: 'old', expiresAt: inMinutes(-1) })
  await db.insert(verification).values([
    { identifier: 'alive', value: 'x', expiresAt: inMinutes(5) },
    { identifier: 'expired', value: 'x', expiresAt: inMinutes(-59) },
    { identifier: 'gone', value: 'x', expiresAt: inMinutes(-61) },
  ])
  await cleanUp()
  expect(await db.select().from(session)).toEqual(before)
  const left = await db.select().from(verification).orderBy(verification.identifier)
  expect(left.map(({ identifier }) => identifier)).toEqual(['alive', 'expired'])
})
