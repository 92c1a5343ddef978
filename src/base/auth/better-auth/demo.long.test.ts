import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { session, user } from '#base/db/tables/user.ts'
import { meRouter } from '#kit/me/me.router.server.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import { as, Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { authEndpoints, restEndpoints, serverFunctions, type Endpoint } from '#test/endpoints.ts'
import { useEnv } from '#test/env.ts'
import { aBook, aUser } from '#test/factories.ts'
import { outbox } from '#test/sign-in/outbox.ts'
import { seedDemoPeople } from './demo.server.ts'
import { sessionRouter } from '#people/session/session.router.server.ts'

useEnv({ DEMO: 'true', CODES_PER_CLIENT: '4' })
useDatabase()
beforeAll(async () => {
  await seedDemoPeople()
  await aBook({ title: 'A book of the demo' })
  await aUser({ email: 'somebody@example.org' })
})

const enter = (caller: Caller, person: unknown): Promise<Response> =>
  caller.request('/api/auth/sign-in/demo', { body: { person } })

async function entered(person: 'manager' | 'reader'): Promise<Caller> {
  const caller = new Caller()
  expect((await enter(caller, person)).status).toBe(200)
  return caller
}

/** All rows of the database, except sessions, rate limits and who signed in. */
async function everythingKept(): Promise<Record<string, unknown[]>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const tables = rows
    .map(({ name }) => name)
    .filter((name) => !['session', 'limit_hit', 'security_event'].includes(name))
  expect(tables).toEqual(
    expect.arrayContaining(['account', 'book', 'genre', 'user', 'verification', 'verification_code']),
  )
  const contents = tables.map(async (name) => {
    const all = await db.execute(sql`select to_jsonb(t) as row from ${sql.identifier(name)} t order by 1`)
    return [name, all.rows] as const
  })
  return Object.fromEntries(await Promise.all(contents))
}

const BODY = { person: 'manager', name: 'Another', title: 'Another', email: 'somebody@example.org', type: 'sign-in' }

async function send(caller: Caller, { method, path }: Endpoint): Promise<Response> {
  return caller.request(path, method === 'GET' || method === 'HEAD' ? { method } : { method, body: BODY })
}

describe('signing in to the demo', () => {
  test.each([
    ['manager', 'admin@example.com', 'admin'],
    ['reader', 'reader@example.com', 'user'],
  ] as const)('as %s by one button', async (person, email, role) => {
    const caller = new Caller()
    const response = await enter(caller, person)
    expect(response.status).toBe(200)
    expect(await response.text()).not.toMatch(/"token"|adminListedAt/)
    const me = await caller.call(meRouter.me, undefined)
    expect(me).toMatchObject({ email, role, emailVerified: true })
    expect(me.onboardedAt).not.toBeNull()
    expect((await caller.call(bookRouter.list, {})).items).toHaveLength(1)
  })

  test('works by the form without script', async () => {
    const caller = new Caller()
    const body = new URLSearchParams({ person: 'reader', redirect: '/app/books' })
    const response = await caller.request('/login/demo', { body })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/app/books'])
    expect(await caller.call(meRouter.me, undefined)).toMatchObject({ email: 'reader@example.com' })
    const evil = new URLSearchParams({ person: 'reader', redirect: '//evil.example' })
    expect((await new Caller().request('/login/demo', { body: evil })).headers.get('location')).toMatch(/^\/\w+$/)
  })

  test.each(['admin@example.com', 'somebody@example.org', 'constructor', '__proto__', '', null, 7, ['manager'], {}])(
    'as nobody else: %j',
    async (person) => {
      const caller = new Caller()
      const response = await enter(caller, person)
      expect(response.status).toBe(400)
      expect(caller.cookies.size).toBe(0)
    },
  )

  test('is limited for each client', async () => {
    const caller = new Caller()
    for (let time = 1; time <= 4; time += 1) expect((await enter(caller, 'reader')).status).toBe(200)
    const refused = await enter(caller, 'reader')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const form = await caller.request('/login/demo', { body: new URLSearchParams({ person: 'reader' }) })
    expect(await form.json()).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } })
    expect((await enter(new Caller(), 'reader')).status).toBe(200)
  })

  test('is refused from another site', async () => {
    const headers = { origin: 'https://evil.example' }
    const caller = new Caller()
    expect((await caller.request('/api/auth/sign-in/demo', { body: { person: 'reader' }, headers })).status).toBe(403)
    const body = new URLSearchParams({ person: 'reader' })
    expect((await caller.request('/login/demo', { body, headers })).status).toBe(403)
    expect(caller.cookies.size).toBe(0)
  })

  test('ends by signing out', async () => {
    const caller = await entered('reader')
    const { cookieHeader } = caller
    expect((await caller.request('/api/auth/sign-out', { body: {} })).status).toBe(200)
    expect((await caller.request('/api/v1/me', { headers: { cookie: cookieHeader } })).status).toBe(401)
  })
})

