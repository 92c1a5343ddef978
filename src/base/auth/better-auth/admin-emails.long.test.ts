import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { session, user } from '#base/db/tables/user.ts'
import { as, Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aUser } from '#test/factories.ts'
import { requestSignInCode, codeFor, enterCode, mailsTo, signInByCode } from '#test/sign-in/outbox.ts'

useEnv({
  ADMIN_EMAIL:
    'Head@Example.org, second@example.org, third@example.org, banned@example.org, fourth@example.org, fifth@example.org',
})
useDatabase()

const personOf = async (email: string) => (await db.select().from(user).where(eq(user.email, email)))[0]

describe('ADMIN_EMAIL', () => {
  test('makes a user who verifies a listed address an admin', async () => {
    await signInByCode('head@example.org')
    expect(await personOf('head@example.org')).toMatchObject({
      role: 'admin',
      emailVerified: true,
      adminListedAt: expect.any(Date),
    })
  })

  test('tells the other admins of one whose first sign-in it is', async () => {
    const { email } = await aUser({ role: 'admin', emailVerified: true })
    await signInByCode('fifth@example.org')
    await vi.waitFor(async () => {
      const told = (await mailsTo(email)).filter(({ text }) => text?.includes('fifth@example.org'))
      expect(told).toHaveLength(1)
    }, 30_000)
  })

  test('makes no other user an admin', async () => {
    for (const email of ['reader@example.org', 'head@example.org.evil.example', 'xhead@example.org']) {
      await signInByCode(email)
      expect(await personOf(email)).toMatchObject({ role: 'user', adminListedAt: null })
    }
  })

  test('takes effect before the response: the first request is already an admin’s', async () => {
    const caller = new Caller()
    await requestSignInCode(caller, 'second@example.org')
    const response = await enterCode(caller, 'second@example.org', await codeFor('second@example.org'))
    expect(await response.json()).toMatchObject({ user: { role: 'admin' } })
  })

  test('does not promote a user who is only impersonated', async () => {
    const [manager, person] = [await as('manager'), await aUser({ email: 'fourth@example.org', emailVerified: true })]
    const response = await manager.request(`/api/v1/users/${person.id}/impersonation`, { body: { reason: 'To help' } })
    expect([response.status, (await personOf(person.email))?.role]).toEqual([204, 'user'])
    expect((await (await manager.request('/api/v1/me')).json()).id).toBe(person.id)
  })

  test('does not undo a later demotion', async () => {
    await signInByCode('head@example.org')
    await db.update(user).set({ role: 'user' }).where(eq(user.email, 'head@example.org'))
    await signInByCode('head@example.org')
    expect(await personOf('head@example.org')).toMatchObject({ role: 'user' })
  })

  test('promotes an existing user at the next sign-in', async () => {
    await aUser({ email: 'third@example.org', role: 'user' })
    expect(await personOf('third@example.org')).toMatchObject({ role: 'user' })
    await signInByCode('third@example.org')
    expect(await personOf('third@example.org')).toMatchObject({ role: 'admin' })
  })

  test('promotes again a user who was removed from the list and is listed again', async () => {
    const email = 'former@example.org'
    await aUser({ email, role: 'user', adminListedAt: new Date() })
    await signInByCode(email)
    expect(await personOf(email)).toMatchObject({ role: 'user', adminListedAt: null })
  })
})

describe('a banned user', () => {
  test('is refused with BANNED_USER and gets no session', async () => {
    const { id } = await aUser({ email: 'gone@example.org', banned: true })
    const caller = new Caller()
    await requestSignInCode(caller, 'gone@example.org')
    const response = await enterCode(caller, 'gone@example.org', await codeFor('gone@example.org'))
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'BANNED_USER', message: 'You have been banned from this application' }),
    ])
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await db.$count(session, eq(session.userId, id))).toBe(0)
  })

  test('can sign in again when the ban is over', async () => {
    await aUser({ email: 'back@example.org', banned: true, banExpires: new Date(Date.now() - 1000) })
    const caller = await signInByCode('back@example.org')
    expect((await caller.request('/api/v1/me')).status).toBe(200)
  })

  test('with a listed address does not become an admin', async () => {
    await aUser({ email: 'banned@example.org', banned: true })
    await expect(signInByCode('banned@example.org')).rejects.toThrow('BANNED_USER')
    expect(await personOf('banned@example.org')).toMatchObject({ role: 'user' })
  })
})
