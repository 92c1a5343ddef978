import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { session } from '#base/db/tables/user.ts'
import { as, Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aUser } from '#test/factories.ts'
import { signInWithOidc, useOidc, signedInEmail } from '#test/sign-in/oidc.ts'
import { requestSignInCode, codeFor, enterCode, signInByCode } from '#test/sign-in/outbox.ts'

const oidc = await useOidc()
useDatabase()
useEnv({ ADMIN_EMAIL: 'head@example.org' })
beforeAll(() => aUser({ role: 'admin' }))

/** Signs in by a code in a browser that may have a session. */
async function signInOver(caller: Caller, email: string): Promise<void> {
  await requestSignInCode(caller, email)
  expect((await enterCode(caller, email, await codeFor(email))).status).toBe(200)
}

/** Whether a copy of a browser's earlier cookies is still signed in. */
const isAlive = async (cookie: string): Promise<boolean> =>
  (await (await new Caller().request('/api/auth/get-session', { headers: { cookie } })).json()) !== null

const sessionsOf = (caller: SignedInCaller) => db.$count(session, eq(session.userId, caller.user.id))

describe('a sign-in in a browser with a session', () => {
  test('by a code ends the session of another user', async () => {
    const caller = await as('reader')
    const { cookieHeader } = caller
    await signInOver(caller, 'next@example.org')
    expect(await signedInEmail(caller)).toBe('next@example.org')
    expect(await isAlive(cookieHeader)).toBe(false)
    expect(await sessionsOf(caller)).toBe(0)
  })

  test('by a code ends the earlier session of the same user, and no other session', async () => {
    const email = 'twice@example.org'
    const [here, elsewhere] = [await signInByCode(email), await signInByCode(email)]
    const { cookieHeader } = here
    await signInOver(here, email)
    expect([await isAlive(cookieHeader), await isAlive(here.cookieHeader)]).toEqual([false, true])
    expect(await isAlive(elsewhere.cookieHeader)).toBe(true)
  })

  test('by a provider ends the session of another user', async () => {
    const caller = await as('reader')
    const { cookieHeader } = caller
    const person = { sub: 'sub-1', email: 'student@example.org', email_verified: true, name: 'Amina' }
    await signInWithOidc(oidc, caller, person)
    expect(await signedInEmail(caller)).toBe(person.email)
    expect(await isAlive(cookieHeader)).toBe(false)
  })

  test('during an impersonation ends both sessions', async () => {
    const [caller, reader] = [await as('manager'), await as('reader')]
    const own = caller.cookieHeader
    const body = { reason: 'To help' }
    expect((await caller.request(`/api/v1/users/${reader.user.id}/impersonation`, { body })).status).toBe(204)
    expect(await isAlive(own)).toBe(true)
    const { cookieHeader } = caller
    await signInOver(caller, 'third@example.org')
    expect([await isAlive(own), await isAlive(cookieHeader)]).toEqual([false, false])
    // In another browser the reader stays signed in.
    expect(await isAlive(reader.cookieHeader)).toBe(true)
  })

  test('that fails ends no session', async () => {
    const caller = await as('reader')
    await requestSignInCode(caller, 'wrong@example.org')
    const right = await codeFor('wrong@example.org')
    expect((await enterCode(caller, 'wrong@example.org', right === '111111' ? '222222' : '111111')).status).toBe(400)
    expect(await sessionsOf(caller)).toBe(1)
  })
})
