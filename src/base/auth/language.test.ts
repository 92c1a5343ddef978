import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { moveClock } from '#base/lib/clock.ts'
import { as, Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { requestSignInCode, codeFor } from '#test/sign-in/outbox.ts'

useDatabase()
afterEach(() => moveClock(0))

const languageOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]?.language

test('the language of a sign-in is stored', async () => {
  const { id, email } = await aUser()
  expect(await languageOf(id)).toBeNull()
  for (const [headers, language] of [
    [{ 'accept-language': 'ar-EG,ar' }, 'ar'],
    [{ 'accept-language': 'sw' }, 'sw'],
  ] as const) {
    const caller = new Caller()
    await requestSignInCode(caller, email, headers)
    await caller.request('/api/auth/sign-in/email-otp', { body: { email, otp: await codeFor(email) }, headers })
    expect(await languageOf(id)).toBe(language)
  }
})

test('a language chosen later is stored within a day', async () => {
  const reader = await as('reader', { language: 'fr' })
  const headers = { 'accept-language': 'sw' }
  await reader.request('/api/v1/me', { headers })
  expect(await languageOf(reader.user.id)).toBe('fr')
  moveClock(25 * 3_600_000)
  expect((await reader.request('/api/v1/me', { headers })).status).toBe(200)
  expect(await languageOf(reader.user.id)).toBe('sw')
})

test('an impersonation does not change it', async () => {
  const [manager, person] = [await as('manager'), await aUser({ language: 'fr' })]
  const headers = { 'accept-language': 'en' }
  await manager.request(`/api/v1/users/${person.id}/impersonation`, { body: { reason: 'To help' }, headers })
  await manager.request('/api/v1/me', { headers })
  expect(await languageOf(person.id)).toBe('fr')
})
