import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { claimIdempotencyKey, type StoredResponse } from './idempotency-store.server.ts'
import { cleanUp } from '#kit/clean-up/shared/clean-up.server.ts'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { idempotencyKey } from '#base/db/tables/idempotency-key.ts'
import { session, user } from '#base/db/tables/user.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as, signedIn, type Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { mailsTo } from '#test/sign-in/outbox.ts'

useDatabase()

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const HEADER = 'idempotency-key'

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
})
afterEach(() => moveClock(0))

async function post(path: string, body: unknown, key: string | undefined, caller: Caller = manager) {
  const headers = key === undefined ? {} : { [HEADER]: key }
  const response = await caller.request(`/api/v1${path}`, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    body: text === '' ? undefined : JSON.parse(text),
    location: response.headers.get('location'),
    etag: response.headers.get('etag'),
    isReplayed: response.headers.get('idempotency-replayed'),
    headers: response.headers,
  }
}

let made = 0
/** A unique book. */
function aNew() {
  made += 1
  return { title: `Idempotent ${made}`, author: 'Assia Djebar' }
}
const booksOf = (title: string) => db.select().from(book).where(eq(book.title, title))
const rowsOf = (key: string) => db.select().from(idempotencyKey).where(eq(idempotencyKey.key, key))

