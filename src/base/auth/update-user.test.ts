import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { labelledValues } from '#test/labelled.ts'

useDatabase()

const stateOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]

describe('better-auth’s /update-user', () => {
  test.each(
    labelledValues([
      { name: '' },
      { name: ' ' },
      { name: 'x'.repeat(101) },
      { name: 'a\u0007b' },
      { name: 'a\0b' },
      { name: { a: 1 } },
      { name: 7 },
      { image: 'x'.repeat(5000) },
      { image: { a: 1 } },
      { role: 'admin' },
      { email: 'other@example.org' },
      { emailVerified: false },
      { onboardedAt: '2026-01-01' },
      { adminListedAt: '2026-01-01' },
      { banned: true },
    ]),
  )('takes no %s', async (_, change) => {
    const caller = await as('reader')
    const before = await stateOf(caller.user.id)
    const { status } = await caller.request('/api/auth/update-user', { body: change })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await stateOf(caller.user.id)).toEqual(before)
  })

  test('does not let a newcomer skip onboarding', async () => {
    const caller = await as('newcomer')
    await caller.request('/api/auth/update-user', { body: { name: 'Ada' } })
    expect((await stateOf(caller.user.id))?.onboardedAt).toBeNull()
  })

  test('leaves other accounts and sessions unchanged', async () => {
    const caller = await as('reader')
    expect((await caller.request('/api/auth/delete-user', { body: {} })).status).toBe(403)
    const social = { provider: 'github', callbackURL: '/app' }
    expect((await caller.request('/api/auth/sign-in/social', { body: social })).status).toBe(404)
    expect((await caller.request('/api/auth/callback/github?code=x&state=y')).status).toBeLessThan(500)
    expect(await stateOf(caller.user.id)).toMatchObject({ id: caller.user.id })
  })
})
