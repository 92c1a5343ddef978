import { like } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { verification } from '#base/db/tables/user.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser, aTrashedUser } from '#test/factories.ts'
import { enterCode, mailsTo } from '#test/sign-in/outbox.ts'
import { comparableResponse } from '#test/comparable-response.ts'

useDatabase()
afterEach(() => vi.useRealTimers())

let made = 0

/** An address of each kind that a stranger must not distinguish. */
async function addresses(): Promise<string[]> {
  made += 1
  const name = (kind: string): string => `${kind}-${made}@example.org`
  await aUser({ email: name('reader') })
  await aUser({ email: name('admin'), role: 'admin' })
  await aUser({ email: name('banned'), banned: true })
  await aUser({ email: name('awhile'), banned: true, banExpires: new Date(Date.now() + 3_600_000) })
  await aUser({ email: name('doubted'), emailVerified: false })
  await aUser({ email: name('newcom'), name: '', onboardedAt: null })
  await aTrashedUser({ email: name('binned') })
  return [name('nobody'), ...['reader', 'admin', 'banned', 'awhile', 'doubted', 'newcom', 'binned'].map(name)]
}

/** The responses for each address, with the addresses removed. */
async function seen(emails: string[], ask: (email: string) => Promise<Response>): Promise<unknown[]> {
  return Promise.all(
    emails.map(async (email) =>
      JSON.stringify(await comparableResponse(await ask(email))).replaceAll(email, 'the address'),
    ),
  )
}

function expectAlike(all: unknown[]): void {
  expect(all).toEqual(Array(all.length).fill(all[0]))
}

const send = (email: string) =>
  new Caller().request('/api/auth/email-otp/send-verification-otp', { body: { email, type: 'sign-in' } })
const guess = (email: string) => enterCode(new Caller(), email, '000000')

describe('a stranger cannot find out who has an account', () => {
  test('by requesting a code: same response, one mail each', async () => {
    const emails = await addresses()
    const all = await seen(emails, send)
    expect(all[0]).toContain('"status":200')
    expectAlike(all)
    for (const email of emails) {
      const [mail, ...others] = await mailsTo(email)
      expect(others).toEqual([])
      expect(mail?.subject).toMatch(/\d{6}/)
    }
  })

  test('by the same form without script', async () => {
    const form = (email: string) => new Caller().request('/login', { body: new URLSearchParams({ email }) })
    const all = await seen(await addresses(), async (email) => {
      const answer = await form(email)
      expect(answer.headers.get('location')).toBe(`/login/verify?email=${encodeURIComponent(email)}`)
      answer.headers.delete('location')
      return answer
    })
    expect(all[0]).toContain('"status":303')
    expectAlike(all)
  })

  test('by guessing without a request', async () => {
    const all = await seen(await addresses(), guess)
    expect(all[0]).toContain('INVALID_OTP')
    expectAlike(all)
  })

  test('by guessing until the attempts, and then the hour’s, are used up', async () => {
    // Answers name the seconds to wait, which are others a second later.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const emails = await addresses()
    const codes = []
    for (let attempt = 0; attempt <= 18; attempt += 1) {
      if (attempt % 6 === 0) expectAlike(await seen(emails, send))
      const all = await seen(emails, guess)
      expectAlike(all)
      codes.push(/INVALID_OTP|TOO_MANY_\w+/.exec(String(all[0]))?.[0])
    }
    expect(codes.slice(4, 7)).toEqual(['INVALID_OTP', 'TOO_MANY_ATTEMPTS', 'INVALID_OTP'])
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
  })

  test('by a code that has expired', async () => {
    const emails = await addresses()
    await seen(emails, send)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    const all = await seen(emails, guess)
    expect(all[0]).toContain('OTP_EXPIRED')
    expectAlike(all)
  })

  test('by exceeding the limits', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const emails = await addresses()
    for (let asked = 1; asked <= 5; asked += 1) await seen(emails, send)
    const all = await seen(emails, send)
    expect(all[0]).toContain('"status":429')
    expectAlike(all)
  })

  test('by a social sign-in that is not configured', async () => {
    const all = await seen(await addresses(), (email) =>
      new Caller().request('/api/auth/sign-in/social', {
        body: { provider: 'google', callbackURL: '/app', loginHint: email, idToken: { token: email } },
      }),
    )
    expectAlike(all)
  })

  test('by the stored rows: a code for each', async () => {
    const emails = await addresses()
    await seen(emails, send)
    for (const email of emails)
      expect(await db.$count(verification, like(verification.identifier, `%${email}`))).toBe(1)
  })
})
