import { isProcedure } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#api.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { user } from '#base/db/tables/user.ts'
import { locales } from '#base/i18n/locale.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser } from '#test/factories.ts'
import { logged, request, type TestRequest } from '#test/http.ts'
import { labelled } from '#test/labelled.ts'
import { KEY_SCOPES } from './key-scope.schema.ts'
import { cleanUp } from '#kit/clean-up/shared/clean-up.server.ts'
import { flushKeyUses } from './api-key-use.server.ts'
import { definitionOf } from '#base/rpc/definition-of.ts'

useDatabase()
afterEach(() => moveClock(0))
// Another admin, so that none of those below is the last.
beforeAll(() => aUser({ role: 'admin' }))

const DAY = 86_400_000
const ME = '/api/v1/me'
const codeOf = async (response: Response): Promise<string> => {
  const body = response.status === 204 ? {} : await response.json()
  return `${response.status} ${body.code ?? ''}`.trim()
}
const ask = async (key: string, path = ME, init?: TestRequest) => codeOf(await withKey(key, path, init))
const aManager = () => aUser({ role: 'admin' })

describe('a key', () => {
  test('identifies its owner, in either header', async () => {
    const owner = await aManager()
    const { key } = await aKey(owner)
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { authorization: `bearer   ${key}` },
      { 'x-api-key': key },
    ]) {
      const response = await request(ME, { headers })
      expect([response.status, await response.json()]).toMatchObject([200, { id: owner.id, email: owner.email }])
    }
  })

  test('may do what both its scopes and its owner’s role allow', async () => {
    const owner = await aManager()
    const { key } = await aKey(owner, { scopes: ['book:create', 'book:read'] })
    const made = await withKey(key, '/api/v1/books', { body: { title: 'Nedjma' } })
    expect(made.status).toBe(201)
    const { id } = await made.json()
    const [done] = await db.select().from(activity).where(eq(activity.subjectId, id))
    expect(done).toMatchObject({ action: 'book.create', actorKind: 'person', actorId: owner.id, inNameOf: null })
    expect(await ask(key, `/api/v1/books/${id}`)).toBe('200')
  })

  test.each(
    labelled([
      ['GET', '/api/v1/books', 'book:read'],
      ['POST', '/api/v1/books', 'book:create'],
      ['GET', '/api/v1/genres', 'genre:read'],
      ['GET', '/api/v1/users', 'user:list'],
      ['POST', '/api/v1/users', 'user:create'],
      ['GET', '/api/v1/users/01890000-0000-7000-8000-000000000000', 'user:get'],
      ['GET', '/api/v1/users/01890000-0000-7000-8000-000000000000/sessions', 'session:list'],
      ['DELETE', '/api/v1/users/01890000-0000-7000-8000-000000000000/sessions', 'session:revoke'],
    ]),
  )('needs its scope: %s', async (_, method, path, scope) => {
    const owner = await aManager()
    const { key } = await aKey(owner, { scopes: ['book:update'] })
    const init = method === 'POST' ? { method, body: {} } : { method }
    expect(await ask(key, path, init)).toBe('403 SCOPE_MISSING')
    const { key: right } = await aKey(owner, { scopes: [scope] })
    expect(await ask(right, path, init)).not.toMatch(/^40[13]/)
  })

  test('cannot take over an admin by changing their address', async () => {
    const [manager, other] = [await aManager(), await aManager()]
    const path = `/api/v1/users/${other.id}`
    const change = { method: 'PATCH', body: { email: 'mine@example.net', version: other.version } }
    const { key } = await aKey(manager, { scopes: [...KEY_SCOPES, 'user:set-email', 'user:set-role'] })
    expect(await ask(key, path, change)).toBe('403 FORBIDDEN')
  })

  test('does nothing that asks for a recent proof, with all scopes', async () => {
    const { key } = await aKey(await aManager(), { scopes: KEY_SCOPES })
    const [admin, reader, book] = [await aManager(), await aUser(), await aBook()]
    const version = { 'if-match': '"1"' }
    expect([
      await ask(key, `/api/v1/users/${reader.id}?forGood=true`, { method: 'DELETE' }),
      await ask(key, `/api/v1/users/${admin.id}`, { method: 'DELETE' }),
      await ask(key, `/api/v1/users/${admin.id}/ban`, { method: 'POST', body: { reason: 'Gone' } }),
      await ask(key, `/api/v1/books/${book.id}?forGood=true`, { method: 'DELETE', headers: version }),
    ]).toEqual(Array.from({ length: 4 }, () => '403 FORBIDDEN'))
    expect(await ask(key, `/api/v1/books/${book.id}`, { method: 'DELETE', headers: version })).toBe('204')
  })

  test('gets the missing scope in the error, in every language', async () => {
    const { key } = await aKey(await aManager(), { scopes: ['genre:read'] })
    const said = new Set<string>()
    for (const locale of locales) {
      const response = await withKey(key, '/api/v1/books', { headers: { 'accept-language': locale } })
      const { message } = await response.json()
      expect(message).toContain('book:read')
      said.add(message)
    }
    expect(said.size).toBe(4)
  })

  test('changes no field that gives power', async () => {
    const { key } = await aKey(await aManager(), { scopes: ['user:create', 'user:update'] })
    const { id, version } = await aUser()
    const [role, email] = ['admin', 'other@example.net']
    expect(await ask(key, '/api/v1/users', { body: { email, name: 'A', role } })).toBe('403 FORBIDDEN')
    for (const change of [{ role }, { email }])
      expect(await ask(key, `/api/v1/users/${id}`, { method: 'PATCH', body: { ...change, version } })).toBe(
        '403 FORBIDDEN',
      )
    expect(await ask(key, `/api/v1/users/${id}`, { method: 'PATCH', body: { name: 'B', version } })).toBe('200')
  })

  test('never impersonates, even if its row has the permission', async () => {
    const { id } = await aUser()
    const { key } = await aKey(await aManager(), { scopes: ['user:impersonate', 'own', 'onboarding', 'anyone'] })
    expect(await ask(key, `/api/v1/users/${id}/impersonation`, { method: 'POST', body: {} })).toBe('403 FORBIDDEN')
    expect(await ask(key, '/api/v1/impersonation', { method: 'DELETE' })).toBe('403 FORBIDDEN')
  })
})

