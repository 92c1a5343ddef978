import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { session, user } from '#base/db/tables/user.ts'
import { KEY_SCOPES } from '#base/auth/api-key/key-scope.schema.ts'
import { env } from '#base/env/env.server.ts'
import { cleanUp } from '#kit/clean-up/shared/clean-up.server.ts'
import { apiKeyRouter } from '#people/api-key/api-key.router.server.ts'
import { codeRouter } from '#people/code/code.router.server.ts'
import { securityRouter } from '#people/security/security.router.server.ts'
import { sessionRouter } from '#people/session/session.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { now } from '#base/lib/clock.ts'
import { as, Caller, inRequest, signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { logged, testLog } from '#test/http.ts'
import { codeFor, enterCode, requestSignInCode, signInByCode, wrongFor } from '#test/sign-in/outbox.ts'
import { recordSettings } from './settings-event.server.ts'
import { flushSecurityEvents, recordSecurityEvent } from './security-log.server.ts'

useDatabase()

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

/** The entries about a user, oldest first. */
async function eventsOf(userId: string | null) {
  await flushSecurityEvents()
  const isAbout = userId === null ? sql`${securityEvent.userId} is null` : eq(securityEvent.userId, userId)
  return db.select().from(securityEvent).where(isAbout).orderBy(asc(securityEvent.id))
}
const kindsOf = async (userId: string) => (await eventsOf(userId)).map(({ kind }) => kind)

describe('a sign-in by code', () => {
  test('is recorded with way, device and address, as its request for a code is', async () => {
    const { id, email } = await aUser()
    const caller = new Caller()
    await requestSignInCode(caller, email)
    const body = { email, otp: await codeFor(email) }
    await caller.request('/api/auth/sign-in/email-otp', { body, headers: { 'user-agent': FIREFOX } })
    const ofCaller = { userId: id, actorId: null, ip: caller.address }
    expect(await eventsOf(id)).toMatchObject([
      { kind: 'code_asked', ...ofCaller, details: {} },
      { kind: 'signed_in', ...ofCaller, browser: 'Firefox', system: 'Linux', details: { how: 'code' } },
    ])
  })

  test('that fails is recorded once in ten minutes, with the number of the others', async () => {
    const { id, email } = await aUser()
    const caller = new Caller()
    await requestSignInCode(caller, email)
    const code = await codeFor(email)
    for (let attempt = 1; attempt <= 4; attempt += 1) await enterCode(caller, email, wrongFor(code))
    expect(await eventsOf(id)).toMatchObject([
      { kind: 'code_asked' },
      { kind: 'sign_in_failed', details: { how: 'code', reason: 'wrong' } },
      { kind: 'sign_in_failed', details: { how: 'code', reason: 'wrong', more: 3 } },
    ])
  })

  test('that a ban or a limit refuses is recorded', async () => {
    const { id, email } = await aUser({ banned: true })
    const caller = new Caller()
    for (let asked = 1; asked <= 6; asked += 1) await requestSignInCode(caller, email)
    await enterCode(caller, email, await codeFor(email))
    expect((await eventsOf(id)).map(({ kind, details }) => [kind, details.reason, details.more])).toEqual([
      ['code_asked', undefined, undefined],
      ['sign_in_refused', 'codes', undefined],
      ['sign_in_failed', 'banned', undefined],
      ['code_asked', undefined, 4],
    ])
  })

  test('of strangers leaves no address, and few entries however many there are', async () => {
    const [caller, before] = [new Caller(), (await eventsOf(null)).length]
    for (let at = 0; at < 60; at += 1) await requestSignInCode(caller, `stranger-${at}@example.org`)
    const entries = (await eventsOf(null)).slice(before)
    expect(entries.length).toBeLessThanOrEqual(22)
    expect(entries.reduce((sum, { details }) => sum + (Number(details.more) || 1), 0)).toBe(60)
    expect(JSON.stringify(entries)).not.toContain('stranger')
  })

  test('neither waits for a log that cannot be written nor fails with it', async () => {
    const { id, email } = await aUser()
    await flushSecurityEvents()
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table security_event in exclusive mode`)
      const caller = await signInByCode(email)
      expect((await caller.request('/api/v1/me')).status).toBe(200)
      expect(await db.$count(securityEvent, eq(securityEvent.userId, id))).toBe(0)
    })
    expect(await kindsOf(id)).toEqual(['code_asked', 'signed_in'])

    await db.execute(sql`alter table security_event add constraint broken check (kind <> 'signed_in') not valid`)
    expect((await (await signInByCode(email)).request('/api/v1/me')).status).toBe(200)
    await flushSecurityEvents()
    await db.execute(sql`alter table security_event drop constraint broken`)
    expect(logged.some(({ msg }) => msg === 'The security log could not be written')).toBe(true)
  })
})

describe('what else is recorded', () => {
  test('sessions that their user ends, and that an admin ends', async () => {
    const person = await aUser()
    const [here, there] = [await signedIn(person), await signedIn(person)]
    await signedIn(person)
    const manager = await as('manager')
    await here.call(sessionRouter.revokeOwn, { id: there.session.id })
    await here.request('/api/auth/revoke-other-sessions', { body: {} })
    await manager.call(sessionRouter.revokeAll, { id: person.id })
    await signedIn(person)
    const revoke = (id: string) => manager.request(`/api/v1/users/${id}/sessions`, { method: 'DELETE' })
    expect([(await revoke(person.id)).status, (await revoke('1')).status]).toEqual([200, 404])
    const last = await signedIn(person)
    await last.request('/api/auth/sign-out', { body: {} })
    expect((await eventsOf(person.id)).map(({ kind, actorId, details }) => [kind, actorId, details.which])).toEqual([
      ['session_ended', null, undefined],
      ['sessions_ended', null, 'others'],
      ['sessions_ended', manager.user.id, 'all'],
      ['sessions_ended', manager.user.id, 'all'],
      ['signed_out', null, undefined],
    ])
  })

  test('a code that confirms who uses a session, and those that do not', async () => {
    const caller = await as('reader')
    await caller.call(codeRouter.sendCode, undefined)
    const code = await codeFor(caller.user.email)
    for (let guess = 1; guess <= 2; guess += 1)
      await expect(caller.call(codeRouter.reauthenticate, { code: wrongFor(code) })).rejects.toMatchObject({
        code: 'INVALID_OTP',
      })
    await caller.call(codeRouter.reauthenticate, { code })
    const ofCaller = { actorId: null, ip: caller.address }
    expect(await eventsOf(caller.user.id)).toMatchObject([
      { kind: 'confirm_failed', ...ofCaller, details: { reason: 'wrong' } },
      { kind: 'confirmed', ...ofCaller, details: {} },
      { kind: 'confirm_failed', ...ofCaller, details: { reason: 'wrong', more: 1 } },
    ])
  })

  test('keys that are made, used for the first time and revoked', async () => {
    const owner = await signedIn(await aUser({ role: 'admin' }), { authenticatedAt: now() })
    const { id, key } = await owner.call(apiKeyRouter.create, { name: 'Mine', scopes: ['book:read'], days: 7 })
    const headers = { authorization: `Bearer ${key}` }
    await new Caller().request('/api/v1/books', { headers })
    await flushSecurityEvents()
    await db.update(apiKey).set({ lastUsedAt: new Date(0) })
    await new Caller().request('/api/v1/books', { headers })
    await owner.call(apiKeyRouter.revoke, { id })
    await expect.poll(() => kindsOf(owner.user.id)).toEqual(['role_changed', 'key_made', 'key_used', 'key_revoked'])
  })

  test('roles, bans, addresses and deletion, whoever makes them', async () => {
    const [manager, person] = [await as('manager'), await aUser()]
    const by = manager.user.id
    await manager.call(userRouter.update, { id: person.id, version: 1, role: 'admin' })
    await manager.call(userRouter.update, { id: person.id, version: 2, role: 'user', email: 'moved@example.org' })
    await manager.call(userRouter.ban, { id: person.id, reason: 'A secret', until: null })
    await manager.call(userRouter.unban, { id: person.id })
    await db.update(user).set({ role: 'admin' }).where(eq(user.id, person.id))
    await manager.call(userRouter.remove, { id: person.id })
    const events = await eventsOf(person.id)
    expect(events.map(({ kind, actorId, details }) => [kind, actorId, details])).toEqual([
      ['role_changed', by, { from: 'user', to: 'admin' }],
      ['address_changed', by, {}],
      ['role_changed', by, { from: 'admin', to: 'user' }],
      ['banned', by, {}],
      ['unbanned', by, {}],
      ['role_changed', null, { from: 'user', to: 'admin', by: 'system' }],
      ['user_deleted', by, {}],
    ])
    expect(JSON.stringify(events)).not.toMatch(/moved|secret/)
  })

  test('a role that somebody is added with, by a manager or by the system', async () => {
    const manager = await as('manager')
    const roleEvents = async (id: string) =>
      (await eventsOf(id)).map(({ kind, actorId, details }) => [kind, actorId, details])
    const { id } = await manager.call(userRouter.create, { email: 'second@example.org', role: 'admin' })
    expect(await roleEvents(id)).toEqual([['role_changed', manager.user.id, { to: 'admin' }]])
    expect(await roleEvents((await aUser({ role: 'admin' })).id)).toEqual([
      ['role_changed', null, { to: 'admin', by: 'system' }],
    ])
    expect(
      await roleEvents((await manager.call(userRouter.create, { email: 'third@example.org', role: 'user' })).id),
    ).toEqual([])
  })

  test('the reason of an impersonation, which is needed and which the user reads', async () => {
    const [manager, person] = [await as('manager'), await as('reader')]
    const act = (reason: string) => manager.call(userRouter.impersonate, { id: person.user.id, reason })
    for (const reason of ['', ' ', 'x'.repeat(201), 'two\nlines', '\u202Eevil'])
      await expect(act(reason)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', fields: { reason: {} } })
    await act(' Asked for help ')
    expect(await eventsOf(person.user.id)).toMatchObject([
      { kind: 'impersonation_begun', actorId: manager.user.id, details: { reason: 'Asked for help' } },
    ])
    const { items } = await person.call(securityRouter.listOwn, {})
    expect(items).toMatchObject([{ kind: 'impersonation_begun', details: { reason: 'Asked for help' } }])
    expect(JSON.stringify(items)).not.toContain(manager.user.id)
  })

  test('impersonation, from its beginning to its end', async () => {
    const [manager, person] = [await as('manager'), await aUser()]
    await manager.request(`/api/v1/users/${person.id}/impersonation`, { body: { reason: 'To help' } })
    await manager.request('/api/auth/admin/stop-impersonating', { body: {} })
    expect(await eventsOf(person.id)).toMatchObject([
      { kind: 'impersonation_begun', actorId: manager.user.id, details: { reason: 'To help' } },
      { kind: 'impersonation_ended', actorId: manager.user.id },
    ])
  })
})

describe('your sign-ins', () => {
  test('are one’s own, newest first, by pages', async () => {
    const [person, other] = [await as('reader'), await as('reader')]
    inRequest(() => {
      for (let at = 0; at < 8; at += 1)
        recordSecurityEvent('signed_in', { userId: person.user.id, details: { how: `way ${at}` } })
      recordSecurityEvent('signed_in', { userId: other.user.id })
      recordSecurityEvent('signed_out', { userId: person.user.id })
    })
    await flushSecurityEvents()
    const first = await person.call(securityRouter.listOwn, {})
    const rest = await person.call(securityRouter.listOwn, { cursor: first.nextCursor ?? '' })
    expect([...first.items, ...rest.items].map(({ details }) => details.how)).toEqual(
      [7, 6, 5, 4, 3, 2, 1, 0].map((at) => `way ${at}`),
    )
    expect(rest.nextCursor).toBeNull()
  })

  test('are not shown to an admin who acts as the user', async () => {
    const [manager, person] = [await as('manager'), await aUser()]
    await manager.request(`/api/v1/users/${person.id}/impersonation`, { body: { reason: 'To help' } })
    await expect(manager.call(securityRouter.listOwn, {})).rejects.toMatchObject({ code: 'IMPERSONATING' })
  })
})

describe('the log', () => {
  const list = (caller: Caller, input = {}) => caller.call(securityRouter.list, input)

  test('is read by admins alone, and not by keys', async () => {
    await expect(list(await as('reader'))).rejects.toMatchObject({ code: 'RESOURCE_NOT_ALLOWED' })
    expect(KEY_SCOPES.filter((scope) => scope.startsWith('security'))).toEqual([])
  })

  test('has names of users and actors, none of a former user, and is filtered by kind and person', async () => {
    const manager = await as('manager', { name: 'Zuhura Ámina' })
    const [one, other] = [await aUser({ name: 'Bahati' }), await aUser()]
    await manager.call(userRouter.ban, { id: one.id, reason: '', until: null })
    await signedIn(other).then((caller) => caller.request('/api/auth/sign-out', { body: {} }))
    await manager.call(userRouter.remove, { id: other.id, forGood: true })
    const trashed = await aUser({ name: 'Wangari' })
    await manager.call(userRouter.remove, { id: trashed.id })
    await flushSecurityEvents()
    const { items } = await list(manager, { searchTerm: 'zuhura amina' })
    expect(items.map(({ kind, person, actor }) => [kind, person?.name, actor?.name])).toEqual([
      ['user_deleted', 'Wangari', 'Zuhura Ámina'],
      ['user_deleted', null, 'Zuhura Ámina'],
      ['banned', 'Bahati', 'Zuhura Ámina'],
      // As the database added this manager.
      ['role_changed', 'Zuhura Ámina', undefined],
    ])
    expect((await list(manager, { searchTerm: 'bahati', kind: 'user' })).items).toHaveLength(1)
    expect((await list(manager, { searchTerm: 'bahati', kind: 'signIn' })).items).toEqual([])
    expect((await list(manager, { searchTerm: '%' })).items).toEqual([])
    const ofSessions = (await list(manager, { kind: 'session' })).items
    expect(ofSessions[0]).toMatchObject({ kind: 'signed_out', person: { id: other.id, name: null } })
  })

  test('is read by pages, each entry once', async () => {
    const manager = await as('manager')
    const ids: number[] = []
    let cursor: string | null = ''
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(manager, cursor === '' ? {} : { cursor })
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
    expect(ids).toHaveLength(await db.$count(securityEvent))
  })

  test('is append-only for the role of the application', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    const before = await db.$count(securityEvent)
    await db.insert(securityEvent).values([
      { kind: 'signed_in', at: inDays(-401) },
      { kind: 'signed_in', at: inDays(-399) },
    ])
    for (const statement of [
      sql`update security_event set kind = 'signed_out'`,
      sql`delete from security_event where at > now() - interval '29 days'`,
      sql`truncate security_event`,
    ]) {
      const refused = await db.execute(statement).catch((error: { cause: { message: string } }) => error.cause.message)
      expect(refused).toMatch(/^The security log is append-only: (UPDATE|DELETE|TRUNCATE) is refused$/)
    }
    await cleanUp()
    expect(await db.$count(securityEvent)).toBe(before + 1)
  })

  test('has the settings of a start that differ from the last one', async () => {
    await recordSettings(testLog)
    await recordSettings(testLog)
    const found = await db.select().from(securityEvent).where(eq(securityEvent.kind, 'settings'))
    expect(found).toMatchObject([{ details: { set: expect.arrayContaining(['DATABASE_URL', 'AUTH_SECRET']) } }])
    expect(JSON.stringify(found)).not.toContain(env().authSecret)
  })

  test('has exports', async () => {
    const manager = await as('manager')
    expect((await manager.request('/api/v1/books/export?format=csv')).status).toBe(200)
    expect((await manager.request('/api/v1/activity/export')).status).toBe(200)
    expect((await eventsOf(manager.user.id)).map(({ kind, details }) => [kind, details])).toEqual([
      ['role_changed', { to: 'admin', by: 'system' }],
      ['exported', { format: 'csv' }],
      ['exported', { format: 'csv', what: 'activity' }],
    ])
  })
})

test('no code, token or key is in the log', async () => {
  const secrets: string[] = []
  const { email } = await aUser({ role: 'admin' })
  const caller = new Caller()
  await requestSignInCode(caller, email)
  secrets.push(await codeFor(email))
  await enterCode(caller, email, wrongFor(secrets[0] ?? ''))
  await enterCode(caller, email, secrets[0] ?? '')
  const { key } = await caller.call(apiKeyRouter.create, { name: 'Mine', scopes: ['book:read'], days: 7 })
  await new Caller().request('/api/v1/books', { headers: { authorization: `Bearer ${key}` } })
  for (const { token } of await db.select({ token: session.token }).from(session)) secrets.push(token)
  secrets.push(key, key.slice(9), email)
  await flushSecurityEvents()
  const { rows } = await db.execute(sql`select to_jsonb(security_event) - 'id' - 'at' as entry from security_event`)
  const text = JSON.stringify(rows)
  expect(rows.length).toBeGreaterThan(30)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
