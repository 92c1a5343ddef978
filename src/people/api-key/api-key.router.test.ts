import { eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { KEY_SCOPES } from '#base/auth/api-key/key-scope.schema.ts'
import { db } from '#base/db/connection/client.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { session, user } from '#base/db/tables/user.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { aKey } from '#test/api-keys.ts'
import { as, signedIn, type Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { labelled } from '#test/labelled.ts'
import { apiKeyRouter } from './api-key.router.server.ts'

useDatabase()
afterEach(() => moveClock(0))

const DAY = 86_400_000
const { list, create, revoke } = apiKeyRouter
const INPUT = { name: 'Catalogue', scopes: ['book:read' as const], days: 90 }

/** A manager who has just reauthenticated. */
const reauthenticatedManager = async (): Promise<SignedInCaller> =>
  signedIn(await aUser({ role: 'admin' }), { authenticatedAt: now() })
const make = (caller: Caller, input: object = {}) => caller.call(create, { ...INPUT, ...input })
const keysOf = (caller: SignedInCaller) => db.select().from(apiKey).where(eq(apiKey.userId, caller.user.id))

describe('a key', () => {
  test('is returned once, in a format that secret scanners recognise', async () => {
    const manager = await reauthenticatedManager()
    const made = await make(manager, { name: '  Catalogue sync ' })
    expect(made.key).toMatch(/^mkt_[A-Za-z0-9_-]{43}$/)
    expect(made).toMatchObject({ name: 'Catalogue sync', prefix: made.key.slice(0, 9), scopes: ['book:read'] })
    expect(made.expiresAt.getTime() - made.createdAt.getTime()).toBe(90 * DAY)
    const keys = await manager.call(list, undefined)
    const { key, ...rest } = made
    expect(keys).toEqual([rest])
    expect(JSON.stringify(keys)).not.toContain(key.slice(9))
    expect((await make(manager)).key).not.toBe(key)
  })

  test('is stored as its hash only, and logged nowhere', async () => {
    const manager = await reauthenticatedManager()
    const { key } = await make(manager)
    const [row] = await keysOf(manager)
    expect(row?.hash).toEqual(createHash('sha256').update(key).digest())
    const stored = JSON.stringify({ ...row, hash: row?.hash.toString('base64url') })
    expect(stored).not.toContain(key.slice(9, 30))
    expect(JSON.stringify(logged)).not.toContain(key.slice(9, 30))
  })

  test('has its scopes each once, in the order of the table', async () => {
    const manager = await reauthenticatedManager()
    const { scopes } = await make(manager, { scopes: ['user:list', 'book:read', 'user:list', 'book:create'] })
    expect(scopes).toEqual(['book:read', 'book:create', 'user:list'])
    expect((await make(manager, { scopes: [...KEY_SCOPES] })).scopes).toEqual(KEY_SCOPES)
  })

  test.each(
    labelled([
      [{ name: '' }, 'name', 'name_required'],
      [{ name: '   ' }, 'name', 'name_required'],
      [{ name: 'x'.repeat(101) }, 'name', 'validation_string_max'],
      [{ name: 'a\nb' }, 'name', 'name_invalid'],
      [{ name: 'a\u202Eb' }, 'name', 'name_invalid'],
      [{ name: 7 }, 'name', 'name_required'],
      [{ scopes: [] }, 'scopes', 'scope_required'],
      [{ scopes: undefined }, 'scopes', 'validation_required'],
      [{ scopes: 'book:read' }, 'scopes', 'validation_invalid'],
      [{ scopes: ['book:read', 'book:burn'] }, 'scopes.1', 'validation_invalid'],
      [{ scopes: ['apps:manager'] }, 'scopes.0', 'validation_invalid'],
      [{ scopes: ['user:impersonate'] }, 'scopes.0', 'validation_invalid'],
      [{ scopes: ['user:set-password'] }, 'scopes.0', 'validation_invalid'],
      [{ scopes: ['*'] }, 'scopes.0', 'validation_invalid'],
      [{ scopes: Array.from({ length: 101 }, () => 'book:read') }, 'scopes', 'validation_array_max'],
      [{ days: 0 }, 'days', 'validation_number_min'],
      [{ days: -1 }, 'days', 'validation_number_min'],
      [{ days: 366 }, 'days', 'validation_number_max'],
      [{ days: 1.5 }, 'days', 'validation_invalid'],
      [{ days: '90' }, 'days', 'validation_invalid'],
      [{ days: undefined }, 'days', 'validation_required'],
    ] as const),
  )('is not created with %s', async (_, input, field, key) => {
    const manager = await reauthenticatedManager()
    await expect(make(manager, input)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: { [field]: { key } },
    })
    expect(await keysOf(manager)).toEqual([])
  })

  test.each(['x'.repeat(100), 'مزامنة الفهرس', '😀'])('may be called %s', async (name) => {
    expect((await make(await reauthenticatedManager(), { name })).name).toBe(name)
  })

  test('is one of at most 20, even in concurrent requests', async () => {
    const manager = await reauthenticatedManager()
    for (let count = 0; count < 17; count++) await aKey(manager.user)
    const tried = await Promise.allSettled(Array.from({ length: 8 }, () => make(manager)))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const one of tried)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'API_KEY_LIMIT', status: 409 })
    expect(await keysOf(manager)).toHaveLength(20)
    const [first] = await manager.call(list, undefined)
    await manager.call(revoke, { id: first?.id ?? '' })
    await make(manager)
  })
})

