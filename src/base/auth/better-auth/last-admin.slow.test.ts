import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { account, session, user } from '#base/db/tables/user.ts'
import { constraintError } from '#base/db/constraint-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { demoteAll } from '#test/admins.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'

useDatabase()
beforeEach(demoteAll)

const HOUR = 3_600_000
const admins = (): Promise<number> =>
  db.$count(user, sql`public.is_active_admin(${user.role}, ${user.banned}, ${user.banExpires})`)

async function answerOf(response: Response): Promise<string> {
  const body = await response.json()
  return response.ok ? 'done' : `${response.status} ${body.code}`
}

const post = async (caller: SignedInCaller, path: string, body: unknown): Promise<string> =>
  answerOf(await caller.request(`/api/auth${path}`, { body }))

const send = async (caller: SignedInCaller, method: string, path: string, body?: unknown): Promise<string> =>
  answerOf(await caller.request(`/api/v1${path}`, { method, ...(body !== undefined && { body }) }))

/** Runs an SQL statement; returns `done`, or the error code of the violated constraint. */
const run = (statement: Promise<unknown>): Promise<string> =>
  statement.then(
    () => 'done',
    (error: unknown) => constraintError(error)?.code ?? String(error),
  )
const set = (id: string, change: Partial<typeof user.$inferInsert>): Promise<string> =>
  run(db.update(user).set(change).where(eq(user.id, id)))

describe('the last admin cannot be', () => {
  test.each([
    ['demoted', { role: 'user' }],
    ['left without a role', { role: '' }],
    ['given a role that nobody knows', { role: 'administrator' }],
    ['banned', { banned: true }],
    ['banned for an hour', { banned: true, banExpires: new Date(Date.now() + HOUR) }],
  ])('%s, not by SQL either', async (_, change) => {
    const { user: boss } = await as('manager')
    expect(await set(boss.id, change)).toBe('LAST_ADMIN')
    expect(await admins()).toBe(1)
  })

  test('deleted', async () => {
    const { user: boss } = await as('manager')
    expect(await run(db.delete(user).where(eq(user.id, boss.id)))).toBe('LAST_ADMIN')
    expect(await run(db.execute(sql`delete from "user"`))).toBe('LAST_ADMIN')
    expect(await admins()).toBe(1)
  })

  test('demoted together with all other admins in one statement', async () => {
    await Promise.all([as('manager'), as('manager'), as('manager')])
    expect(await run(db.execute(sql`update "user" set role = 'user'`))).toBe('LAST_ADMIN')
    expect(await run(db.execute(sql`update "user" set banned = true`))).toBe('LAST_ADMIN')
    expect(await admins()).toBe(3)
  })

  test.each([
    ['user', '400 YOU_CANNOT_DEMOTE_YOURSELF'],
    [['user'], '400 YOU_CANNOT_DEMOTE_YOURSELF'],
    [[], '400 VALIDATION_ERROR'],
  ])('demoted by themselves, to %j', async (role, answer) => {
    const boss = await as('manager')
    const { id, version } = boss.user
    expect(await send(boss, 'PATCH', `/users/${id}`, { version, role })).toBe(answer)
    expect(await admins()).toBe(1)
    expect((await boss.request('/api/v1/me')).status).toBe(200)
  })

  test('removed or banned by themselves', async () => {
    const boss = await as('manager')
    const { id } = boss.user
    expect(await send(boss, 'DELETE', `/users/${id}`)).toBe('400 YOU_CANNOT_REMOVE_YOURSELF')
    expect(await send(boss, 'POST', `/users/${id}/ban`, {})).toBe('400 YOU_CANNOT_BAN_YOURSELF')
    expect(await admins()).toBe(1)
    expect((await boss.request('/api/v1/me')).status).toBe(200)
  })
})

