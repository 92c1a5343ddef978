import { afterEach, describe, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { account, user } from '#base/db/tables/user.ts'
import { readInstallation } from '#kit/installation/installation.server.ts'
import { as, Caller, inRequest } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { GITHUB } from '#test/sign-in/github.ts'
import { labelledValues } from '#test/labelled.ts'
import {
  startSocialSignIn,
  openCallback,
  errorOf,
  OidcVisit,
  signInWithOidc,
  useOidc,
  signedInEmail,
} from '#test/sign-in/oidc.ts'
import { CLIENT_SECRET } from '#test/sign-in/oidc-provider.ts'

const oidc = await useOidc()
useDatabase()
useEnv({ ...GITHUB, GOOGLE_CLIENT_ID: 'the-id-at-google', GOOGLE_CLIENT_SECRET: 'the-secret-at-google' })
afterEach(() => vi.useRealTimers())

const SECRETS = [CLIENT_SECRET, GITHUB.GITHUB_CLIENT_SECRET, 'the-secret-at-google']
const person = { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' }
oidc.people.set(person.sub, person)

/** The callback URL that the provider redirects to, not opened yet. */
const callbackUrl = async (caller: Caller): Promise<URL> =>
  new URL(await new OidcVisit().follow(await startSocialSignIn(caller), person.sub))
const ask = (caller: Caller, body: unknown) => caller.request('/api/auth/sign-in/social', { body })
const readAnswer = async (response: Response) => {
  const body = await response.json()
  return [response.status, body.code]
}

describe('the callback of a provider', () => {
  test.each(
    labelledValues(['', '?code=x', '?error=access_denied', '?state=', '?state=x&code=x', '?state=%00&code=%00']),
  )('without a state of ours leads to the error page: %s', async (_, query) => {
    const caller = new Caller()
    expect(errorOf(await openCallback(caller, `http://localhost/api/auth/callback/oidc${query}`))).not.toBeNull()
    expect(caller.cookies.size).toBe(0)
  })

  test.each(['?state=a&state=b', '?code=a&code=b&state=a', '?error=a&error=b'])(
    'that is none is refused: %s',
    async (query) => {
      const caller = new Caller()
      const { status, location } = await openCallback(caller, `http://localhost/api/auth/callback/oidc${query}`)
      expect([status, location, caller.cookies.size]).toEqual([400, '', 0])
    },
  )

  test('of another browser signs nobody in, and still works in that browser', async () => {
    const [attacker, victim] = [new Caller(), new Caller()]
    const back = await callbackUrl(attacker)
    for (const other of [victim, await as('reader')]) {
      const before = await signedInEmail(other)
      expect(errorOf(await openCallback(other, back.href))).toBe('state_mismatch')
      expect(await signedInEmail(other)).toBe(before)
    }
    // Nor with a pending sign-in of its own.
    await startSocialSignIn(victim)
    expect(errorOf(await openCallback(victim, back.href))).toBe('state_mismatch')
    expect(errorOf(await openCallback(attacker, back.href))).toBeNull()
    expect(await signedInEmail(attacker)).toBe(person.email)
  })

  test('works once', async () => {
    const caller = new Caller()
    const back = await callbackUrl(caller)
    const state = caller.cookies.get('better-auth.state') ?? ''
    expect(errorOf(await openCallback(caller, back.href))).toBeNull()
    caller.cookies.delete('better-auth.session_token')
    caller.cookies.set('better-auth.state', state)
    expect(errorOf(await openCallback(caller, back.href))).toBe('state_mismatch')
    expect(await signedInEmail(caller)).toBeUndefined()
  })

  test('opened twice concurrently works at most once', async () => {
    const caller = new Caller()
    const back = await callbackUrl(caller)
    const arrivals = await Promise.all(Array.from({ length: 8 }, () => openCallback(caller, back.href)))
    expect(arrivals.every(({ status }) => status === 302)).toBe(true)
    expect(arrivals.filter((arrival) => errorOf(arrival) === null).length).toBeLessThanOrEqual(1)
  })

  test('with the code of another sign-in, used or not, signs nobody in', async () => {
    const [first, second, third] = [new Caller(), new Caller(), new Caller()]
    const [used, unused] = [await callbackUrl(first), await callbackUrl(second)]
    await openCallback(first, used.href)
    for (const { searchParams } of [used, unused]) {
      const back = await callbackUrl(third)
      back.searchParams.set('code', searchParams.get('code') ?? '')
      expect(errorOf(await openCallback(third, back.href))).toBe('invalid_code')
      expect(await signedInEmail(third)).toBeUndefined()
    }
  })

  test.each(['https://accounts.google.com', 'http://127.0.0.1:1', 'x'])(
    'from another issuer is refused: %s',
    async (iss) => {
      const caller = new Caller()
      const back = await callbackUrl(caller)
      expect(back.searchParams.get('iss')).toBe(oidc.issuer)
      back.searchParams.set('iss', iss)
      expect(errorOf(await openCallback(caller, back.href))).toBe('issuer_mismatch')
      expect(await signedInEmail(caller)).toBeUndefined()
    },
  )

  test.each(['constructor', '__proto__', 'unknown'])('to a provider that is none is refused: %s', async (provider) => {
    const caller = new Caller()
    const back = await callbackUrl(caller)
    back.pathname = `/api/auth/callback/${provider}`
    expect(errorOf(await openCallback(caller, back.href))).toBe('oauth_provider_not_found')
    expect(await signedInEmail(caller)).toBeUndefined()
  })

  test('expires after ten minutes', async () => {
    const caller = new Caller()
    const back = await callbackUrl(caller)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    expect(errorOf(await openCallback(caller, back.href))).toBe('state_mismatch')
  })

  test.each(['<script>', 'x\r\nSet-Cookie: a=b', `//evil.example/?${'x'.repeat(5000)}`])(
    'with any error leads to our own page: %s',
    async (error) => {
      const caller = new Caller()
      const back = await callbackUrl(caller)
      back.searchParams.set('error', error)
      const arrival = await openCallback(caller, back.href)
      expect(errorOf(arrival)).toBe(error)
      expect([...caller.cookies.keys()]).toEqual([])
    },
  )
})

describe('the redirect after a sign-in by a provider', () => {
  test.each([
    '//evil.example',
    'https://evil.example',
    'http://localhost:3000.evil.example/',
    'http://localhost:3000@evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\0/evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    '%2F%2Fevil.example',
    'https%3A%2F%2Fevil.example',
    'evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'http://localhost:3000//evil.example',
    '',
    7,
    null,
    ['/app'],
    undefined,
  ])('is no other site: %j', async (callbackURL) => {
    expect(await readAnswer(await ask(new Caller(), { provider: 'oidc', callbackURL }))).toEqual([
      400,
      'INVALID_CALLBACK_URL',
    ])
  })

  test.each(['/%2F/evil.example', '/%5Cevil.example', '/%09/evil.example', '/@evil.example', '/app?a=//evil.example'])(
    'stays here with whatever looks like one: %s',
    async (callbackURL) => {
      const { location } = await signInWithOidc(oidc, new Caller(), person, { callbackURL })
      expect(location).toBe(`http://localhost:3000${callbackURL}`)
      expect(new URL(location).origin).toBe('http://localhost:3000')
    },
  )
})

describe('starting a sign-in by a provider', () => {
  test('answers a URL and a redirect, and no secrets', async () => {
    const caller = new Caller()
    const response = await ask(caller, { provider: 'oidc', callbackURL: '/app' })
    const text = await response.text()
    const { url, redirect, ...rest } = JSON.parse(text)
    expect([response.status, redirect, rest]).toEqual([200, true, {}])
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { origin, searchParams } = new URL(url)
    expect(origin).toBe(oidc.issuer)
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'maktaba',
      scope: 'openid email profile',
      redirect_uri: 'http://localhost:3000/api/auth/callback/oidc',
      state: expect.stringMatching(/^[\w-]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^better-auth\.state=.+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    for (const secret of SECRETS) expect(text + JSON.stringify([...response.headers])).not.toContain(secret)
  })

  test.each([
    ['github', 'https://github.com/login/oauth/authorize', 'the-id-at-github', 'read:user user:email'],
    ['google', 'https://accounts.google.com/o/oauth2/v2/auth', 'the-id-at-google', 'email profile openid'],
  ])('leads to %s', async (provider, endpoint, id, scope) => {
    const text = await (await ask(new Caller(), { provider, callbackURL: '/app' })).text()
    for (const secret of SECRETS) expect(text).not.toContain(secret)
    const { origin, pathname, searchParams } = new URL(JSON.parse(text).url)
    expect(`${origin}${pathname}`).toBe(endpoint)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: id,
      redirect_uri: `http://localhost:3000/api/auth/callback/${provider}`,
      scope,
    })
  })

  test('is offered for the configured providers, without their secrets', async () => {
    const settings = await inRequest(readInstallation)
    expect(settings.providers).toEqual([
      { id: 'github', name: 'GitHub' },
      { id: 'google', name: 'Google' },
      { id: 'oidc', name: 'the university' },
    ])
    for (const secret of SECRETS) expect(JSON.stringify(settings)).not.toContain(secret)
  })

  test('ignores everything but the provider and the callback path', async () => {
    const evil = 'https://evil.example/'
    const caller = new Caller()
    const victim = await as('manager')
    const response = await ask(caller, {
      provider: 'oidc',
      callbackURL: '/app',
      errorCallbackURL: evil,
      newUserCallbackURL: evil,
      scopes: ['offline_access'],
      loginHint: 'somebody',
      requestSignUp: true,
      disableRedirect: true,
      additionalParams: { prompt: 'none', claims: '{}' },
      additionalData: { link: { userId: victim.user.id, email: person.email }, callbackURL: evil, serverContext: {} },
      idToken: { token: 'x.y.z' },
    })
    const { url, redirect } = await response.json()
    expect(redirect).toBe(true)
    expect(new URL(url).searchParams.get('scope')).toBe('openid email profile')
    for (const name of ['login_hint', 'prompt', 'claims']) expect(new URL(url).searchParams.has(name)).toBe(false)
    const stranger = { sub: 'stranger', email: 'stranger@example.org', email_verified: true }
    oidc.people.set(stranger.sub, stranger)
    expect((await openCallback(caller, await new OidcVisit().follow(url, 'stranger'))).location).toBe(
      'http://localhost:3000/app',
    )
    expect(await signedInEmail(caller)).toBe('stranger@example.org')
    const denied = await openCallback(caller, await new OidcVisit().follow(await startSocialSignIn(caller), undefined))
    expect(new URL(denied.location).origin).toBe('http://localhost:3000')
    const owners = await db.select({ userId: account.userId }).from(account)
    expect(owners.map(({ userId }) => userId)).not.toContain(victim.user.id)
  })

  test.each(['constructor', '__proto__', 'toString', 'unknown', '', 'OIDC', 'oidc\0'])(
    'that is none is refused: %j',
    async (provider) => {
      expect(await readAnswer(await ask(new Caller(), { provider, callbackURL: '/' }))).toEqual([
        404,
        'PROVIDER_NOT_FOUND',
      ])
    },
  )

  test.each([undefined, null, 7, ['oidc'], { id: 'oidc' }])('that is no name is refused: %j', async (provider) => {
    expect(await readAnswer(await ask(new Caller(), { provider, callbackURL: '/' }))).toEqual([
      400,
      'PROVIDER_NOT_FOUND',
    ])
  })

  test('requires a same-origin POST', async () => {
    const caller = new Caller()
    expect([404, 405]).toContain((await caller.request('/api/auth/sign-in/social?provider=oidc&callbackURL=/')).status)
    for (const origin of ['http://evil.example', 'null', oidc.issuer]) {
      const init = { body: { provider: 'oidc', callbackURL: '/' }, headers: { origin } }
      expect((await caller.request('/api/auth/sign-in/social', init)).status).toBe(403)
    }
    expect(caller.cookies.size).toBe(0)
  })

  test.each(
    labelledValues([
      '',
      '{',
      '[]',
      'null',
      '7',
      '"oidc"',
      `{"provider":"oidc","callbackURL":"/${'x'.repeat(900_000)}"}`,
    ]),
  )('in whatever form ends in no fault of ours: %s', async (_, body) => {
    const before = await db.$count(user)
    const { status } = await ask(new Caller(), body)
    expect(status).toBeLessThan(500)
    expect(await db.$count(user)).toBe(before)
  })
})
