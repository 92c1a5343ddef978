import { request as connect } from 'node:http'
import { eq } from 'drizzle-orm'
import { serve } from 'srvx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { session } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { as, type Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { handle, logged, testLog } from '#test/http.ts'
import { rest } from '#api.server.ts'
import { RESTORE_LIMIT } from '#base/lib/restore-file.ts'
import { createRequestHandler } from './answer.server.ts'
import { afterBody } from './connection-end.server.ts'
import { withDirectPaths } from './direct.server.ts'
import { BODY_LIMIT } from './request-checks.server.ts'

useDatabase()

const MEGABYTE = 1_000_000
let server: ReturnType<typeof serve>
let uploads: ReturnType<typeof serve>
const uploading = createRequestHandler(
  withDirectPaths({ '/api/v1': rest }, async () => new Response()),
  testLog,
)

// As src/server.ts listens: with the limit in the socket's reader, for a body that does not say how long it is, and the rest
// of a body read after the answer, so that a client that still sends gets the answer and no reset connection.
beforeAll(async () => {
  server = serve({
    hostname: '127.0.0.1',
    port: 0,
    silent: true,
    gracefulShutdown: false,
    maxRequestBodySize: BODY_LIMIT,
    fetch: (request) => afterBody(request, handle(request, request.ip ?? '')),
  })
  uploads = serve({
    hostname: '127.0.0.1',
    port: 0,
    silent: true,
    gracefulShutdown: false,
    maxRequestBodySize: 2 * RESTORE_LIMIT,
    fetch: (request) => afterBody(request, uploading(request, request.ip ?? '')),
  })
  await Promise.all([server.ready(), uploads.ready()])
})
afterAll(() => Promise.all([server.close(true), uploads.close(true)]))

interface Sent {
  path: string
  method?: string
  megabytes: number
  /** Without a Content-Length: in chunks. */
  isChunked?: boolean
  type?: string
  caller?: Caller
  to?: () => ReturnType<typeof serve>
}

/** Sends a body through a real socket; returns the status, or `cut` if the server closed it, as after 413. */
function send({
  path,
  method = 'POST',
  megabytes,
  isChunked,
  type = 'application/json',
  caller,
  to = () => server,
}: Sent) {
  const length = megabytes * MEGABYTE
  const headers: Record<string, string> = {
    host: new URL(env().baseUrl).host,
    origin: env().baseUrl,
    'content-type': type,
  }
  headers[isChunked ? 'transfer-encoding' : 'content-length'] = isChunked ? 'chunked' : String(length)
  if (caller) headers.cookie = caller.cookieHeader
  return new Promise<number | 'cut' | 'kept open'>((resolve) => {
    const sending = connect(new URL(path, to().url), { method, headers }, (response) => {
      response.resume()
      const { statusCode = 0, headers: answered } = response
      resolve(statusCode === 413 && answered.connection !== 'close' ? 'kept open' : statusCode)
    })
    sending.on('error', () => resolve('cut'))
    const piece = Buffer.alloc(Math.min(length, 100_000), 'x')
    let left = length
    const write = () => {
      while (left > 0 && !sending.destroyed) {
        left -= piece.length
        if (!sending.write(piece)) return void sending.once('drain', write)
      }
      sending.end()
    }
    write()
  })
}

const ways = [
  '/api/auth/email-otp/send-verification-otp',
  '/api/auth/sign-in/email-otp',
  '/api/auth/update-user',
  '/api/auth/sign-out',
  '/api/auth/revoke-sessions',
  '/api/auth/admin/impersonate-user',
  '/api/auth/admin/revoke-user-sessions',
  '/api/auth/nonsense',
  '/api/v1/books',
  '/api/v1/account/onboard',
  '/_serverFn/book-edit/createBook',
  '/app/books',
]

test.each([
  ['GET', '/api/auth/list-accounts', 401],
  ['POST', '/api/auth/sign-out', 200],
  ['GET', '/api/auth/get-session', 200],
  ['GET', '/api/auth/callback/nobody', 302],
])('an invalid session cookie counts as signed out: %s %s answers %i', async (method, path, status) => {
  const caller = await as('reader')
  await db.delete(session).where(eq(session.userId, caller.user.id))
  const headers = {
    cookie: caller.cookieHeader,
    origin: env().baseUrl,
    host: new URL(env().baseUrl).host,
    ...(method === 'POST' && { 'content-type': 'application/json' }),
  }
  const answered = await new Promise((resolve, reject) => {
    const sending = connect(new URL(path, server.url), { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sending.on('error', reject).end(method === 'POST' ? '{}' : '')
  })
  expect(answered).toBe(status)
})

describe('a body of ten megabytes', () => {
  test.each(ways)('is refused by its Content-Length: %s', async (path) => {
    expect([413, 'cut']).toContain(await send({ path, megabytes: 10, caller: await as('manager') }))
  })

  test.each(ways)('is not read to its end without Content-Length: %s', async (path) => {
    const before = logged.filter(({ level }) => level === 50).length
    expect([413, 'cut']).toContain(await send({ path, megabytes: 10, isChunked: true, caller: await as('manager') }))
    expect(await send({ path, megabytes: 1.1, isChunked: true, caller: await as('manager') })).toBe(413)
    expect(logged.filter(({ level }) => level === 50).slice(before)).toEqual([])
  })

  test.each([
    ['POST', '/api/v1/books'],
    ['PATCH', '/api/v1/books/01890000-0000-7000-8000-000000000000'],
    ['DELETE', '/api/v1/books/01890000-0000-7000-8000-000000000000'],
    ['POST', '/api/v1/users/01890000-0000-7000-8000-000000000000/ban'],
  ])('to the API is refused as too large, with or without Content-Length: %s %s', async (method, path) => {
    const caller = await as('manager')
    for (const type of ['application/json', 'text/plain'])
      expect(await send({ path, method, type, megabytes: 2, isChunked: true, caller })).toBe(413)
    expect([413, 'cut']).toContain(await send({ path, method, megabytes: 2, caller }))
  })

  test.each(['/login', '/login/verify?email=a@example.org', '/onboarding'])('nor as a form: %s', async (path) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      for (const isChunked of [false, true]) {
        const status = await send({ path, megabytes: 10, isChunked, type, caller: await as('newcomer') })
        expect([413, 'cut'], `${status} ${type}`).toContain(status)
      }
  })

  test('does not affect the server: half a megabyte is read and answered', async () => {
    expect(await send({ path: '/api/auth/update-user', megabytes: 0.5, caller: await as('reader') })).toBe(400)
  })
})

test.each([true, false])('a file over its limit is 413 and ends the connection, in chunks: %s', async (isChunked) => {
  const caller = await as('manager')
  const file = { path: '/api/v1/imports', type: 'text/csv', megabytes: 80, caller, to: () => uploads }
  expect(await send({ ...file, isChunked })).toBe(413)
})

test.each([true, false])('a package may be larger than a file that is imported, in chunks: %s', async (isChunked) => {
  const caller = await as('manager')
  const file = { path: '/api/v1/updates', type: 'application/octet-stream', caller, to: () => uploads }
  // Not 413: no package was installed here, so none is replaced.
  expect(await send({ ...file, isChunked, megabytes: 80 })).toBe(404)
  expect([413, 'cut']).toContain(await send({ ...file, megabytes: 600 }))
})
