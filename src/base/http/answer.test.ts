import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { aBook } from '#test/factories.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { logged, request } from '#test/http.ts'
import { BODY_LIMIT } from './request-checks.server.ts'
import { labelledValues } from '#test/labelled.ts'

useDatabase()
beforeEach(() => void logged.splice(0))

const statusOf = async (path: string, init?: Parameters<typeof request>[1]) => (await request(path, init)).status
const SEND = '/api/auth/email-otp/send-verification-otp'
let asked = 0
/** A request for a code, each for a new address. */
const newBody = () => ({ email: `ada-${(asked += 1)}@example.org`, type: 'sign-in' })

describe('the host', () => {
  test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:3000'])('%s is accepted', async (host) => {
    expect(await statusOf('/api/v1/me', { headers: { host } })).toBe(401)
  })

  test.each([
    'evil.example',
    'localhost',
    'localhost:3001',
    'localhost:3000.evil.example',
    'evil.example:3000',
    '',
    'localhost:3000, evil.example',
  ])('%j is refused', async (host) => {
    const response = await request('/api/v1/me', { headers: { host, 'x-forwarded-host': 'localhost:3000' } })
    expect([response.status, await response.json()]).toEqual([
      421,
      { code: 'MISDIRECTED_REQUEST', status: 421, message: expect.any(String) },
    ])
  })

  test.each(['http://evil.example//x', 'http://localhost:3001/login', 'http://evil.example:3000/api/v1/me'])(
    'of a target in absolute form is refused too: %s',
    async (target) => {
      expect(await statusOf(target, { headers: { host: 'localhost:3000' } })).toBe(421)
    },
  )

  test('is not checked for health probes', async () => {
    expect(await statusOf('/api/health/ready', { headers: { host: '10.0.0.7:3000' } })).toBe(200)
  })
})

describe('the origin of a change', () => {
  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])('%s is ours', async (origin) => {
    expect(await statusOf(SEND, { body: newBody(), headers: { origin } })).toBe(200)
  })

  test.each([
    'http://evil.example',
    'https://localhost:3000',
    'http://localhost',
    'http://localhost:3000.evil.example',
    'null',
    '',
  ])('%j is foreign', async (origin) => {
    const response = await request(SEND, { body: newBody(), headers: { origin } })
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'INVALID_ORIGIN', status: 403 }])
  })

  test.each(['cross-site', 'same-site'])('is foreign when the browser says %s', async (site) => {
    expect(await statusOf(SEND, { body: newBody(), headers: { 'sec-fetch-site': site } })).toBe(403)
  })

  test.each(['same-origin', 'none'])('is ours when the browser says %s', async (site) => {
    expect(
      await statusOf(SEND, { body: newBody(), headers: { 'sec-fetch-site': site, origin: 'http://localhost:3000' } }),
    ).toBe(200)
  })

  test('is not required from programs, nor for reads', async () => {
    expect(await statusOf(SEND, { body: newBody() })).toBe(200)
    expect(
      await statusOf('/api/v1/me', { headers: { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' } }),
    ).toBe(401)
    expect(await statusOf('/api/v1/me', { method: 'DELETE', headers: { origin: 'http://evil.example' } })).toBe(403)
  })
})

describe('a body', () => {
  test('of more than a megabyte is refused before it is read', async () => {
    const response = await request(SEND, { body: newBody(), headers: { 'content-length': String(BODY_LIMIT + 1) } })
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'CONTENT_TOO_LARGE', status: 413 }])
    expect(await statusOf(SEND, { body: newBody(), headers: { 'content-length': String(BODY_LIMIT) } })).toBe(200)
  })
})

