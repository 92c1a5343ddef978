import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { account, session, user } from '#base/db/tables/user.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aUser } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { labelled, labelledValues } from '#test/labelled.ts'
import { errorOf, signInWithOidc, useOidc, signedInEmail } from '#test/sign-in/oidc.ts'
import { CLIENT_ID, CLIENT_SECRET, type Person } from '#test/sign-in/oidc-provider.ts'

const oidc = await useOidc()
useDatabase()
useEnv({ ADMIN_EMAIL: 'head@example.org, deputy@example.org' })

let made = 0
/** An account at the provider without a user in Maktaba. */
function aPerson(claims: Partial<Person> = {}): Person & { email: string } {
  made += 1
  return {
    sub: `sub-${made}`,
    email: `student-${made}@example.org`,
    email_verified: true,
    name: 'Amina',
    ...claims,
  } as Person & { email: string }
}
const rowOf = async (email: string) => (await db.select().from(user).where(eq(user.email, email)))[0]
const accountsOf = (sub: string) => db.select().from(account).where(eq(account.accountId, sub))

describe('a first sign-in by a provider', () => {
  test('creates a user with the provider’s verified address and name, and stores no tokens', async () => {
    const person = aPerson({ name: 'Amina Khamis', picture: 'https://tracker.example/a.png' })
    const caller = new Caller()
    const { status, location, setCookies } = await signInWithOidc(oidc, caller, person)
    expect([status, location]).toEqual([302, 'http://localhost:3000/login'])
    const row = await rowOf(person.email)
    expect(row).toMatchObject({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/),
      name: 'Amina Khamis',
      emailVerified: true,
      role: 'user',
      image: null,
      onboardedAt: null,
      adminListedAt: null,
    })
    expect(await accountsOf(person.sub)).toEqual([
      {
        id: expect.any(String),
        userId: row?.id,
        providerId: 'oidc',
        accountId: person.sub,
        accessToken: null,
        refreshToken: null,
        idToken: null,
        accessTokenExpiresAt: null,
        refreshTokenExpiresAt: null,
        scope: null,
        password: null,
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      },
    ])
    const cookie = setCookies.find((line) => line.startsWith('better-auth.session_token='))
    expect(cookie).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect([...caller.cookies.keys()].toSorted()).toEqual(['better-auth.session_token', 'known'])
    expect(await signedInEmail(caller)).toBe(person.email)
    expect(await (await caller.request('/api/v1/me')).json()).toMatchObject({ code: 'NOT_ONBOARDED' })
  })

  test('authenticates Maktaba by HTTP Basic, which every provider must support', async () => {
    oidc.credentials.length = 0
    await signInWithOidc(oidc, new Caller(), aPerson())
    // RFC 6749, section 2.3.1: both parts encoded as in a form.
    const [id, secret] = [CLIENT_ID, CLIENT_SECRET].map((part) => new URLSearchParams({ v: part }).toString().slice(2))
    expect(oidc.credentials).toEqual([`Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`])
  })

  test('does not count as a fresh session', async () => {
    const person = aPerson()
    await signInWithOidc(oidc, new Caller(), person)
    const [row] = await db
      .select({ authenticatedAt: session.authenticatedAt })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(eq(user.email, person.email))
    expect(row).toEqual({ authenticatedAt: null })
  })

  test.each([
    ['/app/books?searchTerm=a%26b&genreId=1', '/app/books?searchTerm=a%26b&genreId=1'],
    ["/app/books?searchTerm=l'été (1):~", '/app/books?searchTerm=l%27%C3%A9t%C3%A9%20(1):~'],
    ['/app/books?searchTerm=كتاب', '/app/books?searchTerm=%D9%83%D8%AA%D8%A7%D8%A8'],
    ['http://localhost:3000/manager#top', '/manager#top'],
  ])('redirects to %s', async (callbackURL, path) => {
    const { location } = await signInWithOidc(oidc, new Caller(), aPerson(), {
      callbackURL: callbackURL.replaceAll(' ', '%20'),
    })
    expect(location).toBe(`http://localhost:3000${path}`)
  })

  test.each(
    labelledValues([undefined, '', '   ', 'x'.repeat(101), 'x'.repeat(1_000_000), 'nul\0', 7, null, ['a'], { a: 1 }]),
  )('leaves it to the welcome to ask for a name that does not fit: %s', async (_, name) => {
    const person = aPerson({ name })
    const caller = new Caller()
    expect((await signInWithOidc(oidc, caller, person)).location).toBe('http://localhost:3000/login')
    expect(await rowOf(person.email)).toMatchObject({ name: '', onboardedAt: null })
  })

  test('ignores the case of an address', async () => {
    await aUser({ email: 'ada@example.org' })
    const caller = new Caller()
    await signInWithOidc(oidc, caller, aPerson({ email: 'Ada@Example.ORG' }))
    expect(await signedInEmail(caller)).toBe('ada@example.org')
    expect(await db.$count(user, eq(user.email, 'ada@example.org'))).toBe(1)
  })

  test.each(
    labelledValues([
      undefined,
      null,
      '',
      'nobody',
      7,
      ['kim@example.org'],
      'kim\0@example.org',
      'kim@example.org\n',
      `${'x'.repeat(250)}@example.org`,
      'münchen@example.org',
      // Another mailbox, whose lower-case form is kim@example.org.
      '\u212Aim@example.org',
    ]),
  )('without an address that Maktaba takes makes nobody and opens nothing: %s', async (_, email) => {
    await db.insert(user).values({ name: 'Kim', email: 'kim@example.org', emailVerified: true }).onConflictDoNothing()
    const before = await db.$count(user)
    const person = { ...aPerson(), email }
    const caller = new Caller()
    expect(errorOf(await signInWithOidc(oidc, caller, person))).toBe('email_not_found')
    expect([await db.$count(user), await signedInEmail(caller)]).toEqual([before, undefined])
    expect(await accountsOf(person.sub)).toEqual([])
  })

  test.each(
    labelled([
      [true, true],
      ['true', true],
      [false, false],
      ['false', false],
      [undefined, false],
      ['yes', false],
      [1, false],
    ]),
  )('with email_verified %s: the address is verified or not', async (_, claim, isVerified) => {
    const person = aPerson({ email_verified: claim })
    await signInWithOidc(oidc, new Caller(), person)
    expect(await rowOf(person.email)).toMatchObject({ emailVerified: isVerified })
  })

  test('with a verified address of ADMIN_EMAIL creates an admin', async () => {
    await signInWithOidc(oidc, new Caller(), aPerson({ email: 'Head@example.org' }))
    expect(await rowOf('head@example.org')).toMatchObject({ role: 'admin', adminListedAt: expect.any(Date) })
  })

  test('with an unverified address of ADMIN_EMAIL is refused', async () => {
    const caller = new Caller()
    const person = aPerson({ email: 'deputy@example.org', email_verified: false })
    expect(errorOf(await signInWithOidc(oidc, caller, person))).toBe('email_not_verified')
    expect([await rowOf('deputy@example.org'), await signedInEmail(caller)]).toEqual([undefined, undefined])
  })
})

