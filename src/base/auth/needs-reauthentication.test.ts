import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { session, user } from '#base/db/tables/user.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { codeRouter } from '#people/code/code.router.server.ts'
import { userTrashRouter } from '#people/user/trash/user-trash.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { now } from '#base/lib/clock.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { codeFor, mailsTo } from '#test/sign-in/outbox.ts'

useDatabase()

const MINUTE = 60_000
const EXPIRED = { code: 'SESSION_EXPIRED', status: 403 }
/** An admin whose session is in use for longer than a code confirms it. */
const stale = async (): Promise<SignedInCaller> =>
  signedIn(await aUser({ role: 'admin' }), { authenticatedAt: new Date(now().getTime() - 10.1 * MINUTE) })

let made = 0
const newAddress = (): string => `power-${(made += 1)}@example.org`
let thief: SignedInCaller
beforeAll(async () => {
  thief = await stale()
})

describe('a session that was not authenticated within ten minutes', () => {
  test('makes no admin, neither of somebody new nor of somebody else', async () => {
    const email = newAddress()
    await expect(thief.call(userRouter.create, { email, role: 'admin' })).rejects.toMatchObject(EXPIRED)
    expect(await db.$count(user, eq(user.email, email))).toBe(0)
    const { id, version } = await aUser()
    await expect(thief.call(userRouter.update, { id, version, role: 'admin' })).rejects.toMatchObject(EXPIRED)
  })

  test('gives nobody another address', async () => {
    const { id, version, email } = await aUser()
    await expect(thief.call(userRouter.update, { id, version, email: newAddress() })).rejects.toMatchObject(EXPIRED)
    expect(await db.$count(user, eq(user.email, email))).toBe(1)
  })

  test('acts as nobody', async () => {
    const { id } = await aUser()
    await expect(thief.call(userRouter.impersonate, { id, reason: 'to look' })).rejects.toMatchObject(EXPIRED)
    const direct = await thief.request(`/api/v1/users/${id}/impersonation`, { body: { reason: 'to look' } })
    expect([direct.status, await direct.json()]).toMatchObject([403, EXPIRED])
  })

  test('brings no admin back, neither from the trash nor by an undo', async () => {
    const [manager, { id }] = [await as('manager'), await aUser({ role: 'admin' })]
    await manager.call(userRouter.remove, { id })
    expect(await thief.call(userTrashRouter.restore, { ids: [id] }).catch((error: unknown) => error)).toMatchObject(
      EXPIRED,
    )
    const { id: entry } = await manager.call(undoRouter.lastEntry, { kind: 'user', id })
    await expect(thief.call(undoRouter.undo, { id: String(entry) })).rejects.toMatchObject(EXPIRED)
  })

  test('is refused by REST too', async () => {
    const response = await thief.request('/api/v1/users', { body: { email: newAddress(), role: 'admin' } })
    expect([response.status, (await response.json()).code]).toEqual([403, 'SESSION_EXPIRED'])
  })

  test('does what gives no power', async () => {
    const added = await thief.call(userRouter.create, { email: newAddress() })
    const renamed = await thief.call(userRouter.update, { id: added.id, version: added.version, name: 'Renamed' })
    expect(renamed.name).toBe('Renamed')
    expect(await thief.call(userRouter.ban, { id: added.id })).toMatchObject({ banned: true })
  })

  test('does all after a code', async () => {
    const admin = await stale()
    await admin.call(codeRouter.sendCode, undefined)
    await admin.call(codeRouter.reauthenticate, { code: await codeFor(admin.user.email) })
    const email = newAddress()
    expect(await admin.call(userRouter.create, { email, role: 'admin' })).toMatchObject({ email, role: 'admin' })
  })
})

test('an API key gives no power: nobody proves it anew', async () => {
  const { key } = await aKey(thief.user)
  const response = await withKey(key, '/api/v1/users', { body: { email: newAddress(), role: 'admin' } })
  expect(response.status).toBe(403)
})

test('a session without any code, by a provider say, gives no power either', async () => {
  const admin = await signedIn(await aUser({ role: 'admin' }))
  expect(await db.$count(session, eq(session.userId, admin.user.id))).toBe(1)
  await expect(admin.call(userRouter.create, { email: newAddress(), role: 'admin' })).rejects.toMatchObject(EXPIRED)
})

describe('all admins are told of a new one', () => {
  /** The subjects of the mails to an address, as soon as there are any. */
  const told = (email: string) =>
    vi.waitFor(async () => {
      const subjects = (await mailsTo(email)).map(({ subject }) => subject)
      expect(subjects).toContain('A new admin in the library')
      return subjects
    }, 30_000)

  test('by whom and who, whichever way it came; the banned and readers are not', async () => {
    const [manager, other] = [await as('manager', { name: 'Asha' }), await aUser({ role: 'admin' })]
    const [banned, reader] = [await aUser({ role: 'admin', banned: true }), await aUser()]
    const email = newAddress()
    await manager.call(userRouter.create, { email, name: 'Mallory', role: 'admin' })
    await told(manager.user.email)
    await told(other.email)
    const text = (await mailsTo(other.email)).at(-1)?.text ?? ''
    for (const part of ['Mallory', email, 'Asha']) expect(text).toContain(part)
    expect([...(await mailsTo(banned.email)), ...(await mailsTo(reader.email))]).toEqual([])
    await manager.call(userRouter.update, { id: reader.id, version: reader.version, role: 'admin' })
    await expect.poll(async () => (await mailsTo(other.email)).length).toBe(2)
    const { version } = await manager.call(userRouter.get, { id: reader.id })
    await manager.call(userRouter.update, { id: reader.id, version, role: 'user' })
    const ofNew = async () =>
      (await mailsTo(other.email)).filter(({ subject }) => subject === 'A new admin in the library')
    expect(await ofNew()).toHaveLength(2)
  })
})
