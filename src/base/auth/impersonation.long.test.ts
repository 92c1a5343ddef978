import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { session, user } from '#base/db/tables/user.ts'
import { as, Caller, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser, type UserRow } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { untilWaiting } from '#test/waiting.ts'

useDatabase()
afterEach(() => vi.useRealTimers())
// An admin who remains when the others are demoted.
beforeAll(() => aUser({ role: 'admin' }))

const MINUTE = 60_000
const HOUR = 3_600_000
const DONT_REMEMBER = 'better-auth.dont_remember'
const ADMIN_SESSION = 'better-auth.admin_session'

const impersonate = (caller: Caller, userId: string): Promise<Response> =>
  caller.request(`/api/v1/users/${userId}/impersonation`, { body: { reason: 'Asked for help' } })
const stop = (caller: Caller): Promise<Response> =>
  caller.request('/api/auth/admin/stop-impersonating', { method: 'POST', body: {} })
const codeOf = async (response: Response): Promise<string> => `${response.status} ${(await response.json()).code}`

/** The user id that the server sees, or the status of the error. */
async function whoIs(caller: Caller): Promise<string> {
  const response = await caller.request('/api/v1/me')
  return response.ok ? (await response.json()).id : String(response.status)
}

interface Scene {
  /** The browser of the manager who impersonates the user. */
  caller: SignedInCaller
  manager: UserRow
  person: UserRow
}

async function impersonating(): Promise<Scene> {
  const [caller, person] = [await as('manager'), await aUser()]
  const response = await impersonate(caller, person.id)
  expect(response.status).toBe(204)
  expect(await whoIs(caller)).toBe(person.id)
  return { caller, manager: caller.user, person }
}

const sessionOf = async ({ person }: Scene) => (await db.select().from(session).where(eq(session.userId, person.id)))[0]

describe('a manager who impersonates a user', () => {
  test('sees what the user sees, for an hour', async () => {
    const scene = await impersonating()
    const row = await sessionOf(scene)
    expect(row?.impersonatedBy).toBe(scene.manager.id)
    const minutes = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / MINUTE
    expect(minutes).toBeGreaterThan(59)
    expect(minutes).toBeLessThanOrEqual(60)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59 * MINUTE })
    expect(await whoIs(scene.caller)).toBe(scene.person.id)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1.1 * MINUTE })
    expect(await whoIs(scene.caller)).toBe('401')
    expect(await (await scene.caller.request('/api/auth/get-session')).json()).toBeNull()
  })

  test.each([
    ['as the browser asks', () => undefined],
    ['without the cookie that says not to prolong it', (caller: Caller) => caller.cookies.delete(DONT_REMEMBER)],
  ])('which no question prolongs, %s', async (_, prepare) => {
    const scene = await impersonating()
    const before = await sessionOf(scene)
    expect(scene.caller.cookies.has(DONT_REMEMBER)).toBe(true)
    prepare(scene.caller)
    for (const minutes of [1, 30, 28]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE })
      for (const path of ['/api/auth/get-session', '/api/auth/get-session?disableCookieCache=true', '/api/v1/me'])
        expect((await scene.caller.request(path)).status).toBe(200)
      await scene.caller.request('/api/auth/update-user', { body: { name: 'Another' } })
      expect((await sessionOf(scene))?.expiresAt).toEqual(before?.expiresAt)
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MINUTE })
    expect(await whoIs(scene.caller)).toBe('401')
  })

  test('does not make the browser a known one of the user', async () => {
    const scene = await impersonating()
    expect(scene.caller.cookies.has('known')).toBe(false)
  })

  test('gets the own session back at the end', async () => {
    const scene = await impersonating()
    const { cookieHeader } = scene.caller
    const response = await stop(scene.caller)
    expect(response.status).toBe(200)
    expect(await response.text()).not.toMatch(/"token"/)
    expect(await whoIs(scene.caller)).toBe(scene.manager.id)
    expect(await sessionOf(scene)).toBeUndefined()
    expect((await scene.caller.request('/api/v1/me', { headers: { cookie: cookieHeader } })).status).toBe(401)
    expect(await codeOf(await stop(scene.caller))).toBe('409 NOT_IMPERSONATING')
  })

  test('signs out of both sessions', async () => {
    const scene = await impersonating()
    await scene.caller.request('/api/auth/sign-out', { body: {} })
    expect(await whoIs(scene.caller)).toBe('401')
    expect(await sessionOf(scene)).toBeUndefined()
  })
})

