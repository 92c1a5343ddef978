import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { CODE_MINUTES } from '#base/auth/credentials.schema.ts'
import { db } from '#base/db/connection/client.server.ts'
import { verificationCode } from '#base/db/tables/verification-code.ts'
import { session, user } from '#base/db/tables/user.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { as, Caller, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { requestSignInCode, codeFor, enterCode, mailsTo, guessWrong, wrongFor } from '#test/sign-in/outbox.ts'
import { accountRouter } from './account.router.server.ts'
import { codeRouter } from '#people/code/code.router.server.ts'

useDatabase()
afterEach(() => moveClock(0))

const MINUTE = 60_000

/** Requests the code for reauthentication and reads it in the mail. */
async function requestCode(caller: SignedInCaller): Promise<string> {
  await caller.call(codeRouter.sendCode, undefined)
  return codeFor(caller.user.email)
}

/** Tries a code; returns the error code, or `reauthenticated`. */
const reauthenticate = (caller: Caller, code: string): Promise<string> =>
  caller.call(codeRouter.reauthenticate, { code }).then(
    () => 'reauthenticated',
    (error: { code: string }) => error.code,
  )

/** Whether the session may change the address: `asked`, or the error code. */
const change = (caller: Caller): Promise<string> =>
  caller.call(accountRouter.askEmailChange, { newEmail: `new-${Math.random()}@example.org` }).then(
    () => 'asked',
    (error: { code: string }) => error.code,
  )

const stateOf = async (caller: SignedInCaller) =>
  (await db.select().from(session).where(eq(session.id, caller.session.id)))[0]

describe('a session is reauthenticated', () => {
  test('for ten minutes after the code, not before and not after', async () => {
    const caller = await as('reader')
    await expect(caller.call(accountRouter.askEmailChange, { newEmail: 'x@example.org' })).rejects.toMatchObject({
      code: 'SESSION_EXPIRED',
      status: 403,
    })
    expect(await reauthenticate(caller, await requestCode(caller))).toBe('reauthenticated')
    expect(await change(caller)).toBe('asked')
    moveClock(9.9 * MINUTE)
    expect(await change(caller)).toBe('asked')
    moveClock(10.1 * MINUTE)
    expect(await change(caller)).toBe('SESSION_EXPIRED')
    expect(await reauthenticate(caller, await requestCode(caller))).toBe('reauthenticated')
    expect(await change(caller)).toBe('asked')
  })

  test('after signing in with a code', async () => {
    const { email } = await aUser()
    const caller = new Caller()
    await requestSignInCode(caller, email)
    await enterCode(caller, email, await codeFor(email))
    expect(await change(caller)).toBe('asked')
    moveClock(10.1 * MINUTE)
    expect(await change(caller)).toBe('SESSION_EXPIRED')
  })

  test('by itself: another one of the same user is not', async () => {
    const one = await as('reader')
    const two = await signedIn(one.user)
    expect(await reauthenticate(one, await requestCode(one))).toBe('reauthenticated')
    expect(await change(two)).toBe('SESSION_EXPIRED')
  })
})

