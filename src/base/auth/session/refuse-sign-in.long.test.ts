import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { signInNotice } from '#base/db/tables/sign-in-notice.ts'
import { session, user } from '#base/db/tables/user.ts'
import { apiKeyRouter } from '#people/api-key/api-key.router.server.ts'
import { addPasskey, Authenticator, signInByPasskey } from '#test/sign-in/authenticator.ts'
import { as, Caller, inRequest, signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { readNotice } from '#people/login/not-me/not-me.server.ts'
import { codeFor, enterCode, mailsTo, requestSignInCode, signInByCode, signInNoticesTo } from '#test/sign-in/outbox.ts'

useDatabase()

const noticesTo = (email: string, count: number) =>
  vi.waitFor(async () => {
    const mails = await signInNoticesTo(email)
    expect(mails).toHaveLength(count)
    return mails
  }, 30_000)

/** The signed notice in the newest mail about a sign-in. */
async function linkTo(email: string, count = 1): Promise<string> {
  const { text = '' } = (await noticesTo(email, count)).at(-1) ?? {}
  return /not-me\?notice=([\w.-]+)/.exec(text)?.[1] ?? ''
}

const read = (link: string) => inRequest(() => readNotice(link))
const refuse = (link: string) => new Caller().request('/login/not-me', { body: new URLSearchParams({ notice: link }) })

/** Signs in again by a code in this browser. */
async function again(caller: Caller, email: string): Promise<void> {
  await requestSignInCode(caller, email)
  expect((await enterCode(caller, email, await codeFor(email))).status).toBe(200)
}

describe('a sign-in from a browser that is not known', () => {
  test('is told to the user by mail, in their language, with device, address and a link', async () => {
    const { email } = await aUser({ email: 'amina@example.org', emailVerified: true, language: 'fr' })
    const caller = await signInByCode(email)
    const [mail] = await noticesTo(email, 1)
    expect(mail?.subject).toBe('Nouvelle connexion à votre compte')
    expect(mail?.text).toContain('un code reçu par e‑mail')
    expect(mail?.text).toContain(caller.address)
    expect(mail?.html).toContain('Ce n’était pas moi')
    for (const { token } of await db.select({ token: session.token }).from(session))
      expect(`${mail?.html}${mail?.text}`).not.toContain(token)
  })

  test('is told for each way, and once a browser', async () => {
    const [person, device] = [await signedIn(await aUser(), { authenticatedAt: new Date() }), new Authenticator()]
    const { email } = person.user
    await addPasskey(person, device)
    const caller = new Caller()
    await signInByPasskey(caller, device)
    expect(await read(await linkTo(email))).toMatchObject({ state: 'open', email, how: 'passkey', ip: caller.address })
    await again(caller, email)
    await signInByPasskey(caller, device)
    await signInByCode(email)
    await noticesTo(email, 2)
  })

  test('is not told when it is the first, nor of an impersonation', async () => {
    await signInByCode('newcomer@example.org')
    const [manager, person] = [await as('manager'), await aUser()]
    await manager.request(`/api/v1/users/${person.id}/impersonation`, { body: { reason: 'To help' } })
    expect((await manager.request('/api/v1/me')).status).toBe(200)
    expect(await db.$count(signInNotice, eq(signInNotice.userId, person.id))).toBe(0)
    expect([...(await signInNoticesTo('newcomer@example.org')), ...(await signInNoticesTo(person.email))]).toEqual([])
  })
})

describe('the link', () => {
  test('changes nothing when it is opened', async () => {
    const { id, email } = await aUser({ emailVerified: true })
    const caller = await signInByCode(email)
    const link = await linkTo(email)
    for (let time = 1; time <= 3; time += 1) expect(await read(link)).toMatchObject({ state: 'open', how: 'code' })
    expect((await caller.request('/api/v1/me')).status).toBe(200)
    expect(await db.$count(session, eq(session.userId, id))).toBe(1)
  })

  test('does nothing if it is damaged, another’s, or too old', async () => {
    const [one, other] = [await aUser({ emailVerified: true }), await aUser({ emailVerified: true })]
    const caller = await signInByCode(one.email)
    await signInByCode(other.email)
    const [link, foreign] = [await linkTo(one.email), await linkTo(other.email)]
    const [[id = '', signature = ''], [, others = '']] = [link.split('.'), foreign.split('.')]
    for (const bad of ['', id, `${id}.`, `${id}.${others}`, `${id}.${signature.slice(1)}`, `x.${signature}`, '\0.\0']) {
      expect(await read(bad)).toEqual({ state: 'invalid' })
      expect((await refuse(bad)).status).toBe(303)
    }
    const past = new Date(Date.now() - 1000)
    await db.update(signInNotice).set({ expiresAt: past }).where(eq(signInNotice.id, id))
    expect(await read(link)).toEqual({ state: 'invalid' })
    await refuse(link)
    expect((await caller.request('/api/v1/me')).status).toBe(200)
  })
})

describe('That wasn’t me', () => {
  test('ends that session, makes all others reauthenticate, is logged, and works once', async () => {
    const { id, email } = await aUser({ emailVerified: true })
    const own = await signInByCode(email)
    const thief = await signInByCode(email)
    const link = await linkTo(email, 2)
    const answer = await refuse(link)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/login/not-me?notice=${link}`])
    expect((await thief.request('/api/v1/me')).status).toBe(401)
    expect((await own.request('/api/v1/me')).status).toBe(200)
    expect(await db.select().from(session).where(eq(session.userId, id))).toMatchObject([{ authenticatedAt: null }])
    expect(await read(link)).toEqual({ state: 'done' })
    await again(thief, email)
    await refuse(link)
    expect((await thief.request('/api/v1/me')).status).toBe(200)
    await flushSecurityEvents()
    const events = await db.select().from(securityEvent).where(eq(securityEvent.userId, id))
    expect(events.filter(({ kind }) => kind === 'sign_in_disowned')).toHaveLength(1)
  })

  test('forgets the browser: its next sign-in is told again', async () => {
    const { email } = await aUser({ emailVerified: true })
    const thief = await signInByCode(email)
    await refuse(await linkTo(email))
    await again(thief, email)
    await noticesTo(email, 2)
    await again(thief, email)
    await again(await signInByCode(email), email)
    await noticesTo(email, 3)
  })

  test('removes the passkeys and keys that the browser has made since, its other sessions, and no others', async () => {
    const { id, email } = await aUser({ role: 'admin', emailVerified: true })
    const [own, ownDevice, device] = [await signInByCode(email), new Authenticator(), new Authenticator()]
    await addPasskey(own, ownDevice)
    await own.call(apiKeyRouter.create, { name: 'Mine', scopes: ['book:read'], days: 7 })
    const thief = await signInByCode(email)
    await addPasskey(thief, device)
    await thief.call(apiKeyRouter.create, { name: 'Theirs', scopes: ['book:read'], days: 7 })
    const elsewhere = new Caller()
    await signInByPasskey(elsewhere, device)
    await signInByPasskey(thief, device)
    const other = await aUser({ role: 'admin' })
    await expect.poll(() => signInNoticesTo(email)).toHaveLength(3)
    const [, second] = await signInNoticesTo(email)
    await refuse(/not-me\?notice=([\w.-]+)/.exec(second?.text ?? '')?.[1] ?? '')
    const left = await db.select().from(passkey).where(eq(passkey.userId, id))
    expect(left.map(({ credentialID }) => credentialID)).toEqual([ownDevice.credentials[0]?.id])
    const keys = await db.select().from(apiKey).where(eq(apiKey.userId, id))
    expect(keys.map(({ name }) => name)).toEqual(['Mine'])
    for (const gone of [thief, elsewhere]) expect((await gone.request('/api/v1/me')).status).toBe(401)
    expect((await own.request('/api/v1/me')).status).toBe(200)
    const subject = 'An admin says a sign-in was not theirs'
    await expect.poll(async () => (await mailsTo(other.email)).map((mail) => mail.subject)).toEqual([subject])
  })

  test('is of no use to a deleted user, whose notices are gone', async () => {
    const { id, email } = await aUser({ emailVerified: true })
    await signInByCode(email)
    const link = await linkTo(email)
    await db.delete(user).where(eq(user.id, id))
    expect(await read(link)).toEqual({ state: 'invalid' })
    expect((await refuse(link)).status).toBe(303)
  })
})