describe('the same request under the same key', () => {
  test('runs once, and its response is replayed', async () => {
    const [body, key] = [aNew(), newId()]
    const first = await post('/books', body, key)
    expect(first).toMatchObject({ status: 201, etag: expect.stringMatching(/^"1-/), isReplayed: null })
    await db.update(book).set({ publisher: 'Seuil', version: 2 }).where(eq(book.id, first.body.id))
    for (let times = 0; times < 3; times += 1) {
      const { headers, ...again } = await post('/books', body, key)
      const { headers: _, ...before } = first
      expect(again).toEqual({ ...before, isReplayed: 'true' })
      expect(headers.get('content-type')).toBe('application/json')
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect(await booksOf(body.title)).toHaveLength(1)
  })

  test('adds and invites a user once', async () => {
    const [email, key] = [`${newId()}@example.org`, newId()]
    const first = await post('/users', { email }, key)
    expect(first).toMatchObject({ status: 201, location: `/api/v1/users/${first.body.id}`, body: { isTold: true } })
    expect(await post('/users', { email }, key)).toMatchObject({
      status: 201,
      text: first.text,
      location: first.location,
      isReplayed: 'true',
    })
    expect(await db.select().from(user).where(eq(user.email, email))).toHaveLength(1)
  })

  test('bans once, and sends one invitation', async () => {
    const [reader, invited] = [await as('reader'), await aUser({ emailVerified: false })]
    const asked = [
      [`/users/${reader.user.id}/ban`, reader.user.email, 200],
      [`/users/${invited.id}/invitation`, invited.email, 204],
    ] as const
    for (const [path, email, status] of asked) {
      const key = newId()
      const first = await post(path, undefined, key)
      expect(first).toMatchObject({ status, isReplayed: null })
      expect(await post(path, undefined, key)).toMatchObject({ status, text: first.text, isReplayed: 'true' })
      expect(await mailsTo(email)).toHaveLength(1)
    }
  })

  test('sent many times at once is done once', async () => {
    const [body, key] = [aNew(), newId()]
    const answers = await Promise.all(Array.from({ length: 12 }, () => post('/books', body, key)))
    for (const { status, body: answered, headers } of answers.filter((one) => one.status !== 201)) {
      expect([status, answered]).toMatchObject([409, { code: 'IDEMPOTENCY_KEY_IN_USE', data: { retryAfter: 1 } }])
      expect(headers.get('retry-after')).toBe('1')
    }
    expect(answers.filter(({ status, isReplayed }) => status === 201 && isReplayed === null)).toHaveLength(1)
    expect(await booksOf(body.title)).toHaveLength(1)
    expect(await post('/books', body, key)).toMatchObject({ status: 201, isReplayed: 'true' })
  })

  test('runs again after a day, and the stored response is deleted', async () => {
    const [body, key] = [aNew(), newId()]
    await post('/books', body, key)
    moveClock(24 * HOUR - MINUTE)
    await cleanUp()
    expect(await post('/books', body, key)).toMatchObject({ status: 201, isReplayed: 'true' })
    moveClock(24 * HOUR + MINUTE)
    expect(await post('/books', body, key)).toMatchObject({ status: 409, body: { code: 'BOOK_TAKEN' } })
    expect(await rowsOf(key)).toEqual([])
    await post('/books', aNew(), key)
    moveClock(48 * HOUR + 2 * MINUTE)
    await cleanUp()
    expect(await rowsOf(key)).toEqual([])
  })
})

describe('a key', () => {
  test('is for one request: another one is refused', async () => {
    const [body, key] = [aNew(), newId()]
    await post('/books', body, key)
    const refusal = { status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED', status: 409 }, isReplayed: null }
    expect(await post('/books', { ...body, publisher: 'Seuil' }, key)).toMatchObject(refusal)
    expect(await post('/books', JSON.stringify(body, null, 1), key)).toMatchObject(refusal)
    expect(await post('/users', body, key)).toMatchObject(refusal)
    expect(await post('/books', { title: '' }, key)).toMatchObject(refusal)
    expect(await post('/books', body, key)).toMatchObject({ status: 201, isReplayed: 'true' })
  })

  test("is a person's own", async () => {
    const [mine, theirs, key] = [aNew(), aNew(), newId()]
    const other = await as('manager')
    await post('/books', mine, key)
    expect(await post('/books', theirs, key, other)).toMatchObject({ status: 201, isReplayed: null })
    expect(await post('/books', mine, key)).toMatchObject({ body: { title: mine.title }, isReplayed: 'true' })
    expect(await post('/books', mine, key, await signedIn(manager.user))).toMatchObject({ isReplayed: 'true' })
    await db.delete(user).where(eq(user.id, other.user.id))
    expect(await rowsOf(key)).toHaveLength(1)
  })

  test('is an API key’s own: two programs of one owner may both number from one', async () => {
    const keys = [await aKey(manager.user), await aKey(manager.user)]
    const answers = await Promise.all(
      keys.map(({ key }) => withKey(key, '/api/v1/books', { body: aNew(), headers: { [HEADER]: '1' } })),
    )
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [201, null],
      [201, null],
    ])
  })

  test.each([' ', 'a b', 'a\tb', 'cl\u00E9', 'k'.repeat(256), 'a, b'])('of %j is invalid', async (key) => {
    const body = aNew()
    expect(await post('/books', body, `x${key}x`.slice(0, key.length + 2))).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', data: { fields: { 'Idempotency-Key': 'validation_invalid' } } },
    })
    expect(await booksOf(body.title)).toEqual([])
  })

  test.each(['', '!', '"8e03978e-40d5-43e8-bc93-6894a57f9324"', '~'.repeat(255)])('may be %j, or not', async (key) => {
    expect((await post('/books', aNew(), key)).status).toBe(key === '' ? 400 : 201)
  })

  test('counts for POST alone', async () => {
    const { id } = await aBook()
    const headers = { [HEADER]: 'the same', 'if-match': '*' }
    for (const version of [2, 3]) {
      const response = await manager.request(`/api/v1/books/${id}`, { method: 'PATCH', headers, body: {} })
      expect(await response.json()).toMatchObject({ version })
    }
  })

  test('is free again after a failure', async () => {
    const [body, key] = [aNew(), newId()]
    const taken = await aBook(body)
    expect(await post('/books', body, key)).toMatchObject({ status: 409, body: { code: 'BOOK_TAKEN' } })
    expect(await post('/books', { title: '' }, key)).toMatchObject({ status: 400 })
    expect(await rowsOf(key)).toEqual([])
    await db.delete(book).where(eq(book.id, taken.id))
    expect(await post('/books', body, key)).toMatchObject({ status: 201, isReplayed: null })
  })
})

describe('who may no longer', () => {
  test.each([
    ['demoted', 403, (id: string) => db.update(user).set({ role: 'user' }).where(eq(user.id, id))],
    ['banned', 401, (id: string) => db.update(user).set({ banned: true }).where(eq(user.id, id))],
    ['signed out', 401, (id: string) => db.delete(session).where(eq(session.userId, id))],
  ])('%s, does not get the stored response: %d', async (_, status, change) => {
    const [body, key] = [aNew(), newId()]
    await as('manager')
    await post('/books', body, key)
    await change(manager.user.id)
    expect(await post('/books', body, key)).toMatchObject({ status, isReplayed: null, location: null })
    expect(await post('/books', { title: 'other' }, key)).toMatchObject({ status })
  })

  test('nor by an API key that lacks the scope; one that has it does', async () => {
    const [body, key] = [aNew(), newId()]
    const sent = { method: 'POST', body, headers: { [HEADER]: key } }
    const [able, other] = [await aKey(manager.user), await aKey(manager.user, { scopes: ['book:read'] })]
    const first = await withKey(able.key, '/api/v1/books', sent)
    const refused = await withKey(other.key, '/api/v1/books', sent)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'SCOPE_MISSING' }])
    const again = await withKey(able.key, '/api/v1/books', sent)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(await again.json()).toEqual(await first.json())
  })

  test('nor does a stranger take a key', async () => {
    expect(await post('/books', aNew(), 'k', await as('stranger'))).toMatchObject({ status: 401 })
    expect(await post('/books', aNew(), 'k', await as('reader'))).toMatchObject({ status: 403 })
    expect(await rowsOf('k')).toEqual([])
  })
})