describe('a sign-in by a provider', () => {
  test('finds the user by the account, even if the provider’s name and address have changed', async () => {
    const person = aPerson()
    await signInWithOidc(oidc, new Caller(), person)
    const before = await rowOf(person.email)
    const caller = new Caller()
    const renamed = { ...person, name: 'Somebody else', email: 'moved@example.org' }
    await signInWithOidc(oidc, caller, renamed)
    expect(await signedInEmail(caller)).toBe(person.email)
    expect(await rowOf(person.email)).toEqual(before)
    expect(await rowOf('moved@example.org')).toBeUndefined()
    expect(await accountsOf(person.sub)).toHaveLength(1)
  })

  test('that is denied at the provider leads to the error page', async () => {
    const caller = new Caller()
    expect(errorOf(await signInWithOidc(oidc, caller, undefined))).toBe('access_denied')
    expect(caller.cookies.size).toBe(0)
  })

  test('of a banned user creates no session', async () => {
    const person = aPerson()
    await signInWithOidc(oidc, new Caller(), person)
    await db.delete(session)
    await db.update(user).set({ banned: true }).where(eq(user.email, person.email))
    const caller = new Caller()
    expect(errorOf(await signInWithOidc(oidc, caller, person))).toBe('BANNED_USER')
    expect([await signedInEmail(caller), await db.$count(session)]).toEqual([undefined, 0])
    await db
      .update(user)
      .set({ banExpires: new Date(Date.now() - 1000) })
      .where(eq(user.email, person.email))
    await signInWithOidc(oidc, caller, person)
    expect(await signedInEmail(caller)).toBe(person.email)
  })

  test('of a deleted user creates a new user', async () => {
    const person = aPerson()
    await signInWithOidc(oidc, new Caller(), person)
    const before = await rowOf(person.email)
    await db.delete(user).where(eq(user.email, person.email))
    await signInWithOidc(oidc, new Caller(), person)
    expect((await rowOf(person.email))?.id).not.toBe(before?.id)
  })

  test('that fails is logged, without the address', async () => {
    logged.length = 0
    await signInWithOidc(oidc, new Caller(), aPerson({ email: 'deputy@example.org', email_verified: false }))
    expect(logged).toContainEqual(
      expect.objectContaining({
        level: 40,
        provider: 'oidc',
        error: 'email_not_verified',
        requestId: expect.any(String),
      }),
    )
    expect(JSON.stringify(logged)).not.toContain('deputy')
  })
})
