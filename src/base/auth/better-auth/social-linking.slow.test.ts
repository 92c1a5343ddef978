import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { account, session, user } from '#base/db/tables/user.ts'
import { Caller, signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aUser } from '#test/factories.ts'
import { openGithubCallback, GITHUB, signInWithGithub } from '#test/sign-in/github.ts'
import { requestSignInCode, codeFor, enterCode, signInByCode } from '#test/sign-in/outbox.ts'
import {
  startSocialSignIn,
  openCallback,
  errorOf,
  OidcVisit,
  signInWithOidc,
  useOidc,
  signedInEmail,
} from '#test/sign-in/oidc.ts'

// This provider has the address in the ID token; the one of social.test.ts only at its userinfo endpoint.
const oidc = await useOidc({ claimsInIdToken: true })
useDatabase()
useEnv(GITHUB)

let made = 0
const newAddress = (): string => `linked-${(made += 1)}@example.org`
const newSub = (): string => `linked-${(made += 1)}`
const rowOf = async (email: string) => (await db.select().from(user).where(eq(user.email, email)))[0]
const accountsOf = (userId: string) =>
  db
    .select({ providerId: account.providerId, accountId: account.accountId })
    .from(account)
    .where(eq(account.userId, userId))
const sessionsOf = (userId: string) => db.$count(session, eq(session.userId, userId))
const stateOf = (url: string): string => new URL(url).searchParams.get('state') ?? ''

/** Sign-ins that verify an address. */
async function byProvider(email: string): Promise<Caller> {
  const caller = new Caller()
  await signInWithOidc(oidc, caller, { sub: newSub(), email, email_verified: true })
  return caller
}

async function byGithub(email: string): Promise<Caller> {
  const caller = new Caller()
  await signInWithGithub(caller, { id: (made += 1), login: 'owner', email, isVerified: true })
  return caller
}

describe('a verified address', () => {
  test('of a user who has verified it is linked, and nothing is removed', async () => {
    const owner = await aUser()
    const before = await signedIn(owner)
    await signInWithGithub(new Caller(), { id: (made += 1), login: 'one', email: owner.email, isVerified: true })
    const caller = new Caller()
    const sub = newSub()
    await signInWithOidc(oidc, caller, { sub, email: owner.email, email_verified: true, name: 'Another name' })
    expect([await signedInEmail(caller), await signedInEmail(before)]).toEqual([owner.email, owner.email])
    expect(await accountsOf(owner.id)).toEqual([
      { providerId: 'github', accountId: expect.any(String) },
      { providerId: 'oidc', accountId: sub },
    ])
    expect(await rowOf(owner.email)).toMatchObject({ name: owner.name, image: null, emailVerified: true })
  })

  test.each([
    ['a provider', byProvider, 1],
    ['a code', signInByCode, 0],
  ])('of a user who was added by the operator is verified by %s', async (_, enter, accounts) => {
    // As `maktaba user add` and a manager do: only the address.
    const added = await aUser({ name: '', emailVerified: false, onboardedAt: null, role: 'admin' })
    expect(await signedInEmail(await enter(added.email))).toBe(added.email)
    expect(await rowOf(added.email)).toMatchObject({ id: added.id, emailVerified: true, role: 'admin' })
    expect(await accountsOf(added.id)).toHaveLength(accounts)
  })

  test('that the provider verifies later removes earlier accounts and sessions', async () => {
    const person = { sub: newSub(), email: newAddress(), email_verified: false }
    const before = new Caller()
    await signInWithOidc(oidc, before, person)
    const id = (await rowOf(person.email))?.id ?? ''
    await db.insert(account).values({ userId: id, providerId: 'github', accountId: newSub() })
    const caller = new Caller()
    await signInWithOidc(oidc, caller, { ...person, email_verified: true })
    expect([await signedInEmail(before), await signedInEmail(caller)]).toEqual([undefined, person.email])
    expect(await rowOf(person.email)).toMatchObject({ id, emailVerified: true })
    expect(await accountsOf(id)).toEqual([{ providerId: 'oidc', accountId: person.sub }])
  })

  test('verifies no other address', async () => {
    const person = { sub: newSub(), email: newAddress(), email_verified: false }
    const before = new Caller()
    await signInWithOidc(oidc, before, person)
    await signInWithOidc(oidc, new Caller(), { ...person, email: newAddress(), email_verified: true })
    expect(await rowOf(person.email)).toMatchObject({ emailVerified: false })
    expect(await signedInEmail(before)).toBe(person.email)
  })
})

describe('an unverified address', () => {
  test('that is new creates an unverified user', async () => {
    const email = newAddress()
    const caller = new Caller()
    await signInWithGithub(caller, { id: (made += 1), login: 'one', email })
    expect(await signedInEmail(caller)).toBe(email)
    expect(await rowOf(email)).toMatchObject({ emailVerified: false, name: 'one', role: 'user' })
    // The browser is not remembered as known: the address is not verified yet.
    expect(caller.cookies.has('known')).toBe(false)
  })

  test('is not verified by a non-standard claim', async () => {
    const { id, email } = await aUser()
    const claims = { email, email_verified: false, emailVerified: true }
    expect(errorOf(await signInWithOidc(oidc, new Caller(), { sub: newSub(), ...claims }))).toBe('account_not_linked')
    expect(await accountsOf(id)).toEqual([])
  })

  test.each([true, false])('that a user has is refused: verified %s', async (emailVerified) => {
    const owner = await aUser({ emailVerified })
    for (const signIn of [
      (caller: Caller) => signInWithGithub(caller, { id: (made += 1), login: 'two', email: owner.email }),
      (caller: Caller) =>
        signInWithOidc(oidc, caller, { sub: newSub(), email: owner.email.toUpperCase(), email_verified: false }),
    ]) {
      const caller = new Caller()
      expect(errorOf(await signIn(caller))).toBe('account_not_linked')
      expect([await signedInEmail(caller), await accountsOf(owner.id), await sessionsOf(owner.id)]).toEqual([
        undefined,
        [],
        0,
      ])
    }
    expect(await rowOf(owner.email)).toEqual(owner)
  })
})

