import { beforeAll, describe, expect, test } from 'vitest'
import { as, type Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { restEndpoints } from '#test/endpoints.ts'
import { aBook } from '#test/factories.ts'

useDatabase()

let reader: SignedInCaller
beforeAll(async () => {
  reader = await as('reader')
})

const ID = '01890000-0000-7000-8000-000000000000'
const BOOKS = 'GET, HEAD, POST, OPTIONS'
const BOOK = 'GET, HEAD, PATCH, DELETE, OPTIONS'
const READ = 'GET, HEAD, OPTIONS'

async function answerOf(caller: Caller, method: string, path: string, headers: Record<string, string> = {}) {
  const response = await caller.request(path, { method, headers })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** Headers that differ between equal responses. */
const without = (headers: Headers, ...names: string[]) =>
  Object.fromEntries([...headers].filter(([name]) => !['x-request-id', ...names].includes(name)))

describe('HEAD', () => {
  test('has the headers of GET and no body', async () => {
    const { id } = await aBook()
    const paths = ['/api/v1/books', `/api/v1/books/${id}`, '/api/v1/genres', '/api/v1/me', '/api/v1/books?limit=0']
    for (const path of [...paths, `/api/v1/books/${ID}`, '/api/v1/users', '/api/v1/nonsense']) {
      const [got, head] = [await answerOf(reader, 'GET', path), await answerOf(reader, 'HEAD', path)]
      expect([path, head.status, head.text]).toEqual([path, got.status, ''])
      expect(without(head.headers)).toEqual(without(got.headers))
      const packed = await answerOf(reader, 'GET', path, { 'accept-encoding': 'br' })
      expect(without(head.headers)).toEqual(without(packed.headers, 'content-encoding'))
    }
  })

  test('is for those who may', async () => {
    expect(await answerOf(await as('stranger'), 'HEAD', '/api/v1/me')).toMatchObject({ status: 401, text: '' })
  })
})

describe('OPTIONS', () => {
  test.each([
    ['/api/v1/books', BOOKS],
    ['/api/v1/books/', BOOKS],
    [`/api/v1/books/${ID}`, BOOK],
    ['/api/v1/books/nonsense', BOOK],
    ['/api/v1/genres', BOOKS],
    [`/api/v1/genres/${ID}`, BOOK],
    [`/api/v1/genres/${ID}/merge`, 'POST, OPTIONS'],
    ['/api/v1/me', READ],
    ['/api/v1/users', BOOKS],
    [`/api/v1/users/${ID}/sessions`, 'GET, HEAD, DELETE, OPTIONS'],
    [`/api/v1/users/${ID}/ban`, 'POST, DELETE, OPTIONS'],
  ])('%s lists the methods', async (path, allow) => {
    for (const caller of [reader, await as('stranger')]) {
      const { status, text, headers } = await answerOf(caller, 'OPTIONS', path)
      expect([status, text, headers.get('allow')]).toEqual([204, '', allow])
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('of a path that there is not is not found', async () => {
    for (const path of ['/api/v1/nonsense', '/api/v1/account/onboard', '/api/v1/books/1/2'])
      expect((await answerOf(reader, 'OPTIONS', path)).status).toBe(404)
  })
})

describe('another method', () => {
  test.each([
    ['PUT', `/api/v1/books/${ID}`, BOOK],
    ['POST', `/api/v1/books/${ID}`, BOOK],
    ['PATCH', '/api/v1/books', BOOKS],
    ['DELETE', '/api/v1/books', BOOKS],
    ['PATCH', '/api/v1/genres', BOOKS],
    ['DELETE', '/api/v1/me', READ],
    ['PROPFIND', '/api/v1/me', READ],
    ['GET', `/api/v1/users/${ID}/ban`, 'POST, DELETE, OPTIONS'],
    ['HEAD', `/api/v1/users/${ID}/ban`, 'POST, DELETE, OPTIONS'],
  ])('%s %s is not allowed', async (method, path, allow) => {
    const { status, text, headers } = await answerOf(reader, method, path)
    expect([status, headers.get('allow'), headers.get('cache-control')]).toEqual([405, allow, 'no-store'])
    if (method === 'HEAD') return expect(text).toBe('')
    expect(JSON.parse(text)).toEqual({ code: 'METHOD_NOT_ALLOWED', status: 405, message: 'That cannot be done here' })
  })

  test('is refused on every path, with the path’s methods', async () => {
    const paths = new Set(restEndpoints().map(({ path }) => path))
    for (const path of paths) {
      const allowed = (await answerOf(reader, 'OPTIONS', path)).headers.get('allow')?.split(', ')
      // Those of server functions have no path.
      if (!allowed) continue
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
        expect([path, method, (await answerOf(reader, method, path)).status !== 405]).toEqual([
          path,
          method,
          allowed.includes(method),
        ])
    }
  })
})
