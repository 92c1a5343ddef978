import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { account, session, user } from '#base/db/tables/user.ts'
import { meRouter } from '#kit/me/me.router.server.ts'
import { accountRouter } from '#people/account/account.router.server.ts'
import { codeRouter } from '#people/code/code.router.server.ts'
import { sessionRouter } from '#people/session/session.router.server.ts'
import { signInCardRouter } from '#people/user/card/sign-in-card.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { aKey } from '#test/api-keys.ts'
import { as, Caller, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aUser, type UserRow } from '#test/factories.ts'
import { addPasskey, Authenticator, signInByPasskey } from '#test/sign-in/authenticator.ts'
import { codeFor, signInByCode } from '#test/sign-in/outbox.ts'

useEnv({ ADMIN_EMAIL: 'head@example.org' })
useDatabase()
afterEach(() => moveClock(0))

const HOUR = 3_600_000
let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
})

const give = async ({ id }: UserRow): Promise<string> =>
  (await manager.call(signInCardRouter.give, { id, days: 120 })).code

/** Uses a card; returns the browser, and the error's code or `in`. */
async function use(code: string, holder = new Caller()): Promise<[Caller, string]> {
  const response = await holder.request('/api/auth/sign-in/card', { body: { code } })
  return [holder, response.ok ? 'in' : (await response.json()).code]
}

const isIn = (caller: Caller): Promise<boolean> =>
  caller.call(meRouter.me, undefined).then(
    () => true,
    () => false,
  )

/** A user with a way in of each kind: what `waysOf` counts is one each. */
async function withAllWays(fields: Parameters<typeof aUser>[0] = {}) {
  const person = await aUser(fields)
  const browser = await signedIn(person, { authenticatedAt: now() })
  const other = await signedIn(person)
  const [byCard] = await use(await give(person))
  const device = { userId: person.id, publicKey: '', counter: 0, deviceType: 'singleDevice', backedUp: false }
  await db.insert(passkey).values([
    { ...device, credentialID: `plain ${person.id}` },
    { ...device, credentialID: `by card ${person.id}`, cardAt: now() },
  ])
  await db.insert(account).values({ userId: person.id, providerId: 'oidc', accountId: person.id })
  await aKey(person)
  return { person, browser, other, byCard, card: await give(person) }
}

async function waysOf({ id }: UserRow) {
  const passkeys = await db.select().from(passkey).where(eq(passkey.userId, id))
  return {
    sessions: await db.$count(session, eq(session.userId, id)),
    accounts: await db.$count(account, eq(account.userId, id)),
    passkeys: passkeys.map(({ cardAt }) => (cardAt === null ? 'plain' : 'by card')).toSorted(),
    keys: await db.$count(apiKey, eq(apiKey.userId, id)),
  }
}

const NOTHING = { sessions: 0, accounts: 0, passkeys: [], keys: 0 }
const BOTH = ['by card', 'plain']

