import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { env } from '#base/env/env.server.ts'
import { Caller, inRequest } from '#test/callers.ts'
import { SECRET_KEY, startCaptchaService } from '#test/sign-in/captcha-service.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { logged } from '#test/http.ts'
import { requestSignInCode, codeFor, enterCode, mailsTo } from '#test/sign-in/outbox.ts'
import { auth } from './auth.server.ts'
import { captchaPlugins } from './captcha.server.ts'

const SITE_KEY = 'the-site-key'
const SEND = '/api/auth/email-otp/send-verification-otp'
const service = await startCaptchaService()
useEnv({
  CAPTCHA_PROVIDER: 'cloudflare-turnstile',
  CAPTCHA_SITE_KEY: SITE_KEY,
  CAPTCHA_SECRET_KEY: SECRET_KEY,
  CAPTCHA_VERIFY_URL: service.url,
})
useDatabase()
beforeEach(() => {
  service.mood = 'well'
  service.asked.length = 0
  logged.length = 0
})
afterAll(() => service.close())

const withToken = (token: string) => ({ 'x-captcha-response': token })

/** Status and body of a response, which must never contain the secret. */
async function readAnswer(response: Response) {
  const text = await response.text()
  expect(text).not.toContain(SECRET_KEY)
  expect(JSON.stringify([...response.headers])).not.toContain(SECRET_KEY)
  return { status: response.status, body: JSON.parse(text) as unknown }
}

describe('requesting a code, with a captcha configured', () => {
  test('with a valid token sends it, and passes the client’s address to the provider', async () => {
    const caller = new Caller()
    const token = service.newToken()
    const response = await caller.request(SEND, {
      body: { email: 'ada@example.org', type: 'sign-in' },
      headers: withToken(token),
      from: '192.0.2.7',
    })
    expect((await readAnswer(response)).status).toBe(200)
    expect(service.asked).toEqual([{ secret: SECRET_KEY, response: token, remoteip: '192.0.2.7' }])
    await expect.poll(() => mailsTo('ada@example.org')).toHaveLength(1)
    // Entering the code needs no captcha.
    expect((await enterCode(caller, 'ada@example.org', await codeFor('ada@example.org'))).status).toBe(200)
    expect(service.asked).toHaveLength(1)
  })

  test.each([
    ['a wrong token', withToken('wrong'), 403, 'VERIFICATION_FAILED'],
    ['an empty token', withToken(''), 400, 'MISSING_RESPONSE'],
    ['no token', {}, 400, 'MISSING_RESPONSE'],
  ])('with %s is refused, and nothing is sent', async (_, headers, status, code) => {
    const refused = await readAnswer(await requestSignInCode(new Caller(), 'victim@example.org', headers))
    expect(refused).toMatchObject({ status, body: { code } })
    expect(await mailsTo('victim@example.org')).toEqual([])
  })

  test('with a used token is refused', async () => {
    const headers = withToken(service.newToken())
    expect((await requestSignInCode(new Caller(), 'bob@example.org', headers)).status).toBe(200)
    const again = await readAnswer(await requestSignInCode(new Caller(), 'bob@example.org', headers))
    expect(again).toMatchObject({ status: 403, body: { code: 'VERIFICATION_FAILED' } })
    expect(await mailsTo('bob@example.org')).toHaveLength(1)
  })

  test('without success does not count against the address’s limit', async () => {
    for (let attempt = 0; attempt < 20; attempt++)
      await requestSignInCode(new Caller(), 'grace@example.org', withToken('wrong'))
    expect((await requestSignInCode(new Caller(), 'grace@example.org', withToken(service.newToken()))).status).toBe(200)
  })

  test('by the form without script reports the missing captcha', async () => {
    const response = await new Caller().request('/login', { body: new URLSearchParams({ email: 'ada@example.org' }) })
    expect((await readAnswer(response)).body).toMatchObject({
      values: { email: 'ada@example.org' },
      error: { code: 'MISSING_RESPONSE' },
    })
  })
})

describe('a provider that', () => {
  const unavailable = { status: 503, body: { code: 'SERVICE_UNAVAILABLE' } }

  test('answers with an error is reported as unavailable, and logged', async () => {
    service.mood = 'broken'
    const response = await requestSignInCode(new Caller(), 'alan@example.org', withToken(service.newToken()))
    expect(await readAnswer(response)).toMatchObject(unavailable)
    expect(logged).toContainEqual(expect.objectContaining({ level: 50, msg: expect.stringContaining('captcha') }))
    expect(JSON.stringify(logged)).not.toContain(SECRET_KEY)
    expect(await mailsTo('alan@example.org')).toEqual([])
  })

  test('is too slow is reported as unavailable', async () => {
    service.mood = 'silent'
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const asking = requestSignInCode(new Caller(), 'alan@example.org', withToken(service.newToken()))
      while (service.asked.length === 0) await new Promise(setImmediate)
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await readAnswer(await asking)).toMatchObject(unavailable)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is down is reported as unavailable', async () => {
    const dead = await startCaptchaService()
    await dead.close()
    const { response } = (await verify({ provider: 'hcaptcha', verifyUrl: dead.url }, 'any')) ?? {}
    expect(response && (await readAnswer(response))).toMatchObject(unavailable)
  })
})

type Settings = NonNullable<ReturnType<typeof env>['captcha']>
type Context = Parameters<ReturnType<typeof captchaPlugins>[number]['onRequest']>[1]

/** Calls only the plugin, with another provider's settings; undefined lets the request pass. */
async function verify(settings: Pick<Settings, 'provider'> & Partial<Settings>, token: string) {
  const own = env()
  const before = own.captcha
  own.captcha = { siteKey: SITE_KEY, secretKey: SECRET_KEY, verifyUrl: service.url, ...settings }
  try {
    const [plugin] = captchaPlugins()
    const headers = { ...withToken(token), 'x-client-ip': '192.0.2.7' }
    const request = new Request(`${own.baseUrl}${SEND}`, { method: 'POST', headers })
    const context = (await auth().$context) as unknown as Context
    return await inRequest(() => plugin!.onRequest(request, context))
  } finally {
    own.captcha = before
  }
}

describe('each provider', () => {
  test.each([
    ['cloudflare-turnstile', { remoteip: '192.0.2.7' }],
    ['google-recaptcha', { remoteip: '192.0.2.7' }],
    ['hcaptcha', { sitekey: SITE_KEY, remoteip: '192.0.2.7' }],
    ['captchafox', { sitekey: SITE_KEY, remoteIp: '192.0.2.7' }],
  ] as const)('%s is asked as it wants to be', async (provider, fields) => {
    const token = service.newToken()
    expect(await verify({ provider }, token)).toBeUndefined()
    expect(service.asked).toEqual([{ secret: SECRET_KEY, response: token, ...fields }])
    const { response } = (await verify({ provider }, 'wrong')) ?? {}
    expect(response && (await readAnswer(response))).toMatchObject({
      status: 403,
      body: { code: 'VERIFICATION_FAILED' },
    })
  })
})
