import { DrizzleQueryError, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { newId } from '#base/lib/id.ts'
import { useDatabase } from '#test/database.ts'
import { issueVerificationCode } from './verification-code.server.ts'
import { sendCodeWithinLimits } from './verification-code-limits.server.ts'

useDatabase()

const refusedBy = (send: () => Promise<void>) => expect(sendCodeWithinLimits(['user:one'], send)).rejects
const hits = () => db.$count(limitHit, like(limitHit.key, '%user:one%'))

test('a session that ends while a code is mailed is signed out, and no mail has failed', async () => {
  const binding = { sessionId: newId(), purpose: 'reauthenticate' as const, email: 'amina@example.org' }
  await refusedBy(async () => void (await issueVerificationCode(binding))).toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await hits()).toBe(0)
})

test('a database that takes no writes is said to be the reason', async () => {
  const readOnly = Object.assign(new Error('cannot execute INSERT'), { code: '25006' })
  const refused = refusedBy(() => Promise.reject(new DrizzleQueryError('insert', [], readOnly)))
  await refused.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE', retryAfter: 5 })
  expect(await hits()).toBe(0)
})
