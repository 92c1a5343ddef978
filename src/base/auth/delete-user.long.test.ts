import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { verificationCode } from '#base/db/tables/verification-code.ts'
import { account, session, user } from '#base/db/tables/user.ts'
import { now } from '#base/lib/clock.ts'
import { demoteAll } from '#test/admins.ts'
import { as, signedIn, type Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { codeFor, signInByCode } from '#test/sign-in/outbox.ts'
import { sessionCookieName } from './session/session.server.ts'
import { codeRouter } from '#people/code/code.router.server.ts'

useDatabase()
beforeEach(demoteAll)

const freshCaller = async (fields: Parameters<typeof aUser>[0] = {}): Promise<SignedInCaller> =>
  signedIn(await aUser(fields), { authenticatedAt: now() })

/** Deletes the caller's account; returns `deleted`, or status and code. */
async function remove(caller: Caller, body: unknown = {}): Promise<string> {
  const response = await caller.request('/api/auth/delete-user', { body })
  const text = await response.text()
  expect(text).not.toMatch(/"token"/)
  return response.ok ? 'deleted' : `${response.status} ${JSON.parse(text).code}`
}

const exists = async ({ user: { id } }: SignedInCaller): Promise<boolean> =>
  (await db.$count(user, eq(user.id, id))) > 0

describe('deleting one’s account', () => {
  test('removes the user with all their rows, and no other user', async () => {
    const caller = await freshCaller()
    const [second, bystander] = [await signedIn(caller.user), await freshCaller()]
    await db.insert(account).values({ userId: caller.user.id, providerId: 'oidc', accountId: caller.user.id })
    await caller.call(codeRouter.sendCode, undefined)
    const { id } = caller.user
    expect(await db.$count(verificationCode, eq(verificationCode.sessionId, caller.session.id))).toBe(1)
    expect(await remove(caller)).toBe('deleted')
    expect(await exists(caller)).toBe(false)
    expect([
      await db.$count(session, eq(session.userId, id)),
      await db.$count(account, eq(account.userId, id)),
      await db.$count(verificationCode, eq(verificationCode.sessionId, caller.session.id)),
    ]).toEqual([0, 0, 0])
    expect((await second.request('/api/v1/me')).status).toBe(401)
    expect((await bystander.request('/api/v1/me')).status).toBe(200)
  })

  test('removes the cookie, which becomes invalid', async () => {
    const caller = await freshCaller()
    const { cookieHeader } = caller
    expect(await remove(caller)).toBe('deleted')
    expect(caller.cookies.has(sessionCookieName())).toBe(false)
    for (const path of ['/api/v1/me', '/api/v1/books'])
      expect((await caller.request(path, { headers: { cookie: cookieHeader } })).status).toBe(401)
    const answer = await caller.request('/api/auth/get-session', { headers: { cookie: cookieHeader } })
    expect(await answer.json()).toBeNull()
  })

  test('needs a code of the last ten minutes in the same session', async () => {
    const caller = await as('reader')
    expect(await remove(caller)).toBe('403 SESSION_EXPIRED')
    expect(await exists(caller)).toBe(true)
    await caller.call(codeRouter.sendCode, undefined)
    await caller.call(codeRouter.reauthenticate, { code: await codeFor(caller.user.email) })
    expect(await remove(caller)).toBe('deleted')
  })

  test('does not require onboarding', async () => {
    const caller = await signInByCode('changed-my-mind@example.org')
    expect(await remove(caller)).toBe('deleted')
    expect(await db.$count(user, eq(user.email, 'changed-my-mind@example.org'))).toBe(0)
  })

  test('frees the address: signing in again creates a new user', async () => {
    const caller = await freshCaller({ role: 'user' })
    await remove(caller)
    const again = await signInByCode(caller.user.email)
    const { user: person } = await (await again.request('/api/auth/get-session')).json()
    expect(person.id).not.toBe(caller.user.id)
    expect(person).toMatchObject({ name: '', onboardedAt: null })
  })

  test('twice concurrently succeeds without a server error', async () => {
    const caller = await freshCaller()
    const answers = await Promise.all([1, 2, 3].map(() => remove(caller)))
    expect(answers).toContain('deleted')
    for (const answer of answers) expect(answer).toMatch(/^(deleted|401 \w+)$/)
    expect(await exists(caller)).toBe(false)
  })
})

describe('other fields in the body have no effect', () => {
  test.each<[string, (other: SignedInCaller) => unknown]>([
    ['another person', (other) => ({ userId: other.user.id, id: other.user.id, email: other.user.email })],
    ['a token', (other) => ({ token: other.session.token })],
    ['a password', () => ({ password: 'geheim-geheim' })],
    ['a place to go', () => ({ callbackURL: 'https://evil.example' })],
  ])('%s, for whoever has not reauthenticated', async (_, body) => {
    const [caller, other] = [await as('reader'), await as('reader')]
    expect(await remove(caller, body(other))).toBe('403 SESSION_EXPIRED')
    expect([await exists(caller), await exists(other)]).toEqual([true, true])
  })

  test('nor in a fresh session: only the caller’s account is deleted', async () => {
    const [caller, other] = [await freshCaller(), await as('reader')]
    const body = { userId: other.user.id, token: other.session.token, callbackURL: 'https://evil.example' }
    expect(await remove(caller, body)).toBe('deleted')
    expect([await exists(caller), await exists(other)]).toEqual([false, true])
  })

  test('and no body is needed', async () => {
    const caller = await freshCaller()
    expect((await caller.request('/api/auth/delete-user', { method: 'POST' })).status).toBe(200)
    expect(await exists(caller)).toBe(false)
  })

  test.each(['{', 'null', '[]', '"text"'])('the body %j is refused', async (body) => {
    const caller = await freshCaller()
    const response = await caller.request('/api/auth/delete-user', { method: 'POST', body })
    expect([response.status, (await response.json()).code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(await exists(caller)).toBe(true)
  })
})

describe('an account cannot be deleted by', () => {
  test('a stranger, a banned user or a revoked session', async () => {
    expect(await remove(await as('stranger'))).toMatch(/^401 /)
    const [banned, revoked] = [await freshCaller(), await freshCaller()]
    await db.update(user).set({ banned: true }).where(eq(user.id, banned.user.id))
    await db.delete(session).where(eq(session.id, revoked.session.id))
    for (const caller of [banned, revoked]) {
      expect(await remove(caller)).toMatch(/^401 /)
      expect(await exists(caller)).toBe(true)
    }
  })

  test('a manager who impersonates the user', async () => {
    const [manager, person] = [await as('manager'), await aUser()]
    const caller = await signedIn(person, { impersonatedBy: manager.user.id, authenticatedAt: now() })
    expect(await remove(caller)).toBe('403 IMPERSONATING')
    expect(await exists(caller)).toBe(true)
  })

  test('the last admin, who stays unchanged', async () => {
    const caller = await freshCaller({ role: 'admin' })
    await db.insert(account).values({ userId: caller.user.id, providerId: 'oidc', accountId: caller.user.id })
    expect(await remove(caller)).toBe('409 LAST_ADMIN')
    expect((await caller.request('/api/v1/me')).status).toBe(200)
    expect(await db.$count(account, eq(account.userId, caller.user.id))).toBe(1)
    await as('manager')
    expect(await remove(caller)).toBe('deleted')
  })

  test('two session cookies, a fresh and a stale one: only one counts', async () => {
    const [mine, stolen] = [await freshCaller(), await as('reader')]
    const name = sessionCookieName()
    const [first, second] = [mine.cookies.get(name), stolen.cookies.get(name)]
    for (const cookie of [
      `${name}=${first}; ${name}=${second}`,
      `${name}=${second}; ${name}=${first}`,
      `${name}="${second}"; ${name}=${first}`,
      `${name}=; ${name}=${second}`,
      `${name}=${first}, ${name}=${second}`,
    ])
      await mine.request('/api/auth/delete-user', { body: {}, headers: { cookie } })
    expect(await exists(stolen)).toBe(true)
  })

  test.each([
    '/delete-user/',
    '//delete-user',
    '/%64elete-user',
    '/delete-user%2F',
    '/DELETE-USER',
    '/x/../delete-user/',
  ])('a stale session by another spelling of the path: %s', async (path) => {
    const caller = await as('reader')
    const response = await caller.request(`/api/auth${path}`, { body: {} })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(await exists(caller)).toBe(true)
  })

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('by %s', async (method) => {
    const caller = await freshCaller()
    expect((await caller.request('/api/auth/delete-user', { method })).status).toBe(404)
    expect(await exists(caller)).toBe(true)
  })
})
