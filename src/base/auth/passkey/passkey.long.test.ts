import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { session, user } from '#base/db/tables/user.ts'
import { passkeyRouter } from '#people/passkey/passkey.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { now } from '#base/lib/clock.ts'
import { placeholderOf } from '#base/lib/no-address.ts'
import { addPasskey, Authenticator, signInByPasskey } from '#test/sign-in/authenticator.ts'
import { as, Caller, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { mailsTo } from '#test/sign-in/outbox.ts'
import { PASSKEY_LIMIT } from './passkey-limits.server.ts'

useDatabase()

const reauthenticated = { authenticatedAt: now() }
const answerOf = async (response: Response) => [response.status, await response.json()]
const refusal = (status: number, code: string) => [status, expect.objectContaining({ code })]

/** A user with a passkey on a device. */
async function withPasskey(fields: Parameters<typeof aUser>[0] = {}) {
  const [person, device] = [await signedIn(await aUser(fields), reauthenticated), new Authenticator()]
  expect((await addPasskey(person, device)).status).toBe(200)
  return { person, device }
}

async function eventsOf({ user: { id } }: SignedInCaller) {
  await flushSecurityEvents()
  const rows = await db.select().from(securityEvent).where(eq(securityEvent.userId, id)).orderBy(securityEvent.id)
  return rows.map(({ kind, details }) => [kind, details])
}

describe('adding a passkey', () => {
  test('stores it, names no key in the answer, is in the security log, and tells the owner', async () => {
    const [person, device] = [await signedIn(await aUser(), reauthenticated), new Authenticator()]
    const answer = await answerOf(await addPasskey(person, device))
    const [row] = await db.select().from(passkey).where(eq(passkey.userId, person.user.id))
    expect(answer).toEqual([200, { id: row?.id }])
    expect(row).toMatchObject({ credentialID: device.credentials[0]?.id, name: '', counter: 0, lastUsedAt: null })
    expect(await eventsOf(person)).toEqual([['passkey_added', {}]])
    expect((await mailsTo(person.user.email)).map(({ subject }) => subject)).toEqual(['A new passkey for your account'])
  })

  test('demands a resident key, a verified user, and none of the passkeys that are there', async () => {
    const { person, device } = await withPasskey()
    const response = await person.request('/api/auth/passkey/generate-register-options')
    expect(await response.json()).toMatchObject({
      rp: { id: 'localhost', name: 'Maktaba' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.credentials[0]?.id }],
    })
  })

  test('is kept by the device under the library’s name', async () => {
    await storeLibrarySettings({ name: 'Shule ya Umoja' })
    const { person } = await withPasskey()
    const response = await person.request('/api/auth/passkey/generate-register-options')
    expect(await response.json()).toMatchObject({ rp: { id: 'localhost', name: 'Shule ya Umoja' } })
    await storeLibrarySettings({ name: null })
  })

  test('is kept by the device under the address, or the name of who has none', async () => {
    const userOf = async ({ person }: Awaited<ReturnType<typeof withPasskey>>) =>
      (await (await person.request('/api/auth/passkey/generate-register-options')).json()).user
    const known = await withPasskey({ name: 'Amina' })
    expect(await userOf(known)).toMatchObject({ name: known.person.user.email, displayName: 'Amina' })
    const unknown = await withPasskey({ name: 'Juma' })
    await db
      .update(user)
      .set({ email: placeholderOf(unknown.person.user.id) })
      .where(eq(user.id, unknown.person.user.id))
    expect(await userOf(unknown)).toMatchObject({ name: 'Juma', displayName: 'Juma' })
  })

  test.each<[string, () => Promise<Caller>, ReturnType<typeof refusal>]>([
    ['a stranger', () => as('stranger'), refusal(401, 'UNAUTHORIZED')],
    ['a newcomer', () => as('newcomer'), refusal(403, 'NOT_ONBOARDED')],
    ['a session that must reauthenticate', () => as('reader'), refusal(403, 'SESSION_EXPIRED')],
  ])('is refused to %s', async (_, make, refused) => {
    expect(await answerOf(await addPasskey(await make(), new Authenticator()))).toEqual(refused)
  })

  test('is refused while impersonating, and shows nothing of the user’s', async () => {
    const { person } = await withPasskey()
    const manager = await as('manager')
    await manager.request(`/api/v1/users/${person.user.id}/impersonation`, { body: { reason: 'To help' } })
    const refused = refusal(403, 'IMPERSONATING')
    for (const kind of ['register', 'authenticate'])
      expect(await answerOf(await manager.request(`/api/auth/passkey/generate-${kind}-options`))).toEqual(refused)
    await expect(manager.call(passkeyRouter.list, undefined)).rejects.toMatchObject({ code: 'IMPERSONATING' })
  })

  test(`is refused beyond ${PASSKEY_LIMIT}`, async () => {
    const person = await signedIn(await aUser(), reauthenticated)
    const row = { userId: person.user.id, publicKey: '', counter: 0, deviceType: 'singleDevice', backedUp: false }
    await db.insert(passkey).values(Array.from({ length: 20 }, (_, at) => ({ ...row, credentialID: `full-${at}` })))
    expect(await answerOf(await addPasskey(person, new Authenticator()))).toEqual(refusal(409, 'PASSKEY_LIMIT'))
    expect(await person.call(passkeyRouter.list, undefined)).toMatchObject({ isFull: true })
  })

  test.each<[string, Parameters<typeof addPasskey>[2]]>([
    ['of an unverified user', { isUserVerified: false }],
    ['for another site', { rpId: 'evil.example' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from the loopback address, which WebAuthn does not know', { origin: 'http://127.0.0.1:3000' }],
  ])('%s is refused', async (_, circumstances) => {
    const person = await signedIn(await aUser(), reauthenticated)
    const answer = await answerOf(await addPasskey(person, new Authenticator(), circumstances))
    expect(answer).toEqual(refusal(400, 'PASSKEY_FAILED'))
    expect(await db.$count(passkey, eq(passkey.userId, person.user.id))).toBe(0)
  })

  test('with the id of somebody else’s is refused', async () => {
    const { device } = await withPasskey()
    const person = await signedIn(await aUser(), reauthenticated)
    const options = await (await person.request('/api/auth/passkey/generate-register-options')).json()
    const taken = Buffer.from(device.credentials[0]?.id ?? '', 'base64url')
    const response = new Authenticator().create(options, {}, taken)
    const answer = await person.request('/api/auth/passkey/verify-registration', { body: { response } })
    expect(await answerOf(answer)).toEqual(refusal(400, 'PASSKEY_FAILED'))
  })

  test('takes a challenge once, and no challenge of a sign-in', async () => {
    const [person, device] = [await signedIn(await aUser(), reauthenticated), new Authenticator()]
    const verify = (response: unknown) =>
      person.request('/api/auth/passkey/verify-registration', { body: { response } })
    expect(await answerOf(await verify(device.create({ challenge: 'bWFkZSB1cA' })))).toEqual(
      refusal(400, 'PASSKEY_EXPIRED'),
    )
    const options = await (await person.request('/api/auth/passkey/generate-authenticate-options')).json()
    expect(await answerOf(await verify(device.create(options)))).toEqual(refusal(400, 'PASSKEY_EXPIRED'))
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'x'],
    ['a list', []],
    ['an id that is an object', { id: {}, rawId: 'eA', type: 'public-key', response: {} }],
    [
      'letters that are no CBOR',
      { id: 'eA', rawId: 'eA', type: 'public-key', response: { clientDataJSON: 'eA', attestationObject: 'eA' } },
    ],
  ])('that is %s is refused, and is no fault of the server', async (_, response) => {
    const person = await signedIn(await aUser(), reauthenticated)
    await person.request('/api/auth/passkey/generate-register-options')
    logged.length = 0
    const answer = await person.request('/api/auth/passkey/verify-registration', { body: { response } })
    expect(await answerOf(answer)).toEqual(refusal(400, 'PASSKEY_FAILED'))
    expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
})

describe('signing in by a passkey', () => {
  test('opens a session that counts as confirmed, in a browser that is known from then on', async () => {
    const { person, device } = await withPasskey()
    const caller = new Caller()
    expect(await answerOf(await signInByPasskey(caller, device))).toEqual([200, { user: { id: person.user.id } }])
    expect(await (await caller.request('/api/v1/me')).json()).toMatchObject({ id: person.user.id })
    expect([...caller.cookies.keys()]).toContain('known')
    const rows = await db.select().from(session).where(eq(session.userId, person.user.id))
    const made = rows.find(({ id }) => id !== person.session.id)
    expect(made).toMatchObject({ authenticatedAt: expect.any(Date), passkeyAt: expect.any(Date) })
    expect((await eventsOf(person)).at(-1)).toEqual(['signed_in', { how: 'passkey' }])
    const [row] = await db.select().from(passkey).where(eq(passkey.userId, person.user.id))
    expect(row).toMatchObject({ counter: 1, lastUsedAt: expect.any(Date) })
  })

  test('demands a verified user, and names nobody’s passkeys to a visitor', async () => {
    await withPasskey()
    const options = await (await new Caller().request('/api/auth/passkey/generate-authenticate-options')).json()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
  })

  test('confirms a session of one’s own: another takes its place', async () => {
    const { person, device } = await withPasskey()
    await db.update(session).set({ authenticatedAt: null }).where(eq(session.id, person.session.id))
    expect((await addPasskey(person, device)).status).toBe(403)
    expect((await signInByPasskey(person, device)).status).toBe(200)
    expect(await db.$count(session, eq(session.userId, person.user.id))).toBe(1)
    expect((await addPasskey(person, device)).status).toBe(200)
  })

  test.each<[string, Parameters<typeof signInByPasskey>[2]]>([
    ['without verification of the user', { isUserVerified: false }],
    ['for another site', { rpId: 'evil.example' }],
    ['from another origin', { origin: 'https://evil.example' }],
  ])('%s is refused and logged', async (_, circumstances) => {
    const { person, device } = await withPasskey()
    const caller = new Caller()
    const answer = await answerOf(await signInByPasskey(caller, device, circumstances))
    expect(answer).toEqual(refusal(400, 'PASSKEY_FAILED'))
    expect((await eventsOf(person)).at(-1)).toEqual(['sign_in_failed', { how: 'passkey', reason: 'passkey' }])
    expect([...caller.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
  })

  test('with the signature of another key, or a copied counter, is refused', async () => {
    const { device } = await withPasskey()
    const own = device.credentials[0]
    const forged = new Authenticator()
    forged.create({ challenge: 'eA' })
    const key = forged.credentials[0]
    if (!own || !key) throw new Error('No passkey')
    forged.credentials.push({ ...key, id: own.id })
    expect(await answerOf(await signInByPasskey(new Caller(), forged))).toEqual(refusal(400, 'PASSKEY_FAILED'))
    own.counter = 8
    expect((await signInByPasskey(new Caller(), device)).status).toBe(200)
    own.counter = 3
    expect(await answerOf(await signInByPasskey(new Caller(), device))).toEqual(refusal(400, 'PASSKEY_FAILED'))
  })

  test('takes a challenge once, by the browser that asked for it', async () => {
    const { device } = await withPasskey()
    const [caller, other] = [new Caller(), new Caller()]
    const options = await (await caller.request('/api/auth/passkey/generate-authenticate-options')).json()
    const response = device.get(options)
    const verify = (browser: Caller) =>
      browser.request('/api/auth/passkey/verify-authentication', { body: { response } })
    expect(await answerOf(await verify(other))).toEqual(refusal(400, 'PASSKEY_EXPIRED'))
    const cookies = new Map(caller.cookies)
    expect((await verify(caller)).status).toBe(200)
    for (const [name, value] of cookies) caller.cookies.set(name, value)
    expect(await answerOf(await verify(caller))).toEqual(refusal(400, 'PASSKEY_EXPIRED'))
  })

  test('of a passkey that is not known is refused', async () => {
    const device = new Authenticator()
    device.create({ challenge: 'eA' })
    expect(await answerOf(await signInByPasskey(new Caller(), device))).toEqual(refusal(401, 'PASSKEY_NOT_FOUND'))
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an id that is a list', { id: ['x'], rawId: 'eA', type: 'public-key', response: {} }],
    ['a nul', { id: 'a\0', rawId: 'eA', type: 'public-key', response: {} }],
  ])('with %s is refused', async (_, response) => {
    const caller = new Caller()
    await caller.request('/api/auth/passkey/generate-authenticate-options')
    const answer = await caller.request('/api/auth/passkey/verify-authentication', { body: { response } })
    expect(await answerOf(answer)).toEqual(refusal(400, 'PASSKEY_FAILED'))
  })

  test('of a banned user is refused and logged', async () => {
    const { person, device } = await withPasskey()
    await db.update(user).set({ banned: true }).where(eq(user.id, person.user.id))
    expect(await answerOf(await signInByPasskey(new Caller(), device))).toEqual(refusal(403, 'BANNED_USER'))
    expect(await eventsOf(person)).toContainEqual(['sign_in_failed', { how: 'passkey', reason: 'banned' }])
  })

  test('is limited for each network', async () => {
    const caller = new Caller()
    const ask = () => caller.request('/api/auth/passkey/generate-authenticate-options')
    const answers = await Promise.all(Array.from({ length: 205 }, ask))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200)
    const late = answers.find(({ status }) => status === 429)
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await new Caller().request('/api/auth/passkey/generate-authenticate-options')).status).toBe(200)
  })
})

describe('one’s own passkeys', () => {
  test('are listed without key and credential, renamed and removed', async () => {
    const { person, device } = await withPasskey()
    const { items } = await person.call(passkeyRouter.list, undefined)
    const id = items[0]?.id ?? ''
    expect(items).toEqual([
      { id, name: '', keeper: null, isSynced: false, createdAt: expect.any(Date), lastUsedAt: null },
    ])
    await person.call(passkeyRouter.rename, { id, name: '  My phone ' })
    expect((await person.call(passkeyRouter.list, undefined)).items).toMatchObject([{ name: 'My phone' }])
    await person.call(passkeyRouter.remove, { id })
    expect(await person.call(passkeyRouter.list, undefined)).toEqual({ items: [], isFull: false })
    expect((await eventsOf(person)).at(-1)).toEqual(['passkey_removed', {}])
    expect((await mailsTo(person.user.email)).at(-1)?.subject).toBe('A passkey was removed from your account')
    expect(await answerOf(await signInByPasskey(new Caller(), device))).toEqual(refusal(401, 'PASSKEY_NOT_FOUND'))
  })

  test('are nobody else’s', async () => {
    const { person } = await withPasskey()
    const [{ id } = { id: '' }] = (await person.call(passkeyRouter.list, undefined)).items
    const other = await as('manager')
    await expect(other.call(passkeyRouter.rename, { id, name: 'Mine' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(other.call(passkeyRouter.remove, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await other.call(passkeyRouter.list, undefined)).toEqual({ items: [], isFull: false })
  })

  test('are removed only after a reauthentication', async () => {
    const { person } = await withPasskey()
    const [{ id } = { id: '' }] = (await person.call(passkeyRouter.list, undefined)).items
    await db.update(session).set({ authenticatedAt: null }).where(eq(session.userId, person.user.id))
    await expect(person.call(passkeyRouter.remove, { id })).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  })

  test('go with a new address that a manager gives, and with the user', async () => {
    const [manager, one, other] = [await as('manager'), await withPasskey(), await withPasskey()]
    const { id, version } = one.person.user
    await manager.call(userRouter.update, { id, version, email: 'other-owner@example.org' })
    await manager.call(userRouter.remove, { id: other.person.user.id })
    for (const { person, device } of [one, other]) {
      expect(await db.$count(passkey, eq(passkey.userId, person.user.id))).toBe(0)
      expect((await signInByPasskey(new Caller(), device)).status).toBe(401)
    }
  })
})