describe('a server that is stopped on the way', () => {
  const fingerprint = Buffer.from('x')
  const answer: StoredResponse = { status: 201, headers: {}, body: '{}' }
  const take = (key: string) => claimIdempotencyKey(manager.user.id, key, fingerprint)
  const claimOf = (claimed: Awaited<ReturnType<typeof take>>) => {
    if (!('store' in claimed)) throw new Error('The key was not free')
    return claimed
  }

  test('holds a key for a minute and no longer', async () => {
    const key = newId()
    await take(key)
    moveClock(MINUTE - 2000)
    await expect(take(key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE', retryAfter: 1 })
    moveClock(MINUTE + 2000)
    await claimOf(await take(key)).store(answer)
    expect(await take(key)).toEqual(answer)
  })

  test('does not lose it to a repeated request while it works, however long', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const key = newId()
      const slow = claimOf(await take(key))
      for (const minutes of [1, 2, 3]) {
        moveClock(minutes * MINUTE - 2000)
        await vi.advanceTimersByTimeAsync(MINUTE)
        // `vi.waitFor` would wait by the interval that does not run.
        await expect
          .poll(async () => (await rowsOf(key))[0]?.createdAt.getTime())
          .toBeGreaterThan(Date.now() + (minutes - 1) * MINUTE)
        await expect(take(key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' })
      }
      await slow.store(answer)
      expect(await take(key)).toEqual(answer)
    } finally {
      vi.useRealTimers()
    }
  })

  test('leaves either both the book and the response, or neither', async () => {
    const [{ title }, key] = [aNew(), newId()]
    const claim = claimOf(await take(key))
    const stopped = withActor('none', async (tx) => {
      await tx.insert(book).values({ title })
      await claim.store(answer)
      throw new Error('Stopped')
    })
    await expect(stopped).rejects.toThrow('Stopped')
    expect(await booksOf(title)).toEqual([])
    await expect(take(key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' })
  })

  test('adds nothing when it was only slow and another request has the key', async () => {
    const [{ title }, key] = [aNew(), newId()]
    const slow = claimOf(await take(key))
    moveClock(MINUTE + 2000)
    await claimOf(await take(key)).store(answer)
    const late = withActor('none', async (tx) => {
      await tx.insert(book).values({ title })
      await slow.store({ ...answer, body: '"late"' })
    })
    await expect(late).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' })
    await slow.release()
    expect([await booksOf(title), await take(key)]).toEqual([[], answer])
  })

  test('has stored the response together with the book', async () => {
    const [body, key] = [aNew(), newId()]
    await post('/books', body, key)
    const same = and(eq(idempotencyKey.key, key), eq(idempotencyKey.userId, manager.user.id))
    // PostgreSQL's number of the transaction that wrote a row.
    const [[ofKey], [ofBook]] = await Promise.all([
      db.execute(sql`select xmin from idempotency_key where key = ${key}`).then(({ rows }) => rows),
      db.execute(sql`select xmin from book where title = ${body.title}`).then(({ rows }) => rows),
    ])
    expect(ofKey?.xmin).toBe(ofBook?.xmin)
    expect(await db.$count(idempotencyKey, same)).toBe(1)
  })
})

test('a response with cookies is not stored', async () => {
  const [reader, key] = [await as('reader'), newId()]
  expect(await post(`/users/${reader.user.id}/impersonation`, { reason: 'Asked for help' }, key)).toMatchObject({
    status: 204,
  })
  expect(await rowsOf(key)).toEqual([])
})

test('a change is kept even if its response cannot be stored', async () => {
  const [email, key] = [`${newId()}@example.org`, newId()]
  const before = logged.length
  const real = db.update.bind(db)
  vi.spyOn(db, 'update').mockImplementation((table) => {
    if (Object.is(table, idempotencyKey)) throw new Error('No database')
    return real(table)
  })
  expect(await post('/users', { email }, key)).toMatchObject({ status: 201 })
  expect(logged.slice(before).filter(({ level }) => Number(level) >= 50)).toHaveLength(1)
})