describe('impersonation is refused for', () => {
  test.each(['admin', 'user,admin', 'admin,user'])('an admin: %s', async (role) => {
    const [caller, target] = [await as('manager'), await aUser({ role })]
    expect(await codeOf(await impersonate(caller, target.id))).toBe('403 YOU_CANNOT_IMPERSONATE_ADMINS')
    expect(await whoIs(caller)).toBe(caller.user.id)
    expect(await db.$count(session, eq(session.userId, target.id))).toBe(0)
  })

  test('an admin whose roles are written with a space', async () => {
    const [caller, target] = [await as('manager'), await aUser({ role: 'user, admin' })]
    await impersonate(caller, target.id)
    expect([caller.user.id, '401']).toContain(await whoIs(caller))
  })

  test('a user who becomes an admin during it: it ends', async () => {
    const scene = await impersonating()
    await db.update(user).set({ role: 'user,admin' }).where(eq(user.id, scene.person.id))
    expect(await whoIs(scene.caller)).toBe('401')
    const another = await aUser()
    expect((await impersonate(scene.caller, another.id)).status).toBe(401)
    expect((await scene.caller.request('/api/auth/admin/list-users')).status).toBe(401)
  })

  test('a banned or unknown user', async () => {
    const caller = await as('manager')
    const banned = await aUser({ banned: true })
    expect(await codeOf(await impersonate(caller, banned.id))).toBe('403 CANNOT_IMPERSONATE_BANNED')
    for (const id of ['01a1fc5f-3ab8-711d-bde4-965ef5d28919', 'nobody', '', "' or 1=1 --"]) {
      const { status } = await impersonate(caller, encodeURIComponent(id))
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
    expect(await whoIs(caller)).toBe(caller.user.id)
  })

  test('a second user during an impersonation', async () => {
    const scene = await impersonating()
    const another = await aUser()
    expect((await impersonate(scene.caller, another.id)).status).toBe(403)
    expect(await whoIs(scene.caller)).toBe(scene.person.id)
  })
})

describe('an impersonation ends at the next request', () => {
  const set = (id: string, change: Partial<UserRow>) => db.update(user).set(change).where(eq(user.id, id))
  const ENDS: [string, (scene: Scene) => Promise<unknown>][] = [
    ['the manager is banned', ({ manager }) => set(manager.id, { banned: true })],
    [
      'the manager is banned for a while',
      ({ manager }) => set(manager.id, { banned: true, banExpires: new Date(Date.now() + HOUR) }),
    ],
    ['the manager is demoted', ({ manager }) => set(manager.id, { role: 'user' })],
    ['the manager is deleted', ({ manager }) => db.delete(user).where(eq(user.id, manager.id))],
    [
      'the manager’s own session is revoked',
      ({ caller }) => db.delete(session).where(eq(session.id, caller.session.id)),
    ],
    [
      'the manager signs out in another tab',
      async ({ caller }) => {
        const own = new Caller()
        for (const [name, value] of Object.entries(cookiesOf(caller))) own.cookies.set(name, value)
        expect((await own.request('/api/auth/sign-out', { body: {} })).status).toBe(200)
      },
    ],
    [
      'the manager signs out everywhere else, from another browser',
      async ({ manager }) =>
        expect((await (await signedIn(manager)).request('/api/auth/revoke-other-sessions', { body: {} })).status).toBe(
          200,
        ),
    ],
    [
      'another manager ends the first one’s sessions',
      async ({ manager }) =>
        expect(
          (await (await as('manager')).request(`/api/v1/users/${manager.id}/sessions`, { method: 'DELETE' })).status,
        ).toBe(200),
    ],
    ['the person is banned', ({ person }) => set(person.id, { banned: true })],
    ['the person is deleted', ({ person }) => db.delete(user).where(eq(user.id, person.id))],
    [
      'the person signs out everywhere',
      async ({ person }) => (await signedIn(person)).request('/api/auth/revoke-sessions', { body: {} }),
    ],
  ]

  /** The cookies that the manager had before. */
  const cookiesOf = (caller: SignedInCaller): Record<string, string> => Object.fromEntries(before.get(caller) ?? [])
  const before = new WeakMap<SignedInCaller, [string, string][]>()

  test.each(ENDS)('when %s', async (_, end) => {
    const [caller, person] = [await as('manager'), await aUser()]
    before.set(caller, [...caller.cookies])
    await impersonate(caller, person.id)
    expect(await whoIs(caller)).toBe(person.id)
    await end({ caller, manager: caller.user, person })
    expect(await whoIs(caller)).toBe('401')
    expect(await (await caller.request('/api/auth/get-session')).json()).toBeNull()
    expect((await stop(caller)).status).toBe(401)
  })
})

test('an impersonation that has ended does not go on when the manager may impersonate again', async () => {
  const { caller, manager, person } = await impersonating()
  expect(await whoIs(caller)).toBe(person.id)
  await db.update(user).set({ role: 'user' }).where(eq(user.id, manager.id))
  expect(await whoIs(caller)).toBe('401')
  await db.update(user).set({ role: 'admin' }).where(eq(user.id, manager.id))
  expect(await whoIs(caller)).toBe('401')
})

describe('during an impersonation is refused', () => {
  test.each(['/delete-user', '/revoke-sessions', '/revoke-other-sessions'])('%s', async (path) => {
    const scene = await impersonating()
    const theirs = await signedIn(scene.person)
    await db.update(session).set({ authenticatedAt: new Date() }).where(eq(session.userId, scene.person.id))
    expect(await codeOf(await scene.caller.request(`/api/auth${path}`, { body: {} }))).toBe('403 IMPERSONATING')
    expect(await whoIs(theirs)).toBe(scene.person.id)
    expect(await whoIs(scene.caller)).toBe(scene.person.id)
  })
})

test('a user who is deleted while the impersonation begins is not found', async () => {
  const [caller, person] = [await as('manager'), await aUser()]
  const begun = await db.transaction(async (tx) => {
    await tx.delete(user).where(eq(user.id, person.id))
    const response = impersonate(caller, person.id)
    // Its session waits for the end of the deletion.
    await untilWaiting()
    return { response }
  })
  expect(await codeOf(await begun.response)).toBe('404 NOT_FOUND')
  expect(await whoIs(caller)).toBe(caller.user.id)
})

describe('ending an impersonation restores only the own session', () => {
  test.each<[string, (scene: Scene) => Promise<string | undefined>]>([
    ['without the cookie of it', async () => undefined],
    ['with a made-up one', async () => 'nobody:.c2lnbmF0dXJl'],
    [
      'with one letter changed',
      async ({ caller }) => caller.cookies.get(ADMIN_SESSION)?.replace(/^./, (letter) => (letter === 'x' ? 'y' : 'x')),
    ],
    [
      'with the own session’s cookie in its place',
      async ({ caller }) => caller.cookies.get('better-auth.session_token'),
    ],
    ['with another manager’s', async () => (await impersonating()).caller.cookies.get(ADMIN_SESSION)],
  ])('%s: nobody else comes out of it, and nothing breaks', async (_, forge) => {
    const scene = await impersonating()
    const cookie = await forge(scene)
    if (cookie === undefined) scene.caller.cookies.delete(ADMIN_SESSION)
    else scene.caller.cookies.set(ADMIN_SESSION, cookie)
    const { status } = await stop(scene.caller)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect([scene.person.id, '401']).toContain(await whoIs(scene.caller))
    // Any client can send this: it is no fault of the server.
    expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  test('nor without an impersonation, with another’s cookie', async () => {
    const scene = await impersonating()
    for (const thief of [await as('reader'), await as('stranger')]) {
      thief.cookies.set(ADMIN_SESSION, scene.caller.cookies.get(ADMIN_SESSION) ?? '')
      const was = await whoIs(thief)
      expect((await stop(thief)).status).toBeGreaterThanOrEqual(400)
      expect(await whoIs(thief)).toBe(was)
    }
  })
})
