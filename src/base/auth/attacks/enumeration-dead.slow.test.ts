import { expect, test } from 'vitest'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { comparableResponse } from '#test/comparable-response.ts'
import { aUser } from '#test/factories.ts'
import { requestSignInCode } from '#test/sign-in/outbox.ts'

// No server listens on port 1.
useEnv({ MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1', SIGNUP: 'false', ADMIN_EMAIL: 'boss@example.org' })
useDatabase()

test('without a mail server every address gets the same response, with sign-up closed too', async () => {
  const known = [await aUser(), await aUser({ banned: true }), await aUser({ emailVerified: false })]
  const emails = [...known.map(({ email }) => email), 'nobody@example.org', 'boss@example.org']
  for (const attempt of [1, 2]) {
    const all = await Promise.all(
      emails.map(async (email) => comparableResponse(await requestSignInCode(new Caller(), email))),
    )
    expect(all[0], `attempt ${attempt}`).toMatchObject({ status: 503, body: expect.stringContaining('MAIL_NOT_SENT') })
    expect(all).toEqual(Array(all.length).fill(all[0]))
  }
})
