import { createHash } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { session, user, verification } from '#base/db/tables/user.ts'
import { CODE_MINUTES } from './credentials.schema.ts'
import { as, Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { requestSignInCode, codeFor, enterCode, mailsTo, signInByCode, wrongFor } from '#test/sign-in/outbox.ts'
import { labelledValues } from '#test/labelled.ts'

useDatabase()

const bodyOf = async (response: Response) => ({ status: response.status, body: await response.json() })
let count = 0
const newAddress = (): string => `guest-${(count += 1)}@example.org`

/** A browser that has requested a code, and the code from the mail. */
async function asked(email: string): Promise<{ caller: Caller; code: string }> {
  const caller = new Caller()
  expect(await bodyOf(await requestSignInCode(caller, email))).toEqual({ status: 200, body: { success: true } })
  return { caller, code: await codeFor(email) }
}

describe('signing in with a code', () => {
  test('creates a user without a name, with a verified address', async () => {
    const email = newAddress()
    const { caller, code } = await asked(email)
    expect(code).toMatch(/^\d{6}$/)
    const answer = await bodyOf(await enterCode(caller, email, code))
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { email, name: '', emailVerified: true, role: 'user', onboardedAt: null } },
    })
    const [row] = await db.select().from(user).where(eq(user.email, email))
    expect(row).toMatchObject({
      name: '',
      emailVerified: true,
      role: 'user',
      onboardedAt: null,
      banned: false,
      image: null,
    })
  })

  test('sets a cookie that scripts cannot read and that lasts 30 days', async () => {
    const email = newAddress()
    const { caller, code } = await asked(email)
    const response = await enterCode(caller, email, code)
    const [cookie = '', known = '', ...others] = response.headers.getSetCookie()
    expect(others).toEqual([])
    expect(known).toMatch(/^known=[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    const [pair, ...attributes] = cookie.split('; ')
    expect(pair).toMatch(/^better-auth\.session_token=[\w-]{20,}\.[\w%]+$/)
    expect(attributes.toSorted()).toEqual(['HttpOnly', `Max-Age=${30 * 24 * 3600}`, 'Path=/', 'SameSite=Lax'])
  })

  test('leads to the session of the cookie', async () => {
    const email = newAddress()
    const caller = await signInByCode(email)
    expect((await caller.request('/api/v1/me')).status).toBe(403)
    const { body } = await bodyOf(await caller.request('/api/auth/get-session'))
    expect(body).toMatchObject({
      user: { email },
      session: { userId: expect.any(String), expiresAt: expect.any(String) },
    })
  })

  test('finds the user regardless of case and spaces in the address', async () => {
    const { id, email } = await aUser()
    const { caller } = await asked(email)
    expect((await enterCode(caller, ` ${email.toUpperCase()} `, await codeFor(email))).status).toBe(200)
    expect(await bodyOf(await caller.request('/api/v1/me'))).toMatchObject({ status: 200, body: { id } })
  })

  test('accepts Arabic and Persian digits, spaces and dashes', async () => {
    for (const [from, separator] of [
      ['٠', ' '],
      ['۰', '\u200F'],
      ['0', '-'],
    ] as const) {
      const email = newAddress()
      const { caller, code } = await asked(email)
      const typed = [...code].map((digit) => String.fromCharCode(from.charCodeAt(0) + Number(digit))).join(separator)
      expect((await enterCode(caller, email, typed)).status).toBe(200)
    }
  })

  test('never returns a token', async () => {
    const email = newAddress()
    const { caller, code } = await asked(email)
    const answers = [await enterCode(caller, email, code), await caller.request('/api/auth/get-session')]
    const [row] = await db
      .select({ token: session.token })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(eq(user.email, email))
    for (const answer of answers) {
      const text = await answer.text()
      expect(text).toContain(email)
      expect(text).not.toMatch(/"token"/i)
      expect(text).not.toContain(row?.token)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('ignores other fields', async () => {
    const email = newAddress()
    const { caller, code } = await asked(email)
    const extra = { name: 'x'.repeat(101), image: 'https://tracker.example', id: 'mine', nonsense: 1 }
    expect((await caller.request('/api/auth/sign-in/email-otp', { body: { email, otp: code, ...extra } })).status).toBe(
      200,
    )
    const [row] = await db.select().from(user).where(eq(user.email, email))
    expect(row).toMatchObject({ name: '', image: null })
    expect(row?.id).not.toBe('mine')
  })

  test.each([
    { role: 'admin' },
    { banned: true },
    { onboardedAt: '2026-01-01' },
    { adminListedAt: '2026-01-01' },
    { image: { a: 1 } },
    { name: 7 },
  ])('sets nothing of %j', async (extra) => {
    const email = newAddress()
    const { caller, code } = await asked(email)
    const { status } = await caller.request('/api/auth/sign-in/email-otp', { body: { email, otp: code, ...extra } })
    expect(status).toBeLessThan(500)
    for (const row of await db.select().from(user).where(eq(user.email, email))) {
      expect(row).toMatchObject({
        name: '',
        image: null,
        role: 'user',
        banned: false,
        onboardedAt: null,
        adminListedAt: null,
      })
    }
  })

  test('in another browser leaves the first one signed in', async () => {
    const email = newAddress()
    const [one, two] = [await signInByCode(email), await signInByCode(email)]
    for (const caller of [one, two])
      expect((await bodyOf(await caller.request('/api/auth/get-session'))).body.user.email).toBe(email)
    expect((await one.request('/api/auth/sign-out', { body: {} })).status).toBe(200)
    expect([...one.cookies.keys()]).toEqual(['known'])
    expect((await one.request('/api/v1/me')).status).toBe(401)
    expect((await two.request('/api/v1/me')).status).toBe(403)
  })

  test('ends with signing out: the cookie becomes invalid', async () => {
    const caller = await signInByCode(newAddress())
    const { cookieHeader } = caller
    await caller.request('/api/auth/sign-out', { body: {} })
    expect((await caller.request('/api/v1/me', { headers: { cookie: cookieHeader } })).status).toBe(401)
  })
})

describe('a code', () => {
  test('is refused when wrong, and still valid afterwards', async () => {
    const email = newAddress()
    const { caller, code } = await asked(email)
    expect(await bodyOf(await enterCode(caller, email, wrongFor(code)))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_OTP' },
    })
    expect(caller.cookies.size).toBe(0)
    expect((await enterCode(caller, email, code)).status).toBe(200)
  })

  test('has five attempts: then the right one is refused too', async () => {
    const email = newAddress()
    const { caller, code } = await asked(email)
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await bodyOf(await enterCode(caller, email, wrongFor(code)))).toMatchObject({
        status: 400,
        body: { code: 'INVALID_OTP' },
      })
    }
    expect(await bodyOf(await enterCode(caller, email, code))).toMatchObject({
      status: 403,
      body: { code: 'TOO_MANY_ATTEMPTS' },
    })
    expect((await enterCode(caller, email, code)).status).toBeGreaterThanOrEqual(400)
    expect(await db.$count(user, eq(user.email, email))).toBe(0)
  })

  test('has five attempts even if they are concurrent', async () => {
    const email = newAddress()
    const { caller, code } = await asked(email)
    const guesses = Array.from({ length: 30 }, (_, index) =>
      String(Number(code) + index + 1)
        .padStart(6, '0')
        .slice(-6),
    )
    const answers = await Promise.all(guesses.map((guess) => enterCode(new Caller(), email, guess)))
    expect(answers.filter(({ ok }) => ok)).toEqual([])
    const compared = await db
      .select({ value: verification.value })
      .from(verification)
      .where(like(verification.identifier, `%${email}`))
    // The row is deleted, or counts at most five attempts.
    expect(compared.every(({ value }) => Number(value.split(':').at(-1)) <= 5)).toBe(true)
    expect(caller.cookies.size).toBe(0)
  })

  test('works once', async () => {
    const email = newAddress()
    const { caller, code } = await asked(email)
    expect((await enterCode(caller, email, code)).status).toBe(200)
    expect(await bodyOf(await enterCode(new Caller(), email, code))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_OTP' },
    })
  })

  test('works once when sent twice concurrently', async () => {
    const email = newAddress()
    const { code } = await asked(email)
    const answers = await Promise.all([1, 2, 3, 4].map(() => enterCode(new Caller(), email, code)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('expires after its minutes', async () => {
    const email = newAddress()
    const { caller, code } = await asked(email)
    const [row] = await db
      .select()
      .from(verification)
      .where(like(verification.identifier, `%${email}`))
    const minutes = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(CODE_MINUTES - 0.1)
    expect(minutes).toBeLessThanOrEqual(CODE_MINUTES)
    await db
      .update(verification)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(verification.id, row?.id ?? ''))
    // Also when it is typed again, as after a reload or in another tab.
    for (const by of [caller, caller, new Caller()]) {
      expect(await bodyOf(await enterCode(by, email, code))).toMatchObject({
        status: 400,
        body: { code: 'OTP_EXPIRED' },
      })
    }
  })

  test('is reported as expired hours later, even after newer codes', async () => {
    const email = newAddress()
    const { caller, code } = await asked(email)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 3_600_000 })
    try {
      await asked(newAddress())
      const answer = await bodyOf(await enterCode(caller, email, code))
      expect(answer).toMatchObject({ status: 400, body: { code: 'OTP_EXPIRED' } })
    } finally {
      vi.useRealTimers()
    }
  })

  test('is replaced after it has expired', async () => {
    const email = newAddress()
    const { caller } = await asked(email)
    await db
      .update(verification)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(like(verification.identifier, `%${email}`))
    await requestSignInCode(caller, email)
    expect((await enterCode(caller, email, await codeFor(email))).status).toBe(200)
  })

  test('is resent unchanged, without new attempts', async () => {
    const email = newAddress()
    const { caller, code } = await asked(email)
    for (let attempt = 1; attempt <= 3; attempt += 1) await enterCode(caller, email, wrongFor(code))
    await requestSignInCode(caller, email)
    expect(await mailsTo(email)).toHaveLength(2)
    expect(await codeFor(email)).toBe(code)
    for (let attempt = 4; attempt <= 5; attempt += 1)
      expect((await enterCode(caller, email, wrongFor(code))).status).toBe(400)
    expect(await bodyOf(await enterCode(caller, email, code))).toMatchObject({
      status: 403,
      body: { code: 'TOO_MANY_ATTEMPTS' },
    })
  })

  test('is for its address only', async () => {
    const [one, two] = [await asked(newAddress()), newAddress()]
    await asked(two)
    expect(
      await bodyOf(await enterCode(one.caller, two, one.code === (await codeFor(two)) ? '000000' : one.code)),
    ).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } })
  })

  test('is not stored in clear, nor as a plain hash', async () => {
    const email = newAddress()
    const { code } = await asked(email)
    const rows = await db
      .select()
      .from(verification)
      .where(like(verification.identifier, `%${email}`))
    expect(rows).toHaveLength(1)
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(code)
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      const digest = createHash('sha256').update(code).digest(encoding)
      expect(stored).not.toContain(digest.replace(/=+$/, ''))
    }
  })

  test.each([
    ['seven digits', '1234567', 'INVALID_OTP'],
    ['five digits', '12345', 'INVALID_OTP'],
    ['letters', 'abcdef', 'INVALID_OTP'],
    ['nothing', '', 'INVALID_OTP'],
    ['a number', 123456, 'INVALID_OTP'],
    ['a list', ['1', '2'], 'INVALID_OTP'],
    ['nothing at all', undefined, 'INVALID_OTP'],
    ['ten thousand digits', '1'.repeat(10_000), 'INVALID_OTP'],
  ])('of %s is refused and costs no attempt', async (_, otp, code) => {
    const email = newAddress()
    const { caller, code: right } = await asked(email)
    const ask = () => caller.request('/api/auth/sign-in/email-otp', { body: { email, otp } })
    for (let attempt = 1; attempt <= 6; attempt += 1)
      expect(await bodyOf(await ask())).toMatchObject({ status: 400, body: { code } })
    expect((await enterCode(caller, email, right)).status).toBe(200)
  })

  test('is wrong if none was requested', async () => {
    expect(await bodyOf(await enterCode(new Caller(), newAddress(), '123456'))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_OTP' },
    })
  })
})

