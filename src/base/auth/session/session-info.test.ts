import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { moveClock } from '#base/lib/clock.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { signInByCode } from '#test/sign-in/outbox.ts'
import { auth } from '#base/auth/better-auth/auth.server.ts'

useDatabase()
afterEach(() => moveClock(0))

const PATH = '/api/auth/get-session'

/** better-auth's response for these cookies, without the token. */
async function theirs(cookie: string): Promise<unknown> {
  const answer = await auth().api.getSession({ headers: new Headers({ cookie }) })
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) => (key === 'token' ? undefined : value))
}

const PEOPLE: Record<string, () => Promise<{ cookieHeader: string }>> = {
  'a reader': () => as('reader'),
  'a manager': () => as('manager', { image: 'https://example.org/me.png' }),
  'a newcomer': () => as('newcomer'),
  'somebody who has just signed in': () => signInByCode('ada@example.org'),
  'somebody whose ban is over': () =>
    as('reader', { banned: true, banReason: 'Noise', banExpires: new Date(Date.now() - 1000) }),
  'somebody who is impersonated': async () => {
    const manager = await aUser({ role: 'admin' })
    return signedIn(await aUser(), { impersonatedBy: manager.id })
  },
  'somebody of whom the browser is known': async () =>
    signedIn(await aUser(), { ipAddress: '192.0.2.7', userAgent: 'Firefox' }),
}

describe('GET /get-session', () => {
  test.each(Object.entries(PEOPLE))('tells %s what better-auth would', async (_, make) => {
    const { cookieHeader } = await make()
    const caller = await as('stranger')
    const response = await caller.request(PATH, { headers: { cookie: cookieHeader } })
    const answer = await response.json()
    expect([response.status, answer]).toEqual([200, await theirs(cookieHeader)])
    expect(Object.keys(answer.session)).not.toContain('token')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('is null for a visitor and for a banned user', async () => {
    const caller = await as('reader')
    expect(await (await (await as('stranger')).request(PATH)).json()).toBeNull()
    await db.update(user).set({ banned: true }).where(eq(user.id, caller.user.id))
    expect(await (await caller.request(PATH)).json()).toBeNull()
  })

  test('renews the session once a day, and returns its new end', async () => {
    const caller: SignedInCaller = await as('reader')
    moveClock(2 * 24 * 3_600_000)
    const response = await caller.request(PATH)
    expect(response.headers.getSetCookie()).toHaveLength(1)
    const { session } = await response.json()
    expect(Date.parse(session.expiresAt)).toBeGreaterThan(caller.session.expiresAt.getTime() + 24 * 3_600_000)
    expect((await caller.request(PATH)).headers.getSetCookie()).toEqual([])
  })
})