describe('the code for reauthentication', () => {
  test('is mailed to the user’s own address', async () => {
    const caller = await as('reader')
    const code = await requestCode(caller)
    const mails = await mailsTo(caller.user.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(code)
  })

  test('has five attempts: then the right one is refused too, and a new one is needed', async () => {
    const caller = await as('reader')
    const code = await requestCode(caller)
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect(await reauthenticate(caller, wrongFor(code))).toBe('INVALID_OTP')
    for (let again = 1; again <= 2; again += 1) expect(await reauthenticate(caller, code)).toBe('TOO_MANY_ATTEMPTS')
    expect((await stateOf(caller))?.authenticatedAt).toBeNull()
    const next = await requestCode(caller)
    expect(next).not.toBe(code)
    expect(await reauthenticate(caller, next)).toBe('reauthenticated')
  })

  test('has no more attempts in fifteen concurrent requests', async () => {
    const caller = await as('reader')
    const code = await requestCode(caller)
    const wrong = Array.from({ length: 15 }, (_, index) =>
      String((Number(code) + index + 1) % 1_000_000).padStart(6, '0'),
    )
    const answers = await Promise.all(wrong.map((one) => reauthenticate(caller, one)))
    expect(answers).not.toContain('reauthenticated')
    const [row] = await db.select().from(verificationCode).where(eq(verificationCode.sessionId, caller.session.id))
    expect(row?.attempts ?? 5).toBe(5)
    expect(await reauthenticate(caller, code)).not.toBe('reauthenticated')
    expect((await stateOf(caller))?.authenticatedAt).toBeNull()
  })

  test('is the same when sent again, without new attempts', async () => {
    const caller = await as('reader')
    const code = await requestCode(caller)
    for (let attempt = 1; attempt <= 4; attempt += 1) await reauthenticate(caller, wrongFor(code))
    expect(await requestCode(caller)).toBe(code)
    expect(await mailsTo(caller.user.email)).toHaveLength(2)
    expect(await reauthenticate(caller, wrongFor(code))).toBe('INVALID_OTP')
    expect(await reauthenticate(caller, code)).toBe('TOO_MANY_ATTEMPTS')
  })

  test('expires after its minutes, counted anew when it is sent again', async () => {
    const caller = await as('reader')
    const code = await requestCode(caller)
    moveClock((CODE_MINUTES + 0.1) * MINUTE)
    expect(await reauthenticate(caller, code)).toBe('OTP_EXPIRED')
    const next = await requestCode(caller)
    expect(next).not.toBe(code)
    moveClock((2 * CODE_MINUTES - 1) * MINUTE)
    expect(await requestCode(caller)).toBe(next)
    moveClock((3 * CODE_MINUTES - 2) * MINUTE)
    expect(await reauthenticate(caller, next)).toBe('reauthenticated')
  })

  test('works once, even in four concurrent requests', async () => {
    const caller = await as('reader')
    const code = await requestCode(caller)
    const answers = await Promise.all([1, 2, 3, 4].map(() => reauthenticate(caller, code)))
    expect(answers.filter((answer) => answer === 'reauthenticated')).toHaveLength(1)
    expect(await reauthenticate(caller, code)).toBe('INVALID_OTP')
  })

  test('works in its own session only', async () => {
    const one = await as('reader')
    const [two, other] = [await signedIn(one.user), await as('reader')]
    const code = await requestCode(one)
    expect(await reauthenticate(two, code)).toBe('INVALID_OTP')
    expect(await reauthenticate(other, code)).toBe('INVALID_OTP')
    expect(await reauthenticate(one, code)).toBe('reauthenticated')
  })

  test('works for its purpose only', async () => {
    const caller = await as('reader')
    const code = await requestCode(caller)
    const { email } = caller.user
    await expect(caller.call(accountRouter.changeEmail, { newEmail: email, code })).rejects.toMatchObject({
      code: 'INVALID_OTP',
    })
    expect((await enterCode(new Caller(), email, code)).status).toBe(400)
  })

  test('is not the code of a sign-in', async () => {
    const caller = await as('reader')
    const ownCode = await requestCode(caller)
    await requestSignInCode(new Caller(), caller.user.email)
    const code = await codeFor(caller.user.email)
    expect(await reauthenticate(caller, code === ownCode ? wrongFor(code) : code)).toBe('INVALID_OTP')
    expect((await stateOf(caller))?.authenticatedAt).toBeNull()
  })

  test('is stored nowhere', async () => {
    const caller = await as('reader')
    const code = await requestCode(caller)
    const stored = JSON.stringify(
      await db.select().from(verificationCode).where(eq(verificationCode.sessionId, caller.session.id)),
    )
    expect(stored).toContain(caller.session.id)
    expect(stored).not.toContain(code)
  })

  test.each(['12345', '1234567', 'abcdef', ''])('is refused as %j without costing an attempt', async (typed) => {
    const caller = await as('reader')
    const code = await requestCode(caller)
    for (let attempt = 1; attempt <= 6; attempt += 1)
      expect(await reauthenticate(caller, typed)).toBe('VALIDATION_ERROR')
    expect(await reauthenticate(caller, code)).toBe('reauthenticated')
  })

  test('is limited: five in ten minutes, fifteen wrong ones an hour', async () => {
    const caller = await as('reader')
    for (let round = 1; round <= 3; round += 1) {
      const code = await requestCode(caller)
      for (let attempt = 1; attempt <= 5; attempt += 1) await reauthenticate(caller, wrongFor(code))
    }
    await requestCode(caller)
    const code = await requestCode(caller)
    await expect(caller.call(codeRouter.reauthenticate, { code })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      status: 429,
      retryAfter: expect.any(Number),
    })
    await expect(caller.call(codeRouter.sendCode, undefined)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await mailsTo(caller.user.email)).toHaveLength(5)
  })

  test('is not affected by guesses at the sign-in', async () => {
    const caller = await as('reader')
    await guessWrong(caller.user.email)
    await requestSignInCode(new Caller(), caller.user.email)
    expect((await enterCode(new Caller(), caller.user.email, '000000')).status).toBe(429)
    expect(await reauthenticate(caller, await requestCode(caller))).toBe('reauthenticated')
  })

  test('needs a signed-in user with a name', async () => {
    expect(await reauthenticate(await as('stranger'), '000000')).toBe('UNAUTHORIZED')
    expect(await reauthenticate(await as('newcomer'), '000000')).toBe('NOT_ONBOARDED')
  })
})

describe('an unverified address', () => {
  test('is verified by the code, which ends all other sessions', async () => {
    const caller = await as('reader', { emailVerified: false })
    const [intruder, bystander] = [await signedIn(caller.user), await as('reader')]
    expect(await reauthenticate(caller, await requestCode(caller))).toBe('reauthenticated')
    expect((await db.select().from(user).where(eq(user.id, caller.user.id)))[0]?.emailVerified).toBe(true)
    expect((await intruder.request('/api/v1/me')).status).toBe(401)
    expect((await caller.request('/api/v1/me')).status).toBe(200)
    expect((await bystander.request('/api/v1/me')).status).toBe(200)
  })

  test('stays unverified after a wrong code, and no session ends', async () => {
    const caller = await as('reader', { emailVerified: false })
    const other = await signedIn(caller.user)
    expect(await reauthenticate(caller, wrongFor(await requestCode(caller)))).toBe('INVALID_OTP')
    expect((await db.select().from(user).where(eq(user.id, caller.user.id)))[0]?.emailVerified).toBe(false)
    expect((await other.request('/api/v1/me')).status).toBe(200)
  })
})

test('with a verified address other sessions stay', async () => {
  const caller = await as('reader')
  const other = await signedIn(caller.user)
  expect(await reauthenticate(caller, await requestCode(caller))).toBe('reauthenticated')
  expect((await other.request('/api/v1/me')).status).toBe(200)
  expect(Math.abs(((await stateOf(caller))?.authenticatedAt?.getTime() ?? 0) - now().getTime())).toBeLessThan(10_000)
})
