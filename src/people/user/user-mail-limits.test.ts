import { eq, like } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { user } from '#base/db/tables/user.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { mailsTo } from '#test/sign-in/outbox.ts'
import { userRouter } from './user.router.server.ts'

useDatabase()
afterEach(() => moveClock(0))
let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})

const HOUR = 3_600_000
const rowOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]

/** So many mails in the last hour, as far as the limit can tell. */
const hits = (key: string, count: number) =>
  db.insert(limitHit).values(Array.from({ length: count }, () => ({ id: newId(), key, at: now() })))

describe('what is done to somebody', () => {
  test('is told ten times an hour, whoever does it; the change stands all the same', async () => {
    const [{ id, email }, other] = [await aUser({ language: 'en' }), await as('manager')]
    for (let times = 0; times < 5; times += 1) {
      expect(await manager.call(userRouter.ban, { id })).toMatchObject({ banned: true, isTold: true })
      expect(await other.call(userRouter.unban, { id })).toMatchObject({ banned: false, isTold: true })
    }
    const before = logged.length
    expect(await other.call(userRouter.ban, { id })).toMatchObject({ banned: true, isTold: false })
    expect(await rowOf(id)).toMatchObject({ banned: true })
    expect(await mailsTo(email)).toHaveLength(10)
    expect(logged.slice(before).map(({ msg }) => msg)).toEqual([
      'A user was not told of a change: too many mails in an hour',
    ])
    // Somebody else is not concerned.
    expect(await manager.call(userRouter.ban, { id: (await aUser()).id })).toMatchObject({ isTold: true })
    moveClock(HOUR + 1000)
    expect(await manager.call(userRouter.unban, { id })).toMatchObject({ banned: false, isTold: true })
    expect(await mailsTo(email)).toHaveLength(11)
  })

  test('is told to the one address that may have more, and the other not', async () => {
    const { id, email, version } = await aUser()
    await hits(`told:address:${email}`, 10)
    const change = { id, version, role: 'admin', email: 'roomy@example.org' }
    expect(await manager.call(userRouter.update, change)).toMatchObject({ role: 'admin', isTold: false })
    expect([await mailsTo(email), (await mailsTo('roomy@example.org')).length]).toEqual([[], 1])
  })
})

describe('invitations', () => {
  test('are 200 an hour from one person', async () => {
    const other = await as('manager')
    const [{ id }, mine] = [await aUser({ emailVerified: false }), `invitation:inviter:${manager.user.id}`]
    await hits(mine, 199)
    await manager.call(userRouter.create, { email: 'last@example.org' })
    for (const [path, body] of [
      ['', { email: 'late@example.org' }],
      [`/${id}/invitation`, {}],
    ] as const) {
      const refused = await manager.request(`/api/v1/users${path}`, { body })
      expect([refused.status, (await refused.json()).code]).toEqual([429, 'TOO_MANY_REQUESTS'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    }
    expect(await mailsTo('late@example.org')).toEqual([])
    expect(await db.$count(user, eq(user.email, 'late@example.org'))).toBe(0)
    expect(await db.$count(limitHit, like(limitHit.key, '%late@example.org'))).toBe(0)
    expect(await other.call(userRouter.create, { email: 'late@example.org' })).toMatchObject({ isTold: true })
    moveClock(HOUR + 1000)
    await manager.call(userRouter.sendInvitation, { id })
  })

  test('to somebody who was told much in the hour say when the next may be sent', async () => {
    const { id, email } = await aUser({ emailVerified: false })
    await hits(`told:address:${email}`, 10)
    const refused = await manager.request(`/api/v1/users/${id}/invitation`, { body: {} })
    expect([refused.status, (await refused.json()).code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect(await mailsTo(email)).toEqual([])
    expect(await db.$count(limitHit, eq(limitHit.key, `invitation:address:${email}`))).toBe(0)
  })

  test('that added nobody are not counted', async () => {
    const [inviter, { email }] = [await as('manager'), await aUser()]
    await expect(inviter.call(userRouter.create, { email })).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
    expect(await db.$count(limitHit, eq(limitHit.key, `invitation:inviter:${inviter.user.id}`))).toBe(0)
  })
})

describe('a ban like the one before', () => {
  test('is not told again; one with another reason or end is', async () => {
    const { id, email } = await aUser()
    const until = new Date(now().getTime() + 24 * HOUR)
    const ban = (more: object) => manager.call(userRouter.ban, { id, ...more })
    for (const [more, isTold, count] of [
      [{}, true, 1],
      [{}, null, 1],
      [{ reason: ' ' }, null, 1],
      [{ reason: 'Late' }, true, 2],
      [{ reason: ' Late ' }, null, 2],
      [{ reason: 'Late', until }, true, 3],
      [{ reason: 'Late', until }, null, 3],
      [{ reason: 'Late', until: new Date(until.getTime() + 1000) }, true, 4],
      [{ until }, true, 5],
      [{}, true, 6],
    ] as const) {
      const answer = await ban(more)
      expect([more, answer.banned, answer.isTold, (await mailsTo(email)).length]).toEqual([more, true, isTold, count])
    }
    await manager.call(userRouter.unban, { id })
    expect(await ban({})).toMatchObject({ isTold: true })
  })

  test('is told anew where the one before is over', async () => {
    const until = new Date(now().getTime() - HOUR)
    const { id } = await aUser({ banned: true, banReason: null, banExpires: until })
    expect(await manager.call(userRouter.ban, { id })).toMatchObject({ banned: true, isTold: true })
  })
})
