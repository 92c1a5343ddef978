import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { session, user } from '#base/db/tables/user.ts'
import { moveClock } from '#base/lib/clock.ts'
import { readCookie } from '#base/lib/http/cookie.server.ts'
import { contextOf } from '#base/rpc/procedure.server.ts'
import type { Caller } from '#test/callers.ts'
import { as, inRequest, signedCookie, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { signInByCode } from '#test/sign-in/outbox.ts'
import { auth } from '#base/auth/better-auth/auth.server.ts'
import { sessionCookieName } from './session.server.ts'

useDatabase()
afterEach(() => moveClock(0))

const DAY = 24 * 3600 * 1000
const COOKIE = sessionCookieName()
const cookieOf = (caller: Caller): string => caller.cookies.get(COOKIE) ?? ''

/** The users whom Maktaba and better-auth see for these cookies. */
async function seenBy(cookie: string): Promise<{ ours: string | null; theirs: string | null }> {
  const headers = new Headers({ cookie })
  const [{ session: ours }, theirs] = [
    await inRequest(() => contextOf(headers)),
    await auth().api.getSession({ headers }),
  ]
  return { ours: ours?.user.id ?? null, theirs: theirs?.user.id ?? null }
}

describe('a session is found', () => {
  test('by its cookie, as better-auth finds it', async () => {
    const { user: person, cookieHeader } = await as('reader')
    expect(await seenBy(cookieHeader)).toEqual({ ours: person.id, theirs: person.id })
    expect(await seenBy(`theme=dark; ${cookieHeader}; language=fr`)).toEqual({ ours: person.id, theirs: person.id })
  })

  test('by the cookie that a sign-in has set', async () => {
    const caller = await signInByCode('ada@example.org')
    const [row] = await db.select().from(user).where(eq(user.email, 'ada@example.org'))
    expect(await seenBy(caller.cookieHeader)).toEqual({ ours: row?.id, theirs: row?.id })
  })

  test.each<[string, (caller: SignedInCaller) => string]>([
    ['without a cookie', () => ''],
    ['with an empty one', () => `${COOKIE}=`],
    [
      'with one letter of the token changed',
      (caller) => `${COOKIE}=${cookieOf(caller).replace(/^./, (letter) => (letter === 'x' ? 'y' : 'x'))}`,
    ],
    [
      'with one letter of the signature changed',
      (caller) =>
        `${COOKIE}=${encodeURIComponent(decodeURIComponent(cookieOf(caller)).replace(/\.(.)/, (_, letter) => (letter === 'x' ? '.y' : '.x')))}`,
    ],
    ['with half a signature', (caller) => `${COOKIE}=${cookieOf(caller).slice(0, -20)}`],
    ['with a signature twice', (caller) => `${COOKIE}=${cookieOf(caller)}${cookieOf(caller)}`],
    ['without a signature', (caller) => `${COOKIE}=${caller.session.token}`],
    ['with a signature of nothing', () => `${COOKIE}=${signedCookie('')}`],
    ['with a token that nobody has', () => `${COOKIE}=${signedCookie('nobody')}`],
    ['with a broken escape', () => `${COOKIE}=%E0%A4%A`],
    ['under another name', (caller) => `session_token=${cookieOf(caller)}`],
  ])('not %s', async (_, forge) => {
    const caller = await as('reader')
    expect(await seenBy(forge(caller))).toEqual({ ours: null, theirs: null })
  })

  test('not after it has expired', async () => {
    const person = await aUser()
    const caller = await signedIn(person, { expiresAt: new Date(Date.now() - 1000) })
    expect(await seenBy(caller.cookieHeader)).toEqual({ ours: null, theirs: null })
  })

  test('not after it was revoked', async () => {
    const caller = await as('reader')
    await db.delete(session).where(eq(session.id, caller.session.id))
    expect(await seenBy(caller.cookieHeader)).toEqual({ ours: null, theirs: null })
  })

  test('not after its user was deleted', async () => {
    const caller = await as('reader')
    await db.delete(user).where(eq(user.id, caller.user.id))
    expect(await seenBy(caller.cookieHeader)).toEqual({ ours: null, theirs: null })
  })

  test('not while its user is banned', async () => {
    const caller = await as('reader')
    await db.update(user).set({ banned: true }).where(eq(user.id, caller.user.id))
    // better-auth checks a ban at sign-in, we at every request.
    expect((await seenBy(caller.cookieHeader)).ours).toBeNull()
  })

  test('again when a ban is over', async () => {
    const caller = await as('reader')
    await db
      .update(user)
      .set({ banned: true, banExpires: new Date(Date.now() + 1000) })
      .where(eq(user.id, caller.user.id))
    expect((await seenBy(caller.cookieHeader)).ours).toBeNull()
    await db
      .update(user)
      .set({ banned: true, banExpires: new Date(Date.now() - 1000) })
      .where(eq(user.id, caller.user.id))
    expect((await seenBy(caller.cookieHeader)).ours).toBe(caller.user.id)
  })

  test('with the current role and name', async () => {
    const caller = await as('reader')
    expect((await caller.request('/api/v1/books')).status).toBe(200)
    await db.update(user).set({ role: 'nobody', name: 'Another' }).where(eq(user.id, caller.user.id))
    expect((await caller.request('/api/v1/books')).status).toBe(403)
    expect(await (await caller.request('/api/v1/me')).json()).toMatchObject({ role: 'nobody', name: 'Another' })
  })

  test('concurrently with others', async () => {
    const callers = await Promise.all([as('reader'), as('manager'), as('newcomer'), as('stranger')])
    const answers = await Promise.all(callers.map(async (caller) => (await caller.request('/api/v1/me')).json()))
    expect(answers.map(({ id, code }) => id ?? code)).toEqual([
      callers[0].user.id,
      callers[1].user.id,
      'NOT_ONBOARDED',
      'UNAUTHORIZED',
    ])
  })
})

describe('a session is renewed', () => {
  const stateOf = async (caller: SignedInCaller) =>
    (await db.select().from(session).where(eq(session.id, caller.session.id)))[0]

  test('not within its first day', async () => {
    const caller = await as('reader')
    moveClock(0.9 * DAY)
    expect((await caller.request('/api/v1/me')).headers.getSetCookie()).toEqual([])
    expect((await stateOf(caller))?.expiresAt).toEqual(caller.session.expiresAt)
  })

  test('once a day, row and cookie, for 30 days more', async () => {
    const caller = await as('reader')
    const before = cookieOf(caller)
    moveClock(1.1 * DAY)
    const response = await caller.request('/api/v1/me')
    expect(response.headers.getSetCookie()).toEqual([
      `${COOKIE}=${before}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    ])
    const { expiresAt, updatedAt } = (await stateOf(caller)) ?? caller.session
    expect(Math.abs(expiresAt.getTime() - Date.now() - 31.1 * DAY)).toBeLessThan(60_000)
    expect(Math.abs(updatedAt.getTime() - Date.now() - 1.1 * DAY)).toBeLessThan(60_000)
    expect((await caller.request('/api/v1/me')).headers.getSetCookie()).toEqual([])
    moveClock(2.2 * DAY)
    expect((await caller.request('/api/v1/me')).headers.getSetCookie()).toHaveLength(1)
  })

  test('so that weekly visits keep it alive, and 30 days of absence end it', async () => {
    const caller = await as('reader')
    for (const day of [7, 14, 21, 28, 35, 42]) {
      moveClock(day * DAY)
      expect((await caller.request('/api/v1/me')).status).toBe(200)
    }
    moveClock(73 * DAY)
    expect((await caller.request('/api/v1/me')).status).toBe(401)
  })

  test('not during an impersonation', async () => {
    const [manager, person] = [await as('manager'), await aUser()]
    const caller = await signedIn(person, {
      impersonatedBy: manager.user.id,
      expiresAt: new Date(Date.now() + 3600_000),
    })
    expect((await caller.request('/api/v1/me')).headers.getSetCookie()).toEqual([])
    expect((await stateOf(caller))?.expiresAt).toEqual(caller.session.expiresAt)
  })

  test('with a cookie that lasts to its end', async () => {
    const caller = await as('reader')
    moveClock(2 * DAY)
    const response = await caller.request('/api/v1/me')
    expect(readCookie(response.headers.getSetCookie()[0] ?? '', COOKIE)).toBe(cookieOf(caller))
    expect((await caller.request('/api/v1/me')).status).toBe(200)
  })
})
