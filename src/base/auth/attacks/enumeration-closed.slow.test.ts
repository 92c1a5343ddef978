import { symmetricDecrypt } from 'better-auth/crypto'
import { eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { user, verification } from '#base/db/tables/user.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { comparableResponse } from '#test/comparable-response.ts'
import { aTrashedUser, aUser } from '#test/factories.ts'
import { requestSignInCode, codeFor, enterCode, mailsTo, signInByCode } from '#test/sign-in/outbox.ts'
import { authSecret } from '#base/env/secret.server.ts'

useEnv({ SIGNUP: 'false', ADMIN_EMAIL: 'boss@example.org, second@example.org' })
useDatabase()

let made = 0
const newAddress = (): string => `closed-${(made += 1)}@example.org`

/** The stored code of an address, which no mail contains. */
async function secretCodeOf(email: string): Promise<string> {
  const [row] = await db
    .select()
    .from(verification)
    .where(like(verification.identifier, `%${email}`))
  return symmetricDecrypt({ key: authSecret(), data: row?.value.replace(/:\d+$/, '') ?? '' })
}

describe('with sign-up closed', () => {
  test('responses are the same for every address, at every step', async () => {
    const banned = await aUser({ banned: true })
    const doubted = await aUser({ emailVerified: false })
    const trashed = await aTrashedUser()
    const emails = [
      newAddress(),
      trashed.email,
      (await aUser()).email,
      banned.email,
      doubted.email,
      'second@example.org',
    ]
    const steps = [
      (email: string) => requestSignInCode(new Caller(), email),
      ...Array.from({ length: 7 }, () => (email: string) => enterCode(new Caller(), email, '000000')),
      (email: string) => requestSignInCode(new Caller(), email),
    ]
    for (const step of steps) {
      const all = await Promise.all(emails.map(async (email) => comparableResponse(await step(email))))
      expect(all).toEqual(Array(all.length).fill(all[0]))
    }
    for (const email of emails) expect(await mailsTo(email)).toHaveLength(2)
  })

  test('an unknown address gets a mail that says there is no account, and no code', async () => {
    const email = newAddress()
    expect((await requestSignInCode(new Caller(), email)).status).toBe(200)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe(m.mail_no_account_subject({}, { locale: 'en' }))
    const code = await secretCodeOf(email)
    expect(code).toMatch(/^\d{6}$/)
    for (const part of [mail?.subject, mail?.text, mail?.html]) {
      expect(part).toBeTruthy()
      expect(part).not.toContain(code)
    }
    expect(mail?.text).not.toMatch(/\b\d{6}\b/)
  })

  test('no code signs up an unknown address, not even the stored one', async () => {
    const email = newAddress()
    const caller = new Caller()
    await requestSignInCode(caller, email)
    const code = await secretCodeOf(email)
    expect((await enterCode(caller, email, code === '000000' ? '111111' : '000000')).status).toBe(400)
    const answer = await enterCode(caller, email, code)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await db.$count(user, eq(user.email, email))).toBe(0)
    expect(caller.cookies.size).toBe(0)
  })

  test('an existing user can sign in', async () => {
    const { id, email } = await aUser()
    const caller = await signInByCode(email)
    expect(await (await caller.request('/api/v1/me')).json()).toMatchObject({ id })
  })

  test('an address of ADMIN_EMAIL gets a code and becomes an admin', async () => {
    const caller = new Caller()
    await requestSignInCode(caller, 'boss@example.org')
    expect((await enterCode(caller, 'Boss@Example.org', await codeFor('boss@example.org'))).status).toBe(200)
    const rows = await db.select().from(user).where(eq(user.email, 'boss@example.org'))
    expect(rows).toMatchObject([{ role: 'admin', emailVerified: true }])
  })
})
