import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { session } from '#base/db/tables/user.ts'
import { meRouter } from '#kit/me/me.router.server.ts'
import { apiKeyRouter } from '#people/api-key/api-key.router.server.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import { passkeyRouter } from '#people/passkey/passkey.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { addPasskey, Authenticator, signInByPasskey } from '#test/sign-in/authenticator.ts'
import { as, Caller, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aUser } from '#test/factories.ts'
import { mailsTo, signInByCode } from '#test/sign-in/outbox.ts'

useEnv({ REQUIRE_PASSKEY: 'admins' })
useDatabase()

const REQUIRED = { code: 'PASSKEY_REQUIRED' }
const statusOf = async (caller: Caller, path: string) => (await caller.request(path)).status
const waiting = async (caller: Caller) => (await caller.call(meRouter.current, undefined))?.needsPasskey

/** An admin with a passkey, in a session that was opened by a code. */
async function adminWithPasskey() {
  const device = new Authenticator()
  const manager = await as('manager')
  expect((await addPasskey(manager, device)).status).toBe(200)
  await db.update(session).set({ passkeyAt: null }).where(eq(session.id, manager.session.id))
  return { manager, device }
}

describe('a manager whose session no passkey has confirmed', () => {
  test('may use what every user may, and nothing of managers', async () => {
    const manager = await as('manager')
    expect(await waiting(manager)).toBe(true)
    await expect(manager.call(bookRouter.list, {})).resolves.toMatchObject({ items: [] })
    await expect(manager.call(userRouter.list, {})).rejects.toMatchObject(REQUIRED)
    const answer = await manager.request('/api/v1/users')
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { code: 'PASSKEY_REQUIRED', status: 403, message: 'To manage this library, use your passkey' },
    ])
  })

  test.each(['/admin/list-users'])('is refused by better-auth’s %s', async (path) => {
    expect(await statusOf(await as('manager'), `/api/auth${path}`)).toBe(403)
  })

  test('cannot make a key, impersonate, or restore the own power in another way', async () => {
    const [manager, person] = [await as('manager'), await aUser()]
    const input = { name: 'Mine', scopes: ['book:read' as const], days: 7 }
    await expect(manager.call(apiKeyRouter.create, input)).rejects.toMatchObject(REQUIRED)
    const answer = await manager.request(`/api/v1/users/${person.id}/impersonation`, { body: { reason: 'To help' } })
    expect([answer.status, await answer.json()]).toMatchObject([403, REQUIRED])
  })

  test('is not a reader, whom nothing is demanded of', async () => {
    const reader = await as('reader')
    expect(await waiting(reader)).toBe(false)
    await expect(reader.call(userRouter.list, {})).rejects.toMatchObject({ code: 'RESOURCE_NOT_ALLOWED' })
  })

  test('may manage with an API key, which took a passkey to make', async () => {
    const { manager, device } = await adminWithPasskey()
    await signInByPasskey(manager, device)
    const scopes = ['user:list' as const, 'book:read' as const, 'book:create' as const, 'book:delete' as const]
    const { key } = await manager.call(apiKeyRouter.create, { name: 'Mine', scopes, days: 7 })
    const headers = { authorization: `Bearer ${key}` }
    const program = new Caller()
    expect((await program.request('/api/v1/users', { headers })).status).toBe(200)
    const added = await program.request('/api/v1/books', { headers, body: { title: 'Kintu' } })
    expect(added.status).toBe(201)
    const [entry] = await db.select().from(activity).where(eq(activity.action, 'book.create'))
    const undone = await program.request(`/api/v1/activity/${entry?.id}/undo`, { headers, body: {} })
    expect([undone.status, await undone.json()]).toMatchObject([200, { kept: [] }])
  })
})

describe('a manager', () => {
  test('without a passkey adds one after signing in by a code, and goes on', async () => {
    const { email } = await aUser({ role: 'admin', emailVerified: true })
    const manager = await signInByCode(email)
    expect([await waiting(manager), await statusOf(manager, '/api/v1/users')]).toEqual([true, 403])
    expect((await addPasskey(manager, new Authenticator())).status).toBe(200)
    expect([await waiting(manager), await statusOf(manager, '/api/v1/users')]).toEqual([false, 200])
  })

  test('with a passkey uses it, and goes on', async () => {
    const { manager, device } = await adminWithPasskey()
    expect(await statusOf(manager, '/api/v1/users')).toBe(403)
    expect((await signInByPasskey(manager, device)).status).toBe(200)
    expect([await waiting(manager), await statusOf(manager, '/api/v1/users')]).toEqual([false, 200])
  })

  test('with a passkey can neither add nor remove one by a code alone', async () => {
    const { manager } = await adminWithPasskey()
    const answer = await addPasskey(manager, new Authenticator())
    expect([answer.status, await answer.json()]).toMatchObject([403, REQUIRED])
    const [row] = await db.select().from(passkey).where(eq(passkey.userId, manager.user.id))
    await expect(manager.call(passkeyRouter.remove, { id: row?.id ?? '' })).rejects.toMatchObject(REQUIRED)
  })

  test('who has lost the passkey removes it by a code: all admins are told, and the log has it', async () => {
    const { manager, device } = await adminWithPasskey()
    const other = await aUser({ role: 'admin' })
    await manager.call(passkeyRouter.removeLost, undefined)
    expect((await signInByPasskey(new Caller(), device)).status).toBe(401)
    const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)
    await expect.poll(() => subjects(other.email)).toEqual(['An admin has lost a passkey'])
    expect(await subjects(manager.user.email)).toContain('A passkey was removed from your account')
    await flushSecurityEvents()
    const events = await db.select().from(securityEvent).where(eq(securityEvent.userId, manager.user.id))
    expect(events.map(({ kind, details }) => [kind, details])).toContainEqual(['passkey_removed', { lost: 1 }])
    expect((await addPasskey(manager, new Authenticator())).status).toBe(200)
    expect(await statusOf(manager, '/api/v1/users')).toBe(200)
  })

  test('removes lost passkeys only after a reauthentication', async () => {
    const old = await signedIn(await aUser({ role: 'admin' }))
    await expect(old.call(passkeyRouter.removeLost, undefined)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  })
})

describe('the offer of a passkey', () => {
  const isOffered = (caller: SignedInCaller) => caller.call(passkeyRouter.isOffered, undefined)

  test('is made to a manager without one, until it is dismissed', async () => {
    const manager = await as('manager')
    await db.update(session).set({ passkeyAt: new Date() }).where(eq(session.id, manager.session.id))
    expect(await isOffered(manager)).toBe(true)
    await manager.call(passkeyRouter.dismissOffer, undefined)
    await manager.call(passkeyRouter.dismissOffer, undefined)
    expect(await isOffered(manager)).toBe(false)
  })

  test('is not made to a manager who has one', async () => {
    const { manager, device } = await adminWithPasskey()
    await signInByPasskey(manager, device)
    expect(await isOffered(manager)).toBe(false)
  })
})
