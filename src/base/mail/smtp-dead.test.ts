import { expect, test } from 'vitest'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aUser } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { requestSignInCode } from '#test/sign-in/outbox.ts'

// No server listens on port 1.
useEnv({ MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1' })
useDatabase()

test('a mail that cannot be sent is reported, alike for known and unknown addresses', async () => {
  const { email } = await aUser()
  const answers = await Promise.all(
    [email, 'nobody@example.org'].map(async (one) => {
      const response = await requestSignInCode(new Caller(), one)
      return { status: response.status, body: await response.json() }
    }),
  )
  expect(answers[0]).toMatchObject({ status: 503, body: { code: 'MAIL_NOT_SENT' } })
  expect(answers[1]).toEqual(answers[0])
})

test('and by the form without script too', async () => {
  const response = await new Caller().request('/login', { body: new URLSearchParams({ email: 'ada@example.org' }) })
  expect(response.headers.get('location')).toBeNull()
  expect(await response.json()).toMatchObject({
    values: { email: 'ada@example.org' },
    error: { code: 'MAIL_NOT_SENT' },
  })
})

test('the log has the reason, without the code', () => {
  const lines = logged.filter(({ level }) => level === 50)
  expect(lines).toHaveLength(3)
  for (const line of lines)
    expect(line).toMatchObject({
      requestId: expect.any(String),
      err: { message: expect.stringContaining('ECONNREFUSED') },
    })
  expect(JSON.stringify(lines)).not.toMatch(/\b\d{6}\b/)
})
