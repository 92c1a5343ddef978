import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { account, session, user } from '#base/db/tables/user.ts'
import { demoteAll } from '#test/admins.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { mailsTo } from '#test/sign-in/outbox.ts'
import { userRouter } from './user.router.server.ts'

useDatabase()
beforeEach(demoteAll)

const admins = (): Promise<number> =>
  db.$count(user, sql`public.is_active_admin(${user.role}, ${user.banned}, ${user.banExpires})`)
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
const rowOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]

type Attack = (by: SignedInCaller, on: SignedInCaller) => Promise<unknown>
/** Demotes by what is saved now, as a form that was just opened. */
const demote: Attack = async (by, { user: { id } }) => {
  const version = (await rowOf(id))?.version ?? 1
  return by.call(userRouter.update, { id, version, role: 'user' })
}
const ban: Attack = (by, on) => by.call(userRouter.ban, { id: on.user.id })
const banForAnHour: Attack = (by, on) =>
  by.call(userRouter.ban, { id: on.user.id, until: new Date(Date.now() + 3_600_000) })
const remove: Attack = (by, on) => by.call(userRouter.remove, { id: on.user.id })

describe('nobody, from the screens of users,', () => {
  test.each<[string, string, Attack]>([
    ['bans themselves', 'YOU_CANNOT_BAN_YOURSELF', ban],
    ['deletes themselves', 'YOU_CANNOT_REMOVE_YOURSELF', remove],
    [
      'deletes themselves by another spelling',
      'YOU_CANNOT_REMOVE_YOURSELF',
      (by) => by.call(userRouter.remove, { id: by.user.id.toUpperCase() }),
    ],
    ['demotes themselves', 'YOU_CANNOT_DEMOTE_YOURSELF', demote],
    [
      'changes their own address without a reauthentication',
      'YOU_CANNOT_CHANGE_YOUR_EMAIL_HERE',
      (by) => by.call(userRouter.update, { id: by.user.id, version: by.user.version, email: 'x@example.org' }),
    ],
    [
      'acts as themselves',
      'YOU_CANNOT_IMPERSONATE_ADMINS',
      (by) => by.call(userRouter.impersonate, { id: by.user.id, reason: 'Asked for help' }),
    ],
  ])('%s', async (_, code, attack) => {
    const [manager] = [await as('manager'), await as('manager')]
    expect(await codeOf(attack(manager, manager))).toBe(code)
    expect(await rowOf(manager.user.id)).toEqual(manager.user)
    expect((await manager.request('/api/v1/me')).status).toBe(200)
    expect(await mailsTo(manager.user.email)).toEqual([])
  })

  test('but everyone may change their own name, and add to their roles', async () => {
    const manager = await as('manager')
    const { id, version } = manager.user
    const saved = await manager.call(userRouter.update, { id, version, name: 'Amina', role: 'user,admin' })
    expect(saved).toMatchObject({ name: 'Amina', role: 'admin,user' })
  })
})

describe('of two admins at the same moment one stays', () => {
  test.each<[string, Attack, Attack]>([
    ['each demotes the other', demote, demote],
    ['each bans the other', ban, ban],
    ['each bans the other for an hour', banForAnHour, banForAnHour],
    ['each deletes the other', remove, remove],
    ['one deletes, one demotes', remove, demote],
    ['one bans, one deletes', ban, remove],
  ])('%s', async (_, first, second) => {
    for (let round = 1; round <= 5; round += 1) {
      await demoteAll()
      const [one, two] = [await as('manager'), await as('manager')]
      for (const { user: person } of [one, two])
        await db.insert(account).values({ userId: person.id, providerId: 'oidc', accountId: person.id })
      const codes = await Promise.all([codeOf(first(one, two)), codeOf(second(two, one))])
      expect(codes.filter((code) => code === 'done')).toHaveLength(1)
      for (const code of codes)
        expect(code).toMatch(/^(done|LAST_ADMIN|UNAUTHORIZED|RESOURCE_NOT_ALLOWED|CONFLICT|NOT_FOUND)$/)
      expect(await admins()).toBe(1)
      // Who stays has lost nothing.
      const stays = codes[0] === 'done' ? one : two
      expect((await stays.request('/api/v1/me')).status).toBe(200)
      expect(await rowOf(stays.user.id)).toEqual(stays.user)
      expect(await db.$count(session, eq(session.userId, stays.user.id))).toBe(1)
      expect(await db.$count(account, eq(account.userId, stays.user.id))).toBe(1)
      // Admins are told that one of them has lost their access; nothing happened to this one's account.
      const subjects = (await mailsTo(stays.user.email)).map(({ subject }) => subject)
      expect(subjects.filter((subject) => subject !== 'A change in the library that you should know of')).toEqual([])
    }
  })

  test('of six in a ring, each of whom deletes the next', async () => {
    const ring = await Promise.all(Array.from({ length: 6 }, () => as('manager')))
    const codes = await Promise.all(
      ring.map((one, index) => codeOf(remove(one, ring[(index + 1) % ring.length] ?? one))),
    )
    for (const code of codes) expect(code).toMatch(/^(done|LAST_ADMIN|UNAUTHORIZED)$/)
    expect(await admins()).toBeGreaterThanOrEqual(1)
  })

  test('also when the other deletes the own account meanwhile', async () => {
    for (let round = 1; round <= 4; round += 1) {
      await demoteAll()
      const one = await as('manager')
      const two = await signedIn(await aUser({ role: 'admin' }), { authenticatedAt: new Date() })
      const [removed, own] = await Promise.all([
        codeOf(demote(two, one)),
        two.request('/api/auth/delete-user', { body: {} }).then(({ status }) => status),
      ])
      expect(await admins()).toBe(1)
      expect([removed, own]).not.toContain('UNKNOWN_ERROR')
      expect(own).toBeLessThan(500)
    }
  })
})