describe('what ends', () => {
  test('with a new address that a manager sets: all', async () => {
    const { person, card } = await withAllWays()
    const email = `new-${person.id}@example.org`
    await manager.call(userRouter.update, { id: person.id, email, version: 1 })
    expect(await waysOf(person)).toEqual(NOTHING)
    expect((await use(card))[1]).toBe('CARD_REVOKED')
  })

  test('with a new address of one’s own: all but this session', async () => {
    const { person, browser, card } = await withAllWays()
    const newEmail = `own-${person.id}@example.org`
    await browser.call(accountRouter.askEmailChange, { newEmail })
    await browser.call(accountRouter.changeEmail, { newEmail, code: await codeFor(newEmail) })
    expect(await waysOf(person)).toEqual({ ...NOTHING, sessions: 1 })
    expect([await isIn(browser), (await use(card))[1]]).toEqual([true, 'CARD_REVOKED'])
  })

  test('with the first code to an address that nobody had proven: all of before', async () => {
    const { person, card } = await withAllWays({ emailVerified: false })
    const owner = await signInByCode(person.email)
    expect(await waysOf(person)).toEqual({ ...NOTHING, sessions: 1 })
    expect([await isIn(owner), (await use(card))[1]]).toEqual([true, 'CARD_REVOKED'])
  })

  test('with the first proof of the address in a session: all but this session', async () => {
    const { person, browser, card } = await withAllWays({ emailVerified: false })
    const [browserId, device] = ['this', { publicKey: '', counter: 0, deviceType: 'singleDevice', backedUp: false }]
    await db.update(session).set({ browserId }).where(eq(session.id, browser.session.id))
    const made = { ...device, userId: person.id, browserId }
    await db.insert(passkey).values([
      { ...made, credentialID: `own ${person.id}` },
      { ...made, credentialID: `by a card here ${person.id}`, cardAt: now() },
    ])
    await browser.call(codeRouter.sendCode, undefined)
    await browser.call(codeRouter.reauthenticate, { code: await codeFor(person.email) })
    // Whoever proves the address has made it, unless a card was used at the same computer.
    expect(await waysOf(person)).toEqual({ ...NOTHING, sessions: 1, passkeys: ['plain'] })
    expect([await isIn(browser), (await use(card))[1]]).toEqual([true, 'CARD_REVOKED'])
  })

  test('with a ban: sessions, keys and cards; and again when it is lifted', async () => {
    const { person, card } = await withAllWays()
    await manager.call(userRouter.ban, { id: person.id, reason: '', until: null })
    expect(await waysOf(person)).toEqual({ sessions: 0, accounts: 1, passkeys: BOTH, keys: 0 })
    // As if they had been made in the moment of the ban.
    const late = await signedIn(person)
    await aKey(person)
    await manager.call(userRouter.unban, { id: person.id })
    expect(await waysOf(person)).toEqual({ sessions: 0, accounts: 1, passkeys: BOTH, keys: 0 })
    expect([await isIn(late), (await use(card))[1]]).toEqual([false, 'CARD_REVOKED'])
  })

  test.each(['/revoke-sessions', '/revoke-other-sessions'])('with one’s own %s: sessions and cards', async (path) => {
    const { person, browser, card } = await withAllWays()
    await browser.request(`/api/auth${path}`, { body: {} })
    const sessions = path === '/revoke-sessions' ? 0 : 1
    expect(await waysOf(person)).toEqual({ sessions, accounts: 1, passkeys: BOTH, keys: 1 })
    expect((await use(card))[1]).toBe('CARD_REVOKED')
  })

  test('with all sessions that a manager ends: those and cards, also where there is no session', async () => {
    const { person, card } = await withAllWays()
    expect(await manager.call(sessionRouter.revokeAll, { id: person.id })).toEqual({ ended: 3 })
    expect(await waysOf(person)).toEqual({ sessions: 0, accounts: 1, passkeys: BOTH, keys: 1 })
    expect((await use(card))[1]).toBe('CARD_REVOKED')
    const next = await give(person)
    await manager.request(`/api/v1/users/${person.id}/sessions`, { method: 'DELETE' })
    expect((await use(next))[1]).toBe('CARD_REVOKED')
  })

  test.each(['desk', 'admin'])('with role %s: what came by a card', async (role) => {
    await storeLibrarySettings({ lending: true })
    const { person, browser, byCard, card } = await withAllWays()
    await manager.call(userRouter.update, { id: person.id, role, version: 1 })
    expect(await waysOf(person)).toEqual({ sessions: 2, accounts: 1, passkeys: ['plain'], keys: 1 })
    expect([await isIn(browser), await isIn(byCard), (await use(card))[1]]).toEqual([true, false, 'CARD_REVOKED'])
  })

  test('with a role that grants less: nothing', async () => {
    const { person, byCard, card } = await withAllWays({ role: 'desk' })
    await manager.call(userRouter.update, { id: person.id, role: 'user', version: 1 })
    expect(await waysOf(person)).toEqual({ sessions: 3, accounts: 1, passkeys: BOTH, keys: 1 })
    expect([await isIn(byCard), (await use(card))[1]]).toEqual([true, 'in'])
  })

  test('with the role of ADMIN_EMAIL: what came by a card, but not the sign-in by code that gives it', async () => {
    const { person, byCard, card } = await withAllWays({ email: 'head@example.org' })
    const head = await signInByCode(person.email)
    expect(await head.call(meRouter.me, undefined)).toMatchObject({ role: 'admin' })
    expect(await waysOf(person)).toMatchObject({ accounts: 1, passkeys: ['plain'], keys: 1 })
    expect([await isIn(byCard), (await use(card))[1]]).toEqual([false, 'CARD_REVOKED'])
  })

  test('with a deletion: all, by the foreign keys', async () => {
    const { person, card } = await withAllWays()
    await manager.call(userRouter.remove, { id: person.id, forGood: true })
    expect(await waysOf(person)).toEqual(NOTHING)
    expect((await use(card))[1]).toBe('CARD_UNKNOWN')
  })
})

