import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { session } from '#base/db/tables/user.ts'
import { SIGNED_OUT_COOKIE } from '#base/lib/connection/signed-out-mark.ts'
import { as, type Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { codeFor, enterCode, requestSignInCode } from '#test/sign-in/outbox.ts'
import { sessionCookieName } from './session.server.ts'

useDatabase()

const isAlive = async ({ session: { id } }: SignedInCaller): Promise<boolean> =>
  (await db.$count(session, eq(session.id, id))) === 1

const names = (caller: Caller): string[] => [...caller.cookies.keys()]

test.each([
  ['the REST API', '/api/v1/books'],
  ["better-auth's session", '/api/auth/get-session'],
  ['the offline catalogue', '/api/offline-catalogue'],
])('a sign-out without a connection ends the session before %s is answered', async (_, path) => {
  const [here, elsewhere] = [await as('manager'), await as('manager')]
  here.cookies.set(SIGNED_OUT_COOKIE, here.user.id)
  const answer = await here.request(path)
  expect(await answer.text()).not.toContain(here.user.email)
  expect(names(here)).not.toContain(SIGNED_OUT_COOKIE)
  expect(names(here)).not.toContain(sessionCookieName())
  expect([await isAlive(here), await isAlive(elsewhere)]).toEqual([false, true])
})

test('it is in the security log, once', async () => {
  const here = await as('reader')
  here.cookies.set(SIGNED_OUT_COOKIE, here.user.id)
  await here.request('/api/v1/me')
  await expect
    .poll(() =>
      db.select({ kind: securityEvent.kind }).from(securityEvent).where(eq(securityEvent.userId, here.user.id)),
    )
    .toEqual([{ kind: 'signed_out' }])
})

test('it signs nobody else out, and its mark goes', async () => {
  const [before, here] = [await as('reader'), await as('reader')]
  here.cookies.set(SIGNED_OUT_COOKIE, before.user.id)
  expect((await here.request('/api/v1/me')).status).toBe(200)
  expect(names(here)).not.toContain(SIGNED_OUT_COOKIE)
  expect([await isAlive(before), await isAlive(here)]).toEqual([true, true])
})

test('whoever signs in again there stays signed in, in the new session alone', async () => {
  const here = await as('reader')
  const { email } = here.user
  here.cookies.set(SIGNED_OUT_COOKIE, here.user.id)
  await requestSignInCode(here, email)
  expect((await enterCode(here, email, await codeFor(email))).status).toBe(200)
  expect(names(here)).not.toContain(SIGNED_OUT_COOKIE)
  expect((await here.request('/api/v1/me')).status).toBe(200)
  expect(await isAlive(here)).toBe(false)
})
