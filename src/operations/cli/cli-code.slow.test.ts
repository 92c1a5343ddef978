import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { CODE_MINUTES } from '#base/auth/credentials.schema.ts'
import { db } from '#base/db/connection/client.server.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { env } from '#base/env/env.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { moveClock } from '#base/lib/clock.ts'
import { Caller } from '#test/callers.ts'
import { aUser } from '#test/factories.ts'
import { codeFor, mailsTo, requestSignInCode } from '#test/sign-in/outbox.ts'
import { answerOf, LONG, useCli } from './cli.test-kit.ts'

const { start } = useCli()
const EMAIL = 'teacher@example.org'

const show = (settings: Record<string, string> = {}, ...options: string[]) =>
  answerOf(
    start(['code', ...options], { DATA_DIR: env().dataDir, AUTH_SECRET: 'x'.repeat(32), MAIL: 'outbox', ...settings }),
  )

afterAll(() => moveClock(0))

test('a library without a manager names its set-up, with the key', LONG, async () => {
  const { code, stdout } = await show()
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^http:\/\/localhost:3000\/setup#\w{10}\n$/)])
})

test('a code that is still valid is shown, noted, and told to all admins', LONG, async () => {
  const { id } = await aUser({ email: EMAIL, role: 'admin' })
  await aUser({ email: 'other@example.org', role: 'admin' })
  expect((await show()).stdout).toBe(`${m.code_shown_none({ minutes: CODE_MINUTES })}\n`)
  expect((await show({}, '--language', 'fr')).stdout).toBe(
    `${m.code_shown_none({ minutes: CODE_MINUTES }, { locale: 'fr' })}\n`,
  )

  expect((await requestSignInCode(new Caller(), EMAIL)).status).toBe(200)
  const { code, stdout, stderr } = await show()
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(new RegExp(`^${await codeFor(EMAIL)} {3}${EMAIL} {3}.+\\n$`))
  const events = await db.select().from(securityEvent).where(eq(securityEvent.kind, 'code_shown'))
  expect(events).toMatchObject([{ userId: id, details: { by: 'operator' } }])
  const told = (await mailsTo('other@example.org')).find(({ subject }) => subject === m.mail_code_shown_subject())
  expect(told?.text).toContain(EMAIL)
})

test('an old code is not shown, nor is one where mails are sent', LONG, async () => {
  moveClock(-(CODE_MINUTES + 1) * 60_000)
  expect((await requestSignInCode(new Caller(), 'late@example.org')).status).toBe(200)
  moveClock(0)
  expect((await show()).stdout).not.toContain('late@example.org')
  expect(await show({ MAIL: 'smtp', SMTP_URL: 'smtp://localhost:1' })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(m.code_shown_mailed()),
  })
})
