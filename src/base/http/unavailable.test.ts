import { beforeAll, expect, inject, test } from 'vitest'
import { connect, disconnect } from '#base/db/connection/client.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { logged, request } from '#test/http.ts'

useDatabase()
let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
  await disconnect()
})

const SENTENCE = 'Maktaba ne peut pas le faire pour l’instant. Veuillez réessayer dans un instant.'

/** What is asked, with a session, without one and by a form, while the database is gone. */
const REQUESTS: [string, string, unknown][] = [
  ['GET', '/api/v1/books', undefined],
  ['POST', '/api/v1/books', { title: 'Nedjma' }],
  ['GET', '/api/auth/get-session', undefined],
  ['POST', '/api/auth/sign-out', {}],
  ['POST', '/api/auth/email-otp/send-verification-otp', { email: 'amina@example.org', type: 'sign-in' }],
  ['POST', '/api/auth/sign-in/email-otp', { email: 'amina@example.org', otp: '123456' }],
]

async function expectUnavailable(): Promise<void> {
  for (const [method, path, body] of REQUESTS) {
    const headers = { cookie: `${manager.cookieHeader}; language=fr`, origin: 'http://localhost:3000' }
    const response = await request(path, { method, headers, ...(body !== undefined && { body }) })
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '5'])
    expect(await response.json()).toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE', status: 503, message: SENTENCE })
  }
  expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
}

test('a database that cannot be reached answers 503 with Retry-After, in the language of the visitor', async () => {
  connect({ connectionString: 'postgres://nobody@127.0.0.1:1/x' }, () => undefined)
  await expectUnavailable()
  await disconnect()
})

test('so does a pool that gives out no connections', async () => {
  const { app } = inject('server')
  const pool = connect(app, () => undefined)
  pool.refuse(true)
  await expectUnavailable()
  const ready = await request('/api/health/ready')
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5'])
  await disconnect()
})
