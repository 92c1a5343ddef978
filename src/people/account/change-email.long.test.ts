import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { CODE_MINUTES } from '#base/auth/credentials.schema.ts'
import { db } from '#base/db/connection/client.server.ts'
import { verificationCode } from '#base/db/tables/verification-code.ts'
import { session, user } from '#base/db/tables/user.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { moveClock, now } from '#base/lib/clock.ts'
import { as, Caller, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import {
  requestSignInCode,
  codeFor,
  enterCode,
  mailsTo,
  signInByCode,
  guessWrong,
  wrongFor,
} from '#test/sign-in/outbox.ts'
import { accountRouter } from './account.router.server.ts'
import { sessionRouter } from '#people/session/session.router.server.ts'
import { codeRouter } from '#people/code/code.router.server.ts'

useDatabase()
afterEach(() => moveClock(0))

const MINUTE = 60_000
let made = 0
const newAddress = (): string => `moved-${(made += 1)}@example.org`
const stateOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]

/** A reader who has just reauthenticated. */
const reauthenticatedReader = async (fields: Parameters<typeof aUser>[0] = {}): Promise<SignedInCaller> =>
  signedIn(await aUser(fields), { authenticatedAt: now() })

const codeOf = (error: { code: string }): string => error.code
const ask = (caller: Caller, newEmail: string): Promise<string> =>
  caller.call(accountRouter.askEmailChange, { newEmail }).then(() => 'asked', codeOf)
const change = (caller: Caller, newEmail: string, code: string): Promise<string> =>
  caller.call(accountRouter.changeEmail, { newEmail, code }).then(() => 'changed', codeOf)

/** Requests the change and returns the code from the mail to the new address. */
async function asked(caller: Caller, newEmail: string): Promise<string> {
  expect(await ask(caller, newEmail)).toBe('asked')
  return codeFor(newEmail.trim().toLowerCase())
}

describe('a change of address', () => {
  test('needs a code mailed to the new one, notifies the old one, and ends the other sessions', async () => {
    const caller = await reauthenticatedReader()
    const [other, newEmail] = [await signedIn(caller.user), newAddress()]
    const code = await asked(caller, newEmail)
    expect((await stateOf(caller.user.id))?.email).toBe(caller.user.email)
    expect(await mailsTo(caller.user.email)).toEqual([])
    expect(await change(caller, newEmail, code)).toBe('changed')
    expect(await stateOf(caller.user.id)).toMatchObject({ email: newEmail, emailVerified: true })
    const [notice, ...others] = await mailsTo(caller.user.email)
    expect(others).toEqual([])
    expect(notice?.subject).toBe(m.mail_address_changed_subject({}, { locale: 'en' }))
    expect(notice?.text).toContain(newEmail)
    expect(notice?.text).not.toContain(code)
    expect((await other.request('/api/v1/me')).status).toBe(401)
    expect(await (await caller.request('/api/v1/me')).json()).toMatchObject({ email: newEmail })
  })

  test('signs in to the same account by the new address, and no longer by the old', async () => {
    const caller = await reauthenticatedReader()
    const newEmail = newAddress()
    await change(caller, newEmail, await asked(caller, newEmail))
    const [byNew, byOld] = [await signInByCode(newEmail), await signInByCode(caller.user.email)]
    expect(await (await byNew.request('/api/v1/me')).json()).toMatchObject({ id: caller.user.id })
    expect((await byOld.request('/api/v1/me')).status).toBe(403)
  })

  test('makes a sign-in code for the old address useless for the account', async () => {
    const caller = await reauthenticatedReader()
    await requestSignInCode(new Caller(), caller.user.email)
    const old = await codeFor(caller.user.email)
    const newEmail = newAddress()
    await change(caller, newEmail, await asked(caller, newEmail))
    const stranger = new Caller()
    await enterCode(stranger, caller.user.email, old)
    expect((await stranger.request('/api/v1/me')).status).not.toBe(200)
    expect((await stateOf(caller.user.id))?.email).toBe(newEmail)
  })

  test('remembers the browser for the new address, so that guesses by others do not lock it out', async () => {
    const { email } = await aUser()
    const caller = new Caller()
    await requestSignInCode(caller, email)
    await enterCode(caller, email, await codeFor(email))
    const newEmail = newAddress()
    const code = await asked(caller, newEmail)
    expect(await change(caller, newEmail, code)).toBe('changed')
    await guessWrong(newEmail)
    await requestSignInCode(new Caller(), newEmail)
    expect((await enterCode(new Caller(), newEmail, await codeFor(newEmail))).status).toBe(429)
    expect((await enterCode(caller, newEmail, await codeFor(newEmail))).status).toBe(200)
  })

  test.each([
    ['capitals', (email: string) => email.toUpperCase()],
    ['spaces', (email: string) => `  ${email}\n`],
  ])('normalizes a new address with %s', async (_, written) => {
    const caller = await reauthenticatedReader()
    const newEmail = newAddress()
    expect(await change(caller, written(newEmail), await asked(caller, written(newEmail)))).toBe('changed')
    expect((await stateOf(caller.user.id))?.email).toBe(newEmail)
  })

  test.each(['ünicode@example.org', 'ä@example.org', 'ſ@example.org', 'a b@example.org', '', 'x@y'])(
    'to %j is none',
    async (newEmail) => {
      const caller = await reauthenticatedReader()
      expect(await ask(caller, newEmail)).toBe('VALIDATION_ERROR')
      expect(await change(caller, newEmail, '000000')).toBe('VALIDATION_ERROR')
    },
  )

  test('to the current address is refused, in any spelling', async () => {
    const caller = await reauthenticatedReader()
    for (const same of [caller.user.email, caller.user.email.toUpperCase(), ` ${caller.user.email}`])
      expect(await ask(caller, same)).toBe('VALIDATION_ERROR')
    expect(await mailsTo(caller.user.email)).toEqual([])
  })
})