describe('counting other admins', () => {
  test.each([
    ['one with several roles', { role: 'user,admin' }],
    ['one with a space between the roles', { role: 'user, admin' }],
    ['one whose ban is over', { role: 'admin', banned: true, banExpires: new Date(Date.now() - 1000) }],
  ])('%s', async (_, fields) => {
    const boss = await as('manager')
    await aUser(fields)
    expect(await set(boss.user.id, { role: 'user' })).toBe('done')
  })

  test.each([
    ['not one who is banned', { role: 'admin', banned: true }],
    ['not one who is banned for now', { role: 'admin', banned: true, banExpires: new Date(Date.now() + HOUR) }],
    ['not one whose role only looks like it', { role: 'administrator' }],
    ['not one in capitals, which grant nothing', { role: 'ADMIN' }],
    ['not a reader', { role: 'user' }],
  ])('%s', async (_, fields) => {
    const boss = await as('manager')
    await aUser(fields)
    expect(await set(boss.user.id, { role: 'user' })).toBe('LAST_ADMIN')
  })

  test('changes that remove no admin are allowed', async () => {
    const [boss, reader] = [await as('manager'), await as('reader')]
    expect(await set(boss.user.id, { role: 'user,admin', name: 'Another' })).toBe('done')
    expect(await set(boss.user.id, { banned: true, banExpires: new Date(Date.now() - 1000) })).toBe('done')
    expect(await set(reader.user.id, { banned: true })).toBe('done')
    expect(await run(db.delete(user).where(eq(user.id, reader.user.id)))).toBe('done')
  })
})

describe('with two admins and concurrent requests one admin remains', () => {
  const anHour = () => ({ until: new Date(Date.now() + HOUR) })
  // user-protection.slow.test.ts tests the same races with the pages' calls.
  const RACES: [string, (other: SignedInCaller) => [method: string, path: string, body?: unknown]][] = [
    ['demotes', ({ user: { id, version } }) => ['PATCH', `/users/${id}`, { version, role: 'user' }]],
    ['bans', ({ user: { id } }) => ['POST', `/users/${id}/ban`, {}]],
    ['bans for an hour', ({ user: { id } }) => ['POST', `/users/${id}/ban`, anHour()]],
    ['deletes', ({ user: { id } }) => ['DELETE', `/users/${id}`]],
  ]
  test.each(RACES)('when each %s the other', async (_, attack) => {
    for (let round = 1; round <= 4; round += 1) {
      await demoteAll()
      const [one, two] = [await as('manager'), await as('manager')]
      const answers = await Promise.all([send(one, ...attack(two)), send(two, ...attack(one))])
      expect(answers).toContain('done')
      for (const answer of answers) expect(answer).toMatch(/^(done|409 LAST_ADMIN|40[134] \w+)$/)
      expect(await admins()).toBe(1)
    }
  })

  test('when each deletes themselves or demotes the other', async () => {
    for (let round = 1; round <= 4; round += 1) {
      await demoteAll()
      const callers = await Promise.all(
        [1, 2].map(async () => signedIn(await aUser({ role: 'admin' }), { authenticatedAt: now() })),
      )
      const [one, two] = callers as [SignedInCaller, SignedInCaller]
      for (const { user: person } of callers)
        await db.insert(account).values({ userId: person.id, providerId: 'oidc', accountId: person.id })
      const answers = await Promise.all([
        post(one, '/delete-user', {}),
        round % 2 ? post(two, '/delete-user', {}) : set(two.user.id, { role: 'user' }),
      ])
      expect(answers.map((answer) => answer.replace('409 ', '')).toSorted()).toEqual(['LAST_ADMIN', 'done'])
      expect(await admins()).toBe(1)
      // The remaining admin is unchanged.
      const stays = answers[0] === 'done' ? two : one
      expect(await db.$count(account, eq(account.userId, stays.user.id))).toBe(1)
      expect((await stays.request('/api/v1/me')).status).toBe(200)
    }
  })

  test('by SQL, even before the first transaction commits', async () => {
    const [one, two] = [await as('manager'), await as('manager')]
    const [hasBegun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = db.transaction(async (tx) => {
      await tx.update(user).set({ role: 'user' }).where(eq(user.id, one.user.id))
      hasBegun.resolve()
      await mayEnd.promise
    })
    await hasBegun.promise
    const second = set(two.user.id, { banned: true })
    // Enough time for the second statement to finish, if it did not wait.
    await new Promise((resolve) => setTimeout(resolve, 50))
    mayEnd.resolve()
    expect([await run(first), await second]).toEqual(['done', 'LAST_ADMIN'])
    expect(await admins()).toBe(1)
  })

  test('when ten delete themselves concurrently', async () => {
    const callers = await Promise.all(
      Array.from({ length: 10 }, async () => signedIn(await aUser({ role: 'admin' }), { authenticatedAt: now() })),
    )
    const answers = await Promise.all(callers.map((caller) => post(caller, '/delete-user', {})))
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(9)
    expect(await admins()).toBe(1)
    expect(
      await db.$count(session, eq(session.userId, callers[answers.indexOf('409 LAST_ADMIN')]?.user.id ?? '')),
    ).toBe(1)
  })
})
