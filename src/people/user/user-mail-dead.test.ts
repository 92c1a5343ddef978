import { eq, like } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { user } from '#base/db/tables/user.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aUser } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { userRouter } from './user.router.server.ts'

// Nobody listens on port 1.
useEnv({ MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1' })
useDatabase()

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})
const rowOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]

test('a user whose invitation cannot be sent is there all the same, and it is said so', async () => {
  const added = await manager.call(userRouter.create, { email: 'lost@example.org' })
  expect(added.isTold).toBe(false)
  expect(await rowOf(added.id)).toMatchObject({ email: 'lost@example.org' })
  for (let attempt = 1; attempt <= 6; attempt += 1)
    await expect(manager.call(userRouter.sendInvitation, { id: added.id })).rejects.toMatchObject({
      code: 'MAIL_NOT_SENT',
      status: 503,
    })
  expect(await db.$count(limitHit, like(limitHit.key, 'invitation:%'))).toBe(0)
  expect(await db.$count(limitHit, like(limitHit.key, 'told:%'))).toBe(0)
})

test('what is done to a user stands, and it is said and logged that nobody was told', async () => {
  const { id, version } = await aUser()
  const before = logged.length
  const changed = await manager.call(userRouter.update, { id, version, role: 'admin', email: 'moved@example.org' })
  expect(changed).toMatchObject({ role: 'admin', email: 'moved@example.org', isTold: false })
  expect(await manager.call(userRouter.ban, { id })).toMatchObject({ banned: true, isTold: false })
  expect(await manager.call(userRouter.unban, { id })).toMatchObject({ banned: false, isTold: false })
  expect(await manager.call(userRouter.remove, { id })).toEqual({ isTold: false })
  expect(await rowOf(id)).toBeUndefined()
  // The manager is an admin, and is not waited for.
  const said = await vi.waitFor(() => {
    const lines = logged.slice(before).map(({ msg }) => msg)
    expect(lines).toContain('The admins could not be told of a new one')
    return lines.filter((line) => !String(line).startsWith('The admins could not be told'))
  }, 30_000)
  expect(said).toEqual(Array(5).fill('A user could not be told of a change'))
})
