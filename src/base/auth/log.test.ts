import { describe, expect, test, vi } from 'vitest'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { logged } from '#test/http.ts'
import { requestSignInCode, codeFor, enterCode } from '#test/sign-in/outbox.ts'

useDatabase()

describe('the log of signing in', () => {
  test('holds no code, no cookie and no address', async () => {
    const caller = new Caller()
    await requestSignInCode(caller, 'ada@example.org')
    const code = await codeFor('ada@example.org')
    await enterCode(caller, 'ada@example.org', '000000')
    await enterCode(caller, 'ada@example.org', code)
    await caller.request('/api/auth/get-session')
    const text = JSON.stringify(logged)
    expect(text).toContain('/api/auth/sign-in/email-otp')
    expect(caller.cookies.size).toBe(2)
    for (const secret of [code, 'ada@', ...caller.cookies.values()]) expect(text).not.toContain(secret)
  })

  test('has no lines of better-auth for mistyped codes', async () => {
    const spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')].map((spy) =>
      spy.mockImplementation(() => undefined),
    )
    const caller = new Caller()
    await requestSignInCode(caller, 'nobody')
    await enterCode(caller, 'ada@example.org', '1234567')
    await caller.request('/api/auth/email-otp/send-verification-otp', {
      body: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([])
  })
})