test('the scopes are the permissions of the REST routes, except impersonation, the export of the activity, backups, the report for help and updates', () => {
  const routed = Object.values(api)
    .flatMap((router) => Object.values(router))
    .filter(isProcedure)
    .map((one) => definitionOf(one))
    .flatMap(({ route, meta }) => (route.path === undefined ? [] : [meta.access ?? '']))
  expect(routed.length).toBeGreaterThan(15)
  const forSessions = new Set(['user:impersonate', 'apps:manager', 'backup:read', 'settings:read', 'settings:update'])
  const asked = new Set(routed.filter((access) => access.includes(':') && !forSessions.has(access)))
  expect([...asked].toSorted()).toEqual(KEY_SCOPES.toSorted())
})

describe('rejected as a key:', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const mistyped = (key: string) => {
    const at = 20
    return key.slice(0, at) + letters[(letters.indexOf(key[at] ?? '') + 1) % 64] + key.slice(at + 1)
  }
  test.each<[string, (key: string) => Record<string, string>]>([
    ['one with one letter changed', (key) => ({ authorization: `Bearer ${mistyped(key)}` })],
    ['one in other capitals', (key) => ({ 'x-api-key': key.toLowerCase() })],
    ['half of one', (key) => ({ authorization: `Bearer ${key.slice(0, 20)}` })],
    ['one with more behind it', (key) => ({ authorization: `Bearer ${key}A` })],
    ['its prefix', (key) => ({ 'x-api-key': key.slice(0, 9) })],
    ['two at once', (key) => ({ authorization: `Bearer ${key}, Bearer ${key}` })],
    ['one in both headers', (key) => ({ authorization: `Bearer ${key}`, 'x-api-key': key })],
    ['one under another scheme', (key) => ({ authorization: `Token ${key}` })],
    ['one without a scheme', (key) => ({ authorization: key })],
    ['one as a password', (key) => ({ authorization: `Basic ${key}` })],
    ['nothing after Bearer', () => ({ authorization: 'Bearer' })],
    ['an empty one', () => ({ 'x-api-key': '' })],
    ['another’s token', () => ({ authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' })],
  ])('%s', async (_, headersOf) => {
    const { key } = await aKey(await aManager())
    const caller = await as('manager')
    // The cookie in the same request is ignored.
    for (const response of [
      await request(ME, { headers: headersOf(key) }),
      await caller.request(ME, { headers: headersOf(key) }),
    ]) {
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
      expect(await codeOf(response)).toBe('401 API_KEY_INVALID')
    }
  })

  test('a key in the URL', async () => {
    const { key } = await aKey(await aManager())
    for (const query of [`key=${key}`, `api_key=${key}`, `access_token=${key}`])
      expect(await codeOf(await request(`/api/v1/books?${query}`))).toMatch(/^40[01] (UNAUTHORIZED|VALIDATION_ERROR)$/)
  })

  test('the password of a proxy, which does not affect the session', async () => {
    const reader = await as('reader')
    const headers = { authorization: 'Basic bGlicmFyeTpzZWNyZXQ=' }
    expect(await codeOf(await reader.request(ME, { headers }))).toBe('200')
    expect(await codeOf(await request(ME, { headers }))).toBe('401 UNAUTHORIZED')
  })
})

describe('a request with a key', () => {
  test('ignores the cookie', async () => {
    const owner = await aManager()
    const { key } = await aKey(owner, { scopes: ['genre:read'] })
    const other = await as('manager')
    const headers = { authorization: `Bearer ${key}` }
    expect(await (await other.request(ME, { headers })).json()).toMatchObject({ id: owner.id })
    expect(await codeOf(await other.request('/api/v1/books', { headers }))).toBe('403 SCOPE_MISSING')
  })

  test('is not authenticated outside of /api/v1', async () => {
    const { key } = await aKey(await aManager())
    const response = await withKey(key, '/api/auth/get-session')
    expect([response.status, await response.json()]).toEqual([200, null])
    expect((await withKey(key, '/api/auth/admin/list-users')).status).toBe(401)
    // As for who is not signed in: the page of the form, which leads to the sign-in.
    expect(
      (await withKey(key, '/onboarding', { body: new URLSearchParams({ name: 'X' }) })).headers.get('location'),
    ).toBe('/onboarding')
  })
})

describe('a key is invalid at once', () => {
  const change = (id: string, fields: Partial<typeof user.$inferInsert>) =>
    db.update(user).set(fields).where(eq(user.id, id))

  test.each<[string, string, (owner: { id: string }, keyId: string) => Promise<unknown>]>([
    ['banned', 'API_KEY_INVALID', ({ id }) => change(id, { banned: true })],
    ['demoted', 'API_KEY_INVALID', ({ id }) => change(id, { role: 'user' })],
    ['of a role that nobody knows', 'API_KEY_INVALID', ({ id }) => change(id, { role: 'guest' })],
    ['not onboarded', 'API_KEY_INVALID', ({ id }) => change(id, { onboardedAt: null })],
    ['deleted', 'API_KEY_INVALID', ({ id }) => db.delete(user).where(eq(user.id, id))],
    ['the revoker', 'API_KEY_INVALID', (_, keyId) => db.delete(apiKey).where(eq(apiKey.id, keyId))],
    [
      'asking too late',
      'API_KEY_EXPIRED',
      (_, keyId) => db.update(apiKey).set({ expiresAt: now() }).where(eq(apiKey.id, keyId)),
    ],
  ])('when its owner is %s', async (_, code, end) => {
    const owner = await aManager()
    const { id, key } = await aKey(owner)
    expect(await ask(key)).toBe('200')
    await end(owner, id)
    const response = await withKey(key, ME)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(await codeOf(response)).toBe(`401 ${code}`)
  })

  test('and stays so when a ban is lifted or has ended', async () => {
    const [manager, owner, another] = [await as('manager'), await aManager(), await aManager()]
    const keys = [await aKey(owner), await aKey(another)].map(({ key }) => key)
    await manager.call(userRouter.ban, { id: owner.id, until: new Date(now().getTime() + DAY) })
    await manager.call(userRouter.ban, { id: another.id })
    await manager.call(userRouter.unban, { id: another.id })
    for (const key of keys) expect(await ask(key)).toBe('401 API_KEY_INVALID')
    moveClock(2 * DAY)
    for (const key of keys) expect(await ask(key)).toBe('401 API_KEY_INVALID')
  })

  test('after its last day', async () => {
    const { key } = await aKey(await aManager(), { expiresAt: new Date(now().getTime() + DAY) })
    moveClock(DAY - 5000)
    expect(await ask(key)).toBe('200')
    moveClock(DAY + 5000)
    expect(await ask(key)).toBe('401 API_KEY_EXPIRED')
  })
})

describe('the use of a key', () => {
  const usedAt = async (id: string) => (await db.select().from(apiKey).where(eq(apiKey.id, id)))[0]?.lastUsedAt

  test('is recorded to the minute', async () => {
    const { id, key } = await aKey(await aManager())
    expect(await usedAt(id)).toBeNull()
    await Promise.all([ask(key), ask(key), ask(key)])
    await flushKeyUses()
    const first = await usedAt(id)
    expect(Math.abs((first?.getTime() ?? 0) - Date.now())).toBeLessThan(10_000)
    moveClock(50_000)
    await ask(key)
    await flushKeyUses()
    expect(await usedAt(id)).toEqual(first)
    moveClock(61_000)
    await ask(key, '/api/v1/books?limit=0')
    await flushKeyUses()
    expect((await usedAt(id))?.getTime()).toBeGreaterThan((first?.getTime() ?? 0) + 50_000)
  })

  test('appears in the log only as the request and the key’s id', async () => {
    const { id, key, hash } = await aKey(await aManager())
    await ask(key)
    await ask(`${key.slice(0, -1)}!`)
    await request(`/api/v1/books?key=${key}`)
    await withKey(key, '/api/v1/books', { body: { title: 7 } })
    expect(logged).toContainEqual(expect.objectContaining({ path: '/api/v1/me', apiKey: id, status: 200 }))
    const text = JSON.stringify(logged)
    for (const secret of [key.slice(4), key.slice(9, 40), hash.toString('hex'), hash.toString('base64')])
      expect(text).not.toContain(secret)
  })

  test('no response contains a key or its hash', async () => {
    const owner = await aManager()
    const { key, hash } = await aKey(owner)
    for (const path of [ME, `/api/v1/users/${owner.id}`, '/api/v1/users', `/api/v1/users/${owner.id}/sessions`]) {
      const text = await (await withKey(key, path)).text()
      for (const secret of [key.slice(9), hash.toString('hex'), hash.toString('base64')])
        expect(text).not.toContain(secret)
    }
  })
})

test('an expired key is removed after 30 days', async () => {
  const owner = await aManager()
  const { id: kept } = await aKey(owner, { expiresAt: new Date(now().getTime() - 29 * DAY) })
  await aKey(owner, { expiresAt: new Date(now().getTime() - 31 * DAY) })
  await cleanUp()
  const left = await db.select({ id: apiKey.id }).from(apiKey).where(eq(apiKey.userId, owner.id))
  expect(left).toEqual([{ id: kept }])
})
