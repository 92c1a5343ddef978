import { describe, expect, test } from 'vitest'
import { moveClock } from '#base/lib/clock.ts'
import { as, Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { requestSignInCode, codeFor, enterCode } from '#test/sign-in/outbox.ts'
import { sessionCookieName } from './session/session.server.ts'

useEnv({ BASE_URL: 'https://library.example.org', MAIL: 'outbox' })
useDatabase()

describe('over https', () => {
  test('the cookie of a sign-in is Secure', async () => {
    const caller = new Caller()
    await requestSignInCode(caller, 'ada@example.org')
    const response = await enterCode(caller, 'ada@example.org', await codeFor('ada@example.org'))
    const [cookie = ''] = response.headers.getSetCookie()
    const [pair, ...attributes] = cookie.split('; ')
    expect(pair).toMatch(new RegExp(`^${sessionCookieName()}=`))
    expect(sessionCookieName()).toBe('__Secure-better-auth.session_token')
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect((await caller.request('/api/v1/me')).status).toBe(403)
  })

  test('a renewed cookie stays Secure', async () => {
    const caller = await as('reader')
    moveClock(2 * 24 * 3600 * 1000)
    const [cookie] = (await caller.request('/api/v1/me')).headers.getSetCookie()
    moveClock(0)
    expect(cookie).toMatch(
      /^__Secure-better-auth\.session_token=.+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  test('a cookie without the prefix is ignored', async () => {
    const caller = await as('reader')
    const value = caller.cookies.get(sessionCookieName()) ?? ''
    const response = await caller.request('/api/v1/me', { headers: { cookie: `better-auth.session_token=${value}` } })
    expect(response.status).toBe(401)
  })

  test('responses have Strict-Transport-Security', async () => {
    const response = await new Caller().request('/api/v1/me')
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/)
  })

  test('no other host and no other origin is served', async () => {
    const caller = new Caller()
    expect((await caller.request('/api/v1/me', { headers: { host: 'localhost:3000' } })).status).toBe(421)
    const body = { email: 'ada@example.org', type: 'sign-in' }
    for (const origin of [
      'http://library.example.org',
      'https://library.example.org.evil.example',
      'http://localhost:3000',
      'null',
    ]) {
      expect(
        (await caller.request('/api/auth/email-otp/send-verification-otp', { body, headers: { origin } })).status,
      ).toBe(403)
    }
  })
})
