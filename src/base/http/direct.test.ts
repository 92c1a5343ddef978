import { describe, expect, test } from 'vitest'
import { withDirectPaths } from './direct.server.ts'

const answered = (by: string) => async () => new Response(by)
const handle = withDirectPaths({ '/api/v1': answered('direct'), '/api/auth': answered('auth') }, answered('start'))
const whoAnswers = async (path: string, init?: RequestInit) =>
  (await handle(new Request(`http://localhost${path}`, init))).text()

describe('answered directly', () => {
  test.each([
    ['/api/v1/books', 'direct'],
    ['/api/v1/books?searchTerm=a%20b', 'direct'],
    ['/api/v1/books/01a1fc5f-3ab8-711d-bde4-965ef5d28919', 'direct'],
    ['/api/auth/get-session', 'auth'],
  ])('%s', async (path, by) => expect(await whoAnswers(path)).toBe(by))

  test('also a change', async () => expect(await whoAnswers('/api/v1/books', { method: 'POST' })).toBe('direct'))
})

describe('left to TanStack Start', () => {
  test.each([
    '/',
    '/app/books',
    '/api/v1',
    '/api/v1/',
    '/api/v1/books/',
    '/api/v1//books',
    '/api/v1/openapi.json',
    '/api/v1/b%6Foks',
    '/API/v1/books',
    '/api/v2/books',
    '/api/toString/books',
    '/api/health/live',
  ])('%s', async (path) => expect(await whoAnswers(path)).toBe('start'))

  test('a request for the headers', async () =>
    expect(await whoAnswers('/api/v1/books', { method: 'HEAD' })).toBe('start'))
})

test('the body of an answer that nobody waits for is ended, and the request fails as elsewhere', async () => {
  const leaving = new AbortController()
  let isEnded = false
  const body = new ReadableStream({ cancel: () => void (isEnded = true) })
  const slow = withDirectPaths(
    {
      '/api/v1': async () => {
        leaving.abort()
        return new Response(body)
      },
    },
    answered('start'),
  )
  const request = new Request('http://localhost/api/v1/books', { signal: leaving.signal })
  await expect(slow(request)).rejects.toThrow('aborted')
  expect(isEnded).toBe(true)
})
