import { eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { account, session, user } from '#base/db/tables/user.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { signInCard } from '#base/db/tables/sign-in-card.ts'
import { withActor } from '#base/db/actor.server.ts'
import { giveCard } from '#base/auth/sign-in-card/sign-in-card.server.ts'
import { aKey } from '#test/api-keys.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { seedIfEmpty } from '#base/db/seed/seed.server.ts'
import { meRouter } from '#kit/me/me.router.server.ts'
import { now } from '#base/lib/clock.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { setupProof } from './setup.server.ts'

const HOME = '127.0.0.1'
const FORM = { name: 'Amina Khamis', email: 'amina@example.org' }

const here = () => new Caller(HOME)
/** Sends the form of the set-up, as a browser without script does. */
const send = (caller: Caller, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  caller.request('/setup', { body: new URLSearchParams({ proof: setupProof(), ...FORM, ...form }), headers })
const managers = () => db.select().from(user).where(eq(user.role, 'admin'))

useDatabase()

describe('while there is no manager', () => {
  beforeAll(async () => {
    await aUser({ email: 'reader@example.org' })
  })

  test.each<[string, string, Record<string, string>]>([
    ['another machine', '192.168.1.20', {}],
    ['a page of another site', HOME, { origin: 'https://evil.example' }],
  ])('%s makes none', async (_, from, headers) => {
    const response = await send(new Caller(from), {}, headers)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect([403, 200]).toContain(response.status)
    expect(await response.json()).toMatchObject(
      response.status === 200 ? { error: { code: 'SETUP_CLOSED' } } : { code: 'INVALID_ORIGIN' },
    )
    expect(await managers()).toEqual([])
  })

  test.each(['', 'x', setupProof().slice(1), `${setupProof()}x`, '٣', 'é'.repeat(43)])(
    'nor does who has not read the page: %j',
    async (proof) => {
      expect(await (await send(here(), { proof })).json()).toMatchObject({ error: { code: 'SETUP_CLOSED' } })
      expect(await managers()).toEqual([])
    },
  )

  test('what is wrong is said at each field, and kept', async () => {
    const sent = { name: ' \u0007 ', email: 'not an address', samples: 'on' }
    const answer = await (await send(here(), sent)).json()
    expect(answer.values).toMatchObject(sent)
    expect(Object.keys(answer.error.fields).toSorted()).toEqual(['email', 'name'])
    for (const [field, value] of [
      ['name', 'x'.repeat(5000)],
      ['name', ''],
      ['library', 'x'.repeat(61)],
      ['library', 'a\nb: c'],
    ] as const) {
      const { error } = await (await send(here(), { [field]: value })).json()
      expect(Object.keys(error.fields)).toEqual([field])
    }
    expect(await managers()).toEqual([])
  })

  test('of ten at once one becomes it: is in, has proven it for ten minutes, and has what was chosen', async () => {
    await seedIfEmpty(db, 'sample')
    // An account with the same address, of a person who may not own it: none of its ways in may lead to the manager.
    const before = await aUser({ email: FORM.email, name: 'Somebody' })
    const expiresAt = new Date(now().getTime() + 86_400_000)
    await db.insert(session).values({ userId: before.id, token: 'a'.repeat(32), expiresAt })
    await db.insert(account).values({ userId: before.id, providerId: 'oidc', accountId: before.id })
    const device = { publicKey: '', credentialID: 'theirs', counter: 0, deviceType: 'singleDevice', backedUp: false }
    await db.insert(passkey).values({ userId: before.id, ...device })
    await aKey(before)
    await withActor('none', (tx) => giveCard(tx, { userId: before.id, holderRole: 'user', createdBy: null, days: 7 }))
    const callers = Array.from({ length: 10 }, here)
    const form = { lending: 'on', email: ' Amina@Example.ORG ', library: ' مكتبة المدرسة ' }
    const answers = await Promise.all(
      callers.map(async (caller) => ({ caller, response: await send(caller, form, { cookie: 'tz=Africa%2FCairo' }) })),
    )
    const [first, ...others] = answers.filter(({ response }) => response.status === 303)
    expect([first?.response.headers.get('location'), others]).toEqual(['/setup', []])
    expect(await managers()).toMatchObject([{ id: before.id, name: FORM.name, emailVerified: false }])
    expect(await first?.caller.call(meRouter.me, undefined)).toMatchObject({ ...FORM, role: 'admin' })
    const sessions = await db.select().from(session).where(eq(session.userId, before.id))
    expect(sessions).toMatchObject([{ authenticatedAt: expect.any(Date) }])
    for (const table of [account, passkey, apiKey]) expect(await db.$count(table)).toBe(0)
    expect(await db.$count(signInCard, isNull(signInCard.revokedAt))).toBe(0)
    expect(await librarySettings()).toMatchObject({ lending: true, name: 'مكتبة المدرسة', timeZone: 'Africa/Cairo' })
    // Everybody knows the default of ADMIN_EMAIL.
    const [adminEmails, mail] = [['admin@example.com'], { ...env().mail, smtpUrl: undefined }]
    expect(inForce({ ...env(), mail, adminEmails, given: { ...env().given, names: [] } }).adminEmails).toEqual([])
    // The activity says that she did it herself, not the operator.
    expect(await db.$count(activity, eq(activity.actorKind, 'operator'))).toBe(0)
    expect(await db.$count(activity, eq(activity.actorId, before.id))).toBeGreaterThan(0)
    expect(await db.$count(book)).toBe(0)
    await flushSecurityEvents()
    const { rows } = await db.execute(sql`select kind, details from security_event where user_id = ${before.id}`)
    expect(rows).toContainEqual({ kind: 'signed_in', details: { how: 'setup' } })
    expect(rows).toContainEqual(expect.objectContaining({ kind: 'role_changed' }))
    expect(rows).toContainEqual({ kind: 'library_settings', details: { lending: true } })
    expect(rows).toContainEqual({ kind: 'library_settings', details: { timeZone: 'Africa/Cairo' } })
    expect(rows).toContainEqual({ kind: 'library_settings', details: { name: 'مكتبة المدرسة' } })
  })

  test('then it is closed for good, by the endpoint itself too', async () => {
    const late = await here().request('/api/auth/sign-in/setup', { body: { proof: setupProof(), ...FORM } })
    expect([late.status, (await late.json()).code]).toEqual([403, 'SETUP_CLOSED'])
    expect(logged.map((line) => JSON.stringify(line)).join()).not.toContain(setupProof())
  })
})