describe('the code of a change', () => {
  test('has five attempts', async () => {
    const [caller, newEmail] = [await reauthenticatedReader(), newAddress()]
    const code = await asked(caller, newEmail)
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect(await change(caller, newEmail, wrongFor(code))).toBe('INVALID_OTP')
    expect(await change(caller, newEmail, code)).toBe('TOO_MANY_ATTEMPTS')
    expect((await stateOf(caller.user.id))?.email).toBe(caller.user.email)
  })

  test('expires after its minutes', async () => {
    const [caller, newEmail] = [await reauthenticatedReader(), newAddress()]
    const code = await asked(caller, newEmail)
    moveClock((CODE_MINUTES + 0.1) * MINUTE)
    expect(await change(caller, newEmail, code)).toBe('OTP_EXPIRED')
  })

  test('is the same when sent again; another address gets another code, which invalidates the first', async () => {
    const [caller, one, two] = [await reauthenticatedReader(), newAddress(), newAddress()]
    const code = await asked(caller, one)
    expect(await asked(caller, one)).toBe(code)
    const other = await asked(caller, two)
    expect(await change(caller, one, code)).toBe('INVALID_OTP')
    expect(await change(caller, two, code === other ? wrongFor(code) : code)).toBe('INVALID_OTP')
    expect(await change(caller, two, other)).toBe('changed')
  })

  test('works in its own session only', async () => {
    const [caller, newEmail] = [await reauthenticatedReader(), newAddress()]
    const [mine, theirs] = [await signedIn(caller.user, { authenticatedAt: now() }), await reauthenticatedReader()]
    const code = await asked(caller, newEmail)
    expect(await change(mine, newEmail, code)).toBe('INVALID_OTP')
    expect(await change(theirs, newEmail, code)).toBe('INVALID_OTP')
    expect(await change(caller, newEmail, code)).toBe('changed')
  })

  test('cannot reauthenticate or sign in', async () => {
    const [caller, newEmail] = [await reauthenticatedReader(), newAddress()]
    const code = await asked(caller, newEmail)
    await expect(caller.call(codeRouter.reauthenticate, { code })).rejects.toMatchObject({ code: 'INVALID_OTP' })
    expect((await enterCode(new Caller(), newEmail, code)).status).toBe(400)
    expect(await db.$count(user, eq(user.email, newEmail))).toBe(0)
  })

  test('cannot be the code of a sign-in', async () => {
    const [caller, newEmail] = [await reauthenticatedReader(), newAddress()]
    const code = await asked(caller, newEmail)
    await requestSignInCode(new Caller(), newEmail)
    const signIn = await codeFor(newEmail)
    expect(await change(caller, newEmail, signIn === code ? wrongFor(code) : signIn)).toBe('INVALID_OTP')
  })

  test('works once, even in four concurrent requests', async () => {
    const [caller, newEmail] = [await reauthenticatedReader(), newAddress()]
    const code = await asked(caller, newEmail)
    const answers = await Promise.all([1, 2, 3, 4].map(() => change(caller, newEmail, code)))
    expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1)
    expect(await mailsTo(caller.user.email)).toHaveLength(1)
  })

  test('is stored nowhere', async () => {
    const [caller, newEmail] = [await reauthenticatedReader(), newAddress()]
    const code = await asked(caller, newEmail)
    const rows = await db.select().from(verificationCode).where(eq(verificationCode.sessionId, caller.session.id))
    expect(rows).toMatchObject([{ purpose: 'change-email', email: newEmail }])
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  test('is limited by the new address like any code, over all sessions', async () => {
    const newEmail = newAddress()
    const callers = await Promise.all([reauthenticatedReader(), reauthenticatedReader()])
    for (const caller of [...callers, ...callers]) expect(await ask(caller, newEmail)).toBe('asked')
    expect((await requestSignInCode(new Caller(), newEmail)).status).toBe(200)
    expect(await ask(callers[0], newEmail)).toBe('TOO_MANY_REQUESTS')
    expect(await mailsTo(newEmail)).toHaveLength(5)
  })
})

describe('a taken address', () => {
  test('answers like a free one, and its owner gets a mail without a code', async () => {
    const [caller, owner, free] = [await reauthenticatedReader(), await aUser(), newAddress()]
    expect([await ask(caller, free), await ask(caller, owner.email)]).toEqual(['asked', 'asked'])
    const [mail, ...others] = await mailsTo(owner.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe(m.mail_address_taken_subject({}, { locale: 'en' }))
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/\b\d{6}\b/)
    expect(mail?.text).not.toContain(caller.user.email)
    for (const newEmail of [free, owner.email])
      for (const code of ['000000', '111111', '222222', '333333', '444444', '555555', '666666'])
        expect(await change(caller, newEmail, code), `${newEmail} ${code}`).not.toBe('changed')
    expect((await stateOf(owner.id))?.email).toBe(owner.email)
  })

  test('answers wrong codes like a free one', async () => {
    const owner = await aUser()
    const answers = []
    for (const newEmail of [owner.email, newAddress()]) {
      const caller = await reauthenticatedReader()
      await ask(caller, newEmail)
      const all = []
      for (let attempt = 1; attempt <= 7; attempt += 1) all.push(await change(caller, newEmail, '000000'))
      answers.push(all)
    }
    expect(answers[0]).toEqual(answers[1])
  })

  test('goes to one of two concurrent changes; the other gets EMAIL_TAKEN', async () => {
    const newEmail = newAddress()
    const callers = await Promise.all([reauthenticatedReader(), reauthenticatedReader()])
    const [one, two] = callers
    const codes = [await asked(one, newEmail), await asked(two, newEmail)]
    const answers = await Promise.all(callers.map((caller, index) => change(caller, newEmail, codes[index] ?? '')))
    expect(answers.toSorted()).toEqual(['EMAIL_TAKEN', 'changed'])
    const loser = answers[0] === 'changed' ? two : one
    expect((await stateOf(loser.user.id))?.email).toBe(loser.user.email)
    expect((await loser.request('/api/v1/me')).status).toBe(200)
    expect(await mailsTo(loser.user.email)).toEqual([])
    expect(await db.$count(user, eq(user.email, newEmail))).toBe(1)
  })

  test('is refused with 409 when it was taken since', async () => {
    const [caller, newEmail] = [await reauthenticatedReader(), newAddress()]
    const other = await signedIn(caller.user)
    const code = await asked(caller, newEmail)
    await signInByCode(newEmail)
    await expect(caller.call(accountRouter.changeEmail, { newEmail, code })).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
      status: 409,
    })
    expect((await other.request('/api/v1/me')).status).toBe(200)
  })
})