/** An attacker signs up with another's unverified address, in two browsers, and keeps a pending callback. */
async function squat(email: string) {
  const [attacker, other] = [new Caller(), new Caller()]
  const person = { id: (made += 1), login: 'mallory', email }
  await signInWithGithub(attacker, person)
  await signInWithGithub(other, person)
  await attacker.request('/onboarding', { body: new URLSearchParams({ name: 'Mallory' }) })
  expect((await attacker.request('/api/v1/me')).status).toBe(200)
  const state = stateOf(await startSocialSignIn(other, { provider: 'github' }))
  return { browsers: [attacker, other], person, comeBackLate: () => openGithubCallback(other, state, person) }
}

describe('the owner of an address with which an attacker has signed up', () => {
  test.each([
    ['another provider', byProvider, 1],
    ['the same provider', byGithub, 1],
    ['a code', signInByCode, 0],
  ])('comes in by %s, and the other is out for good', async (_, enter, accounts) => {
    const email = newAddress()
    const { browsers, person, comeBackLate } = await squat(email)
    const id = (await rowOf(email))?.id ?? ''
    const owner = await enter(email)
    expect(await signedInEmail(owner)).toBe(email)
    expect(await rowOf(email)).toMatchObject({ id, emailVerified: true })
    for (const browser of browsers) {
      expect((await browser.request('/api/v1/me')).status).toBe(401)
      expect(await signedInEmail(browser)).toBeUndefined()
    }
    expect(await accountsOf(id)).toHaveLength(accounts)
    expect(await accountsOf(id)).not.toContainEqual({ providerId: 'github', accountId: String(person.id) })
    expect(await sessionsOf(id)).toBe(1)
    // Neither by the pending sign-in nor by a new one.
    expect(errorOf(await comeBackLate())).toBe('account_not_linked')
    const again = new Caller()
    expect(errorOf(await signInWithGithub(again, person))).toBe('account_not_linked')
    expect([await signedInEmail(again), await sessionsOf(id), await signedInEmail(owner)]).toEqual([
      undefined,
      1,
      email,
    ])
  })

  test('locks out an attacker who signs in concurrently', async () => {
    const email = newAddress()
    const person = { sub: newSub(), email, email_verified: false }
    await signInWithOidc(oidc, new Caller(), person)
    const { id } = (await rowOf(email)) ?? { id: '' }
    const attacker = new Caller()
    const back = await new OidcVisit().follow(await startSocialSignIn(attacker), person.sub)
    const late = await db.transaction(async (tx) => {
      // The owner's sign-in before its commit: locks the row after the attacker's sign-in has found the user.
      await tx.select().from(user).where(eq(user.id, id)).for('update')
      const arrival = openCallback(attacker, back)
      await vi.waitFor(async () => expect(await blocked()).toBe(1), { timeout: 5000, interval: 20 })
      await tx.delete(account).where(eq(account.userId, id))
      await tx.delete(session).where(eq(session.userId, id))
      await tx.update(user).set({ emailVerified: true }).where(eq(user.id, id))
      return { arrival }
    })
    expect(errorOf(await late.arrival)).toBe('account_not_linked')
    expect([await signedInEmail(attacker), await sessionsOf(id)]).toEqual([undefined, 0])
  })
})

/** Number of statements that wait for a lock. */
async function blocked(): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

describe('concurrent first sign-ins', () => {
  /** A browser with a pending callback. */
  async function ready(email: string) {
    const caller = new Caller()
    const sub = newSub()
    oidc.people.set(sub, { sub, email, email_verified: true })
    const back = await new OidcVisit().follow(await startSocialSignIn(caller), sub)
    return { caller, arrive: () => openCallback(caller, back) }
  }

  test('of one address by several accounts create one user', async () => {
    const email = newAddress()
    const visits = await Promise.all(Array.from({ length: 6 }, () => ready(email)))
    const arrivals = await Promise.all(visits.map(({ arrive }) => arrive()))
    expect(arrivals.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 302))
    const row = await rowOf(email)
    expect(row).toMatchObject({ emailVerified: true })
    // A refused browser succeeds at the next attempt.
    for (const { caller } of visits) {
      if ((await signedInEmail(caller)) === undefined)
        await signInWithOidc(oidc, caller, { sub: newSub(), email, email_verified: true })
      expect(await signedInEmail(caller)).toBe(email)
    }
    expect(await sessionsOf(row?.id ?? '')).toBe(6)
  })

  test('by code and by provider create one user', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = newAddress()
      const [byCode, { caller, arrive }] = [new Caller(), await ready(email)]
      await requestSignInCode(byCode, email)
      const code = await codeFor(email)
      const [answer, arrival] = await Promise.all([enterCode(byCode, email, code), arrive()])
      expect([answer.status, arrival.status]).toEqual([expect.toSatisfy((one: number) => one < 500), 302])
      expect(await db.$count(user, eq(user.email, email))).toBe(1)
      expect([await signedInEmail(byCode), await signedInEmail(caller)]).toContain(email)
    }
  })

  test('of a whole school do not deadlock', async () => {
    const visits = await Promise.all(Array.from({ length: 40 }, () => ready(newAddress())))
    const arrivals = await Promise.all(visits.map(({ arrive }) => arrive()))
    expect(new Set(arrivals.map(({ location }) => location))).toEqual(new Set(['http://localhost:3000/login']))
  })
})
