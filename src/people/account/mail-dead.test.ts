import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { now } from '#base/lib/clock.ts'
import { signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aUser } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { accountRouter } from './account.router.server.ts'
import { codeRouter } from '#people/code/code.router.server.ts'
import { apiKeyRouter } from '#people/api-key/api-key.router.server.ts'

// No mail server listens on port 1.
useEnv({ MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1' })
useDatabase()

const NOT_SENT = { code: 'MAIL_NOT_SENT', status: 503 }

test('a code for reauthentication that cannot be mailed is MAIL_NOT_SENT at every attempt', async () => {
  const caller = await signedIn(await aUser())
  for (let attempt = 1; attempt <= 6; attempt += 1)
    await expect(caller.call(codeRouter.sendCode, undefined)).rejects.toMatchObject(NOT_SENT)
  expect(await db.$count(limitHit, like(limitHit.key, 'code:address:%'))).toBe(0)
})

test('so is a code for a new address, taken or free', async () => {
  const [caller, owner] = [await signedIn(await aUser(), { authenticatedAt: now() }), await aUser()]
  for (const newEmail of ['free@example.org', owner.email])
    await expect(caller.call(accountRouter.askEmailChange, { newEmail })).rejects.toMatchObject(NOT_SENT)
})

test('an API key is created all the same, and the failed mail is logged', async () => {
  const caller = await signedIn(await aUser({ role: 'admin' }), { authenticatedAt: now() })
  const before = logged.length
  const input = { name: 'Catalogue', scopes: ['book:read' as const], days: 30 }
  const { key, id } = await caller.call(apiKeyRouter.create, input)
  expect(key).toMatch(/^mkt_/)
  expect((await caller.call(apiKeyRouter.list, undefined)).map((one) => one.id)).toEqual([id])
  const lines = logged.slice(before)
  expect(lines.map(({ msg }) => msg)).toEqual(['The owner could not be notified of a new API key'])
  expect(JSON.stringify(lines)).not.toContain(key.slice(9, 30))
})