describe('requesting a code', () => {
  test.each(
    labelledValues([
      '',
      ' ',
      'nobody',
      'a@b',
      'a b@example.org',
      '@example.org',
      `${'a'.repeat(250)}@example.org`,
      'a@example.org\r\nBcc: b@example.org',
      'a@exa\0mple.org',
      7,
      null,
      undefined,
      ['a@example.org'],
      { a: 1 },
    ]),
  )('for %s is refused', async (_, email) => {
    const response = await (
      await as('stranger')
    ).request('/api/auth/email-otp/send-verification-otp', { body: { email, type: 'sign-in' } })
    expect(await bodyOf(response)).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL' } })
  })

  test.each(['email-verification', 'forget-password', 'change-email', '', undefined, 7])(
    'of type %j is refused',
    async (type) => {
      const email = newAddress()
      const response = await (
        await as('stranger')
      ).request('/api/auth/email-otp/send-verification-otp', { body: { email, type } })
      expect(response.status).toBe(400)
      expect(await mailsTo(email)).toEqual([])
    },
  )

  test.each(['', '{', 'null', '[]', '"text"', '7'])('with the body %s is refused', async (body) => {
    const response = await (
      await as('stranger')
    ).request('/api/auth/email-otp/send-verification-otp', { body, method: 'POST' })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })

  test('answers the same for an address with and without a user', async () => {
    const { email } = await aUser()
    const answers = await Promise.all(
      [email, newAddress()].map(async (one) => bodyOf(await requestSignInCode(new Caller(), one))),
    )
    expect(answers[0]).toEqual(answers[1])
  })
})
