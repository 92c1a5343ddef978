import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { session, user } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { logged, request, testLog } from '#test/http.ts'
import { requestSignInCode, codeFor } from '#test/sign-in/outbox.ts'
import { createRequestHandler } from './answer.server.ts'
import { PROXY_SOCKET } from './client-address.server.ts'

useEnv({ TRUSTED_PROXIES: '10.0.0.0/8' })
useDatabase()

test.each([
  ['10.0.0.1', { 'x-forwarded-for': '1.2.3.4, 198.51.100.1' }, '198.51.100.1'],
  ['203.0.113.7', { 'x-forwarded-for': '1.2.3.4' }, '203.0.113.7'],
  [PROXY_SOCKET, { 'x-forwarded-for': '1.2.3.4, 198.51.100.2' }, '198.51.100.2'],
  ['203.0.113.7', { 'x-client-ip': '1.2.3.4' }, '203.0.113.7'],
])('a session from %s with %j keeps the address %s', async (from, headers, address) => {
  const email = `${address.replaceAll('.', '-')}-${Object.keys(headers)[0]}@example.org`
  const caller = new Caller()
  await requestSignInCode(caller, email)
  await caller.request('/api/auth/sign-in/email-otp', { from, headers, body: { email, otp: await codeFor(email) } })
  const [row] = await db
    .select({ ipAddress: session.ipAddress })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, email))
  expect(row).toEqual({ ipAddress: address })
})

test('the id of a trusted proxy is kept, if it is well-formed', async () => {
  const ID = 'd9f1c3a07b5e4f2a9c8d7e6f5a4b3c2d'
  const idOf = async (from: string, id: string) =>
    (await request('/api/v1/me', { from, headers: { 'x-request-id': id } })).headers.get('x-request-id')
  for (const from of ['10.0.0.1', PROXY_SOCKET]) expect(await idOf(from, ID)).toBe(ID)
  for (const [from, id] of [
    ['203.0.113.7', ID],
    ['10.0.0.1', 'short'],
    ['10.0.0.1', 'x'.repeat(65)],
    ['10.0.0.1', `${ID} {"forged":1}`],
  ] as const)
    expect(await idOf(from, id)).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/)
})

test('ignored headers are logged once', async () => {
  const warnings = () => logged.filter(({ msg }) => String(msg).includes('TRUSTED_PROXIES'))
  logged.splice(0)
  await request('/api/health/ready', { from: '10.0.0.1', headers: { 'x-forwarded-for': '198.51.100.1' } })
  // Another test of this file has caused the warning already.
  expect(warnings()).toHaveLength(0)
  const fresh = createRequestHandler(async () => new Response('ok'), testLog)
  const ask = (from: string) =>
    fresh(new Request(`${env().baseUrl}/`, { headers: { host: 'localhost:3000', 'x-forwarded-for': '1.2.3.4' } }), from)
  for (const from of ['10.0.0.1', '203.0.113.7', '203.0.113.7', '203.0.113.8']) await ask(from)
  expect(warnings()).toEqual([
    expect.objectContaining({ level: 40, msg: expect.stringContaining('X-Forwarded-* from 203.0.113.7 is ignored') }),
  ])
})
