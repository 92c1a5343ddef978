import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { account, session, user } from '#base/db/tables/user.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aUser } from '#test/factories.ts'
import { errorOf, signInWithOidc, useOidc, signedInEmail } from '#test/sign-in/oidc.ts'

const oidc = await useOidc()
useDatabase()
useEnv({ SIGNUP: 'false', ADMIN_EMAIL: 'head@example.org, deputy@example.org' })

/** Signs in by the provider in a new browser; returns the address, or the error. */
async function signInAs(email: string, isVerified = true): Promise<string | null | undefined> {
  const caller = new Caller()
  const arrival = await signInWithOidc(oidc, caller, { sub: `sub-of-${email}`, email, email_verified: isVerified })
  const person = await signedInEmail(caller)
  return person ?? errorOf(arrival)
}

describe('while sign-up is closed', () => {
  test.each([true, false])('a stranger is told so, and nothing is kept: verified %s', async (isVerified) => {
    expect(await signInAs('stranger@example.org', isVerified)).toBe('signup_disabled')
    expect([await db.$count(user), await db.$count(account), await db.$count(session)]).toEqual([0, 0, 0])
  })

  test('an existing user can sign in by a provider for the first time', async () => {
    const { email } = await aUser()
    for (let time = 0; time < 2; time += 1) expect(await signInAs(email)).toBe(email)
  })

  test('a user added by the operator can sign in', async () => {
    const { email } = await aUser({ name: '', emailVerified: false, onboardedAt: null })
    expect(await signInAs(email, false)).toBe('account_not_linked')
    expect(await signInAs(email)).toBe(email)
  })

  test('a verified address of ADMIN_EMAIL can sign in, as admin', async () => {
    expect(await signInAs('deputy@example.org', false)).toBe('email_not_verified')
    expect(await signInAs('head@example.org')).toBe('head@example.org')
    expect(await db.select({ email: user.email }).from(user).where(eq(user.role, 'admin'))).toEqual([
      { email: 'head@example.org' },
    ])
  })
})