describe('a call of a server function', () => {
  test.each([
    ['of another site', { origin: 'https://elsewhere.example' }, 403],
    ['that a browser says comes from another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['of a neighbour', { 'sec-fetch-site': 'same-site' }, 403],
    ['of our own page', { 'sec-fetch-site': 'same-origin' }, 404],
    ['of a program', {}, 404],
  ])('%s is refused or accepted, for reads too', async (_who, headers, status) => {
    const sent = Object.fromEntries(Object.entries(headers))
    expect((await request('/_serverFn/book.listBooks', { headers: sent })).status).toBe(status)
  })
})

describe('every answer', () => {
  test('has the headers that keep a page safe', async () => {
    for (const path of ['/api/v1/me', '/api/auth/get-session', '/nonsense', '/test/failure']) {
      const { headers } = await request(path)
      const policy = headers.get('content-security-policy') ?? ''
      // Only pages have scripts.
      expect(policy).toMatch(/script-src 'self';/)
      for (const part of [
        "default-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "form-action 'self'",
      ])
        expect(policy).toContain(part)
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })

  test('has a unique id, and a page a nonce', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => request('/test/page')))
    for (const name of ['content-security-policy', 'x-request-id'])
      expect(new Set(answers.map(({ headers }) => headers.get(name))).size).toBe(3)
    for (const { headers } of answers)
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}';/)
  })

  test('to an internal error has no details, which the log has', async () => {
    const response = await request('/test/failure', { headers: { 'accept-language': 'fr' } })
    expect([response.status, await response.json()]).toEqual([
      500,
      { code: 'UNKNOWN_ERROR', status: 500, message: expect.not.stringContaining('secret') },
    ])
    const id = response.headers.get('x-request-id')
    expect(logged).toContainEqual(
      expect.objectContaining({
        level: 50,
        requestId: id,
        err: expect.objectContaining({ message: 'A fault with a secret in it' }),
      }),
    )
  })

  test.each(
    labelledValues([
      'tz=%',
      'tz=%E0%A4%A',
      'tz=%00',
      'language=%',
      'better-auth.session_token=%',
      '=;;=',
      ';',
      'a'.repeat(8000),
    ]),
  )('is none of a fault to the cookie %s', async (_, cookie) => {
    expect(await statusOf('/api/v1/me', { headers: { cookie } })).toBe(401)
  })

  test('to odd headers is not a server error', async () => {
    for (const headers of [
      { 'accept-language': ';;q=,,*;q=2' },
      { 'accept-encoding': ';q=' },
      { 'x-forwarded-for': 'nonsense' },
      { 'content-length': 'x' },
    ]) {
      expect(await statusOf('/api/v1/me', { headers })).toBe(401)
    }
  })
})

describe('a long answer', () => {
  let reader: SignedInCaller
  const ask = (headers: Record<string, string>) => reader.request('/api/v1/genres', { headers })

  test('is compressed by Accept-Encoding', async () => {
    reader = await as('reader')
    const plain = await (await ask({})).text()
    expect(plain.length).toBeGreaterThan(1200)
    for (const [accept, encoding, unpack] of [
      ['gzip, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const response = await ask({ 'accept-encoding': accept })
      expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
        encoding,
        expect.stringContaining('Accept-Encoding'),
      ])
      expect(unpack(Buffer.from(await response.arrayBuffer())).toString()).toBe(plain)
    }
    const whole = await ask({ 'accept-encoding': 'br;q=0' })
    expect([whole.headers.get('content-encoding'), whole.headers.get('vary')]).toEqual([
      null,
      expect.stringContaining('Accept-Encoding'),
    ])
  })

  test('keeps its status, its type and its cookies', async () => {
    reader = await as('reader')
    await aBook({ title: 'x'.repeat(500), author: 'y'.repeat(300) })
    const response = await reader.request('/api/v1/books', { headers: { 'accept-encoding': 'br' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect((await request('/api/v1/me', { headers: { 'accept-encoding': 'br' } })).status).toBe(401)
    const short = await reader.request('/api/v1/me', { headers: { 'accept-encoding': 'br' } })
    expect([short.headers.get('content-encoding'), (await short.json()).id]).toEqual([null, reader.user.id])
  })
})

test('the log of requests contains no address and no code', async () => {
  await request('/login/verify?email=ada%40example.org')
  await request(SEND, { body: newBody() })
  // Not the name alone, which the id of a request may hold by chance.
  expect(JSON.stringify(logged)).not.toMatch(/ada(?:@|%40)|example\.org/)
  expect(logged.map(({ path }) => path)).toEqual(['/login/verify', SEND])
})

test('the log of requests says who asked, by ids alone', async () => {
  const reader = await as('reader')
  const { headers } = await reader.request('/api/v1/books?searchTerm=nightingale')
  expect(logged).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      requestId: headers.get('x-request-id'),
      method: 'GET',
      path: '/api/v1/books',
      status: 200,
      milliseconds: expect.any(Number),
      client: reader.address,
      user: reader.user.id,
      session: reader.session.id,
      msg: 'request',
    },
  ])
})

test('only managers are told how long the parts of an answer took', async () => {
  const [reader, manager] = [await as('reader'), await as('manager')]
  const timing = async (caller: { request: typeof request }) =>
    (await caller.request('/api/v1/books')).headers.get('server-timing')
  expect(await timing(manager)).toMatch(/^db;dur=[\d.]+;desc="queries: [1-9]\d*", render;dur=0, total;dur=[\d.]+$/)
  expect([await timing(reader), await timing({ request })]).toEqual([null, null])
})