test('a card does not sign in whoever may do more by now, however that came', async () => {
  const reader = await aUser()
  const card = await give(reader)
  await db.update(user).set({ role: 'admin' }).where(eq(user.id, reader.id))
  expect((await use(card))[1]).toBe('CARD_REVOKED')
})

describe('a card that is used in the moment of', () => {
  const AT_ONCE = 8
  const MOMENTS: [string, (id: string) => Promise<unknown>, (id: string) => Promise<unknown>][] = [
    [
      'a ban that is lifted',
      (id) => manager.call(userRouter.ban, { id, reason: '', until: null }),
      (id) => manager.call(userRouter.unban, { id }),
    ],
    ['a promotion', (id) => manager.call(userRouter.update, { id, role: 'admin', version: 1 }), async () => undefined],
    [
      'a new address',
      (id) => manager.call(userRouter.update, { id, email: `moment-${id}@example.org`, version: 1 }),
      async () => undefined,
    ],
    ['the end of all sessions', (id) => manager.call(sessionRouter.revokeAll, { id }), async () => undefined],
  ]

  test.each(MOMENTS)('%s never leads in afterwards', async (_, event, after) => {
    for (let round = 0; round < AT_ONCE; round += 1) {
      const reader = await aUser()
      const card = await give(reader)
      const [[holder]] = await Promise.all([use(card), event(reader.id)])
      await after(reader.id)
      expect([await isIn(holder), await db.$count(session, eq(session.userId, reader.id))]).toEqual([false, 0])
      expect((await use(card))[1]).not.toBe('in')
    }
  })
})

describe('whoever came by a card', () => {
  const newEmail = 'thief@example.org'
  const change = (caller: Caller) =>
    caller.call(accountRouter.askEmailChange, { newEmail }).then(
      () => 'asked',
      (error: { code: string }) => error.code,
    )
  const remove = async (caller: Caller) =>
    (await (await caller.request('/api/auth/delete-user', { body: {} })).json()).code

  test('changes no address and deletes no account for a day, nor by a passkey of that session', async () => {
    const reader = await aUser()
    const [holder] = await use(await give(reader))
    const device = new Authenticator()
    expect((await addPasskey(holder, device)).status).toBe(200)
    const later = new Caller()
    expect((await signInByPasskey(later, device)).status).toBe(200)
    for (const caller of [holder, later]) {
      expect(await change(caller)).toBe('SIGNED_IN_BY_CARD')
      expect(await remove(caller)).toBe('SIGNED_IN_BY_CARD')
    }
    moveClock(23 * HOUR)
    expect((await signInByPasskey(later, device)).status).toBe(200)
    expect(await change(later)).toBe('SIGNED_IN_BY_CARD')
    moveClock(25 * HOUR)
    expect((await signInByPasskey(later, device)).status).toBe(200)
    expect(await change(later)).toBe('asked')
  })

  test('does both after a code that was mailed to the address', async () => {
    const reader = await aUser()
    const [holder] = await use(await give(reader))
    await holder.call(codeRouter.sendCode, undefined)
    await holder.call(codeRouter.reauthenticate, { code: await codeFor(reader.email) })
    expect(await change(holder)).toBe('asked')
    expect((await holder.request('/api/auth/delete-user', { body: {} })).status).toBe(200)
  })

  test('is made no admin by ADMIN_EMAIL, nor by a passkey of that session', async () => {
    await db.delete(user).where(eq(user.email, 'head@example.org'))
    const head = await aUser({ email: 'head@example.org' })
    const [holder] = await use(await give(head))
    const device = new Authenticator()
    await addPasskey(holder, device)
    const later = new Caller()
    await signInByPasskey(later, device)
    expect(await later.call(meRouter.me, undefined)).toMatchObject({ role: 'user' })
  })
})