describe('a stolen session', () => {
  test('older than ten minutes can neither change the address nor delete the account', async () => {
    const caller = await signedIn(await aUser(), { authenticatedAt: new Date(now().getTime() - 10.1 * MINUTE) })
    const newEmail = newAddress()
    expect(await ask(caller, newEmail)).toBe('SESSION_EXPIRED')
    expect(await mailsTo(newEmail)).toEqual([])
    const answer = await caller.request('/api/auth/delete-user', { body: {} })
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'SESSION_EXPIRED'])
    // The thief has no access to the owner's mailbox.
    await caller.call(codeRouter.sendCode, undefined)
    expect(await mailsTo(caller.user.email)).toHaveLength(1)
    expect(await stateOf(caller.user.id)).toMatchObject({ email: caller.user.email })
  })

  test('cannot use a code of the owner’s other session', async () => {
    const [caller, newEmail] = [await reauthenticatedReader(), newAddress()]
    const thief = await signedIn(caller.user)
    const code = await asked(caller, newEmail)
    expect(await change(thief, newEmail, code)).toBe('INVALID_OTP')
  })

  test('ends as soon as the address has changed, with its codes', async () => {
    const caller = await reauthenticatedReader()
    const thief = await signedIn(caller.user, { authenticatedAt: now() })
    const [evil, good] = [newAddress(), newAddress()]
    const code = await asked(thief, evil)
    await change(caller, good, await asked(caller, good))
    expect(await change(thief, evil, code)).toBe('UNAUTHORIZED')
    expect(await db.$count(verificationCode, eq(verificationCode.email, evil))).toBe(0)
    expect(await db.$count(session, eq(session.userId, caller.user.id))).toBe(1)
  })

  test('and the owner’s, changing the address at the same time: one of them wins', async () => {
    const caller = await reauthenticatedReader()
    const thief = await signedIn(caller.user, { authenticatedAt: now() })
    const [evil, good] = [newAddress(), newAddress()]
    const codes = [await asked(thief, evil), await asked(caller, good)] as const
    const answers = await Promise.all([change(thief, evil, codes[0]), change(caller, good, codes[1])])
    expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1)
    expect(await db.$count(session, eq(session.userId, caller.user.id))).toBe(1)
  })
})

describe('while a manager impersonates the user', () => {
  test.each(['sendCode', 'reauthenticate', 'askEmailChange', 'changeEmail', 'revokeSession'] as const)(
    '%s is refused',
    async (name) => {
      const [manager, person] = [await as('manager'), await aUser()]
      const caller = await signedIn(person, { impersonatedBy: manager.user.id, authenticatedAt: now() })
      const newEmail = newAddress()
      const calls = {
        sendCode: () => caller.call(codeRouter.sendCode, undefined),
        reauthenticate: () => caller.call(codeRouter.reauthenticate, { code: '000000' }),
        askEmailChange: () => caller.call(accountRouter.askEmailChange, { newEmail }),
        changeEmail: () => caller.call(accountRouter.changeEmail, { newEmail, code: '000000' }),
        revokeSession: () => caller.call(sessionRouter.revokeOwn, { id: caller.session.id }),
      }
      await expect(calls[name]()).rejects.toMatchObject({ code: 'IMPERSONATING', status: 403 })
      expect([...(await mailsTo(person.email)), ...(await mailsTo(newEmail))]).toEqual([])
      expect(await db.$count(session, eq(session.userId, person.id))).toBe(1)
    },
  )
})