describe('creating a key', () => {
  test('needs reauthentication within ten minutes', async () => {
    for (const authenticatedAt of [null, new Date(now().getTime() - 10.1 * 60_000)]) {
      const manager = await signedIn(await aUser({ role: 'admin' }), { authenticatedAt })
      await expect(make(manager)).rejects.toMatchObject({ code: 'SESSION_EXPIRED', status: 403 })
      expect(await keysOf(manager)).toEqual([])
      // Revoking needs no reauthentication.
      const { id } = await aKey(manager.user)
      await manager.call(revoke, { id })
    }
  })

  test('needs a session that has not ended in the meantime', async () => {
    const manager = await reauthenticatedManager()
    let making: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      // Another manager locks this user, then ends the session.
      await tx.select().from(user).where(eq(user.id, manager.user.id)).for('update')
      making = make(manager).catch((error: unknown) => error)
      const waiting = async () => (await tx.execute(sql`select 1 from pg_locks where not granted`)).rowCount
      await expect.poll(waiting).toBeGreaterThan(0)
      await tx.delete(session).where(eq(session.userId, manager.user.id))
    })
    expect(await making).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
    expect(await keysOf(manager)).toEqual([])
  })

  test('needs a manager with a name', async () => {
    for (const [part, code] of [
      ['stranger', 'UNAUTHORIZED'],
      ['newcomer', 'NOT_ONBOARDED'],
      ['reader', 'ACTION_NOT_ALLOWED'],
    ] as const) {
      const caller =
        part === 'stranger' ? await as(part) : await signedIn((await as(part)).user, { authenticatedAt: now() })
      await expect(make(caller)).rejects.toMatchObject({ code })
      await expect(caller.call(list, undefined)).rejects.toMatchObject({ code })
    }
  })

  test('is refused while impersonating', async () => {
    const manager = await as('manager')
    const person = await aUser()
    const { id } = await aKey(person)
    const caller = await signedIn(person, { impersonatedBy: manager.user.id, authenticatedAt: now() })
    const refusal = { code: 'IMPERSONATING', status: 403 }
    await expect(make(caller)).rejects.toMatchObject(refusal)
    await expect(caller.call(list, undefined)).rejects.toMatchObject(refusal)
    await expect(caller.call(revoke, { id })).rejects.toMatchObject(refusal)
    expect(await keysOf(caller)).toHaveLength(1)
  })
})

describe('the user’s keys', () => {
  test('are listed newest first, expired ones included', async () => {
    const manager = await as('manager')
    const { id: old } = await aKey(manager.user, { expiresAt: new Date(now().getTime() - DAY) })
    moveClock(1000)
    const { id: fresh } = await aKey(manager.user)
    await aKey((await as('manager')).user)
    expect((await manager.call(list, undefined)).map(({ id }) => id)).toEqual([fresh, old])
  })

  test('can be revoked by their owner only', async () => {
    const [manager, other] = [await as('manager'), await as('manager')]
    const { id } = await aKey(manager.user)
    await expect(other.call(revoke, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await manager.call(revoke, { id })
    await expect(manager.call(revoke, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await keysOf(manager)).toEqual([])
  })

  test('are deleted when another manager changes the user’s address', async () => {
    const [manager, other] = [await as('manager'), await as('manager')]
    await aKey(other.user)
    const body = { name: 'Renamed', version: other.user.version }
    const renamed = await manager.request(`/api/v1/users/${other.user.id}`, { method: 'PATCH', body })
    expect([renamed.status, (await keysOf(other)).length]).toEqual([200, 1])
    const { version } = await renamed.json()
    const moved = { email: 'moved@example.net', version }
    const answer = await manager.request(`/api/v1/users/${other.user.id}`, { method: 'PATCH', body: moved })
    expect([answer.status, await keysOf(other)]).toEqual([200, []])
  })
})