describe('the two demo users', () => {
  test('are restored at every start', async () => {
    const wrong = { banned: true, onboardedAt: null, name: '', role: 'user', emailVerified: false }
    await db.update(user).set(wrong).where(eq(user.email, 'reader@example.com'))
    await seedDemoPeople()
    await seedDemoPeople()
    const [row, ...others] = await db.select().from(user).where(eq(user.email, 'reader@example.com'))
    expect(others).toEqual([])
    expect(row).toMatchObject({ banned: false, emailVerified: true, role: 'user', name: expect.stringMatching(/\w/) })
    expect(row?.onboardedAt).not.toBeNull()
    await entered('reader')
  })

  test('are shared by visitors, so other sessions’ IP addresses are masked', async () => {
    const [one, two] = [await entered('manager'), await entered('manager')]
    const rows = await one.call(sessionRouter.listOwn, undefined)
    expect(rows[0]).toMatchObject({ isCurrent: true, ip: one.address })
    expect(rows.length).toBeGreaterThan(1)
    for (const { ip } of rows.slice(1)) expect(ip).toMatch(/^\d+\.\d+\.…$/)
    for (const path of ['/api/auth/get-session', '/api/auth/admin/list-users'])
      expect(await (await one.request(path)).text()).not.toContain(`"${two.address}"`)
  })
})

describe('signing in by mail is off', () => {
  test.each(['admin@example.com', 'somebody@example.org', 'nobody@example.org'])('%s', async (email) => {
    const caller = new Caller()
    const ask = await caller.request('/api/auth/email-otp/send-verification-otp', { body: { email, type: 'sign-in' } })
    expect([ask.status, (await ask.json()).code]).toEqual([403, 'DEMO_MODE'])
    expect((await caller.request('/login', { body: new URLSearchParams({ email }) })).status).toBe(403)
    const guess = await caller.request('/api/auth/sign-in/email-otp', { body: { email, otp: '000000' } })
    expect([guess.status, (await guess.json()).code]).toEqual([403, 'DEMO_MODE'])
    expect(await outbox()).toEqual([])
  })
})

const OPEN = new Set(['/api/auth/sign-in/demo', '/api/auth/sign-out'])
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

describe('no change is possible', () => {
  test('by any endpoint, procedure, server function or form, for any caller', async () => {
    const forms = ['/login', '/login/verify', '/login/social', '/onboarding', '/app/account', '/manager/books/new']
    const all = [...authEndpoints(), ...restEndpoints(), ...(await serverFunctions())]
    const changing = all.filter(({ method, path }) => !READS.has(method) && !OPEN.has(path))
    // Minimum counts of the endpoints found at run time.
    expect(authEndpoints().length).toBeGreaterThan(45)
    expect(restEndpoints().length).toBeGreaterThan(14)
    expect((await serverFunctions()).filter(({ method }) => method === 'POST').length).toBeGreaterThan(4)
    const callers = [new Caller(), await entered('reader'), await entered('manager'), await as('newcomer')]
    const before = await everythingKept()
    for (const endpoint of [...changing, ...forms.map((path) => ({ method: 'POST', path }))]) {
      for (const caller of callers) {
        const answer = await send(caller, endpoint)
        expect([endpoint.path, answer.status, (await answer.json()).code]).toEqual([endpoint.path, 403, 'DEMO_MODE'])
      }
    }
    expect(await everythingKept()).toEqual(before)
    expect(await outbox()).toEqual([])
    for (const caller of callers.slice(1, 3)) expect((await caller.request('/api/v1/me')).status).toBe(200)
  })

  test('by a read, and reads work', async () => {
    const caller = await entered('manager')
    const before = [await everythingKept(), await db.$count(session)]
    for (const endpoint of [...authEndpoints(), ...restEndpoints()].filter(({ method }) => READS.has(method)))
      expect((await send(caller, endpoint)).status, endpoint.path).toBeLessThan(500)
    expect([await everythingKept(), await db.$count(session)]).toEqual(before)
    for (const path of ['/api/v1/me', '/api/v1/books', '/api/v1/genres', '/api/auth/get-session'])
      expect((await caller.request(path)).status, path).toBe(200)
  })

  test.each<[string, Endpoint & { headers?: Record<string, string> }]>([
    ['a method that nobody knows', { method: 'CHANGE', path: '/api/auth/update-user' }],
    ['a path that goes back', { method: 'POST', path: '/api/auth/sign-out/../update-user' }],
    ['an open path with more behind it', { method: 'POST', path: '/api/auth/sign-out/x' }],
    ['an open path in another spelling', { method: 'POST', path: '/api/auth/sign%2Dout' }],
    ['a doubled slash', { method: 'POST', path: '//api/auth/sign-in/demo' }],
    [
      'a header that names another method',
      { method: 'POST', path: '/api/auth/update-user', headers: { 'x-http-method-override': 'GET' } },
    ],
  ])('by %s', async (_, { method, path, headers }) => {
    const caller = await entered('manager')
    const answer = await caller.request(path, { method, body: BODY, headers: headers ?? {} })
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'DEMO_MODE'])
  })

  test('by GET with a method override', async () => {
    const caller = await entered('manager')
    const before = await everythingKept()
    for (const path of ['/api/auth/update-user', '/api/auth/admin/revoke-user-sessions?userId=x', '/api/v1/books'])
      await caller.request(path, { headers: { 'x-http-method-override': 'POST', 'x-method-override': 'DELETE' } })
    expect(await everythingKept()).toEqual(before)
  })
})
