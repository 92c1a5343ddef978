import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessionLabel } from './session-list.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { session } from '#base/db/tables/user.ts'
import { newId } from '#base/lib/id.ts'
import { as, Caller, signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { labelled } from '#test/labelled.ts'
import { requestSignInCode, codeFor, signInByCode } from '#test/sign-in/outbox.ts'
import { sessionRouter } from './session.router.server.ts'
import { codeRouter } from '#people/code/code.router.server.ts'

useDatabase()

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const HOUR = 3_600_000
const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR)

const list = (caller: Caller) => caller.call(sessionRouter.listOwn, undefined)
const revoke = (caller: Caller, id: string): Promise<string> =>
  caller.call(sessionRouter.revokeOwn, { id }).then(
    () => 'revoked',
    (error: { code: string }) => error.code,
  )
const isIn = async (caller: Caller): Promise<boolean> => (await caller.request('/api/v1/me')).status === 200

describe('the list of my sessions', () => {
  test('has only the caller’s sessions, the current one first, then the latest', async () => {
    const person = await aUser()
    const old = await signedIn(person, { updatedAt: ago(50) })
    const here = await signedIn(person, { updatedAt: ago(30) })
    const recent = await signedIn(person, { updatedAt: ago(1) })
    await as('reader')
    const rows = await list(here)
    expect(rows.map(({ id }) => id)).toEqual([here, recent, old].map((one) => one.session.id))
    expect(rows.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
  })

  test('leaves out expired sessions', async () => {
    const person = await aUser()
    await signedIn(person, { expiresAt: ago(1) })
    const here = await signedIn(person)
    expect((await list(here)).map(({ id }) => id)).toEqual([here.session.id])
  })

  test('has browser, system, address and times of a session', async () => {
    const { email } = await aUser()
    const caller = new Caller()
    await requestSignInCode(caller, email)
    await caller.request('/api/auth/sign-in/email-otp', {
      body: { email, otp: await codeFor(email) },
      headers: { 'user-agent': SAFARI },
    })
    const [row] = await list(caller)
    expect(row).toMatchObject({ browser: 'Safari', system: 'iOS', ip: caller.address, isImpersonated: false })
    expect(Math.abs((row?.createdAt.getTime() ?? 0) - Date.now())).toBeLessThan(10_000)
    expect(Math.abs((row?.updatedAt.getTime() ?? 0) - Date.now())).toBeLessThan(10_000)
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(29.9 * 24 * HOUR)
  })

  test.each(
    labelled([
      [CHROME, 'Chrome', 'Windows'],
      [SAFARI, 'Safari', 'iOS'],
      ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
      ['', null, null],
      [null, null, null],
      ['curl/8.5.0', null, null],
      ['x'.repeat(15_000), null, null],
      [`${'x'.repeat(300)}/1.0 `, null, null],
      ['<b>x</b>/1 (y)', null, null],
      ['\u202Eevil/1 x', null, null],
      ['constructor/1 x', null, null],
      ['Mozilla/5.0 (((((((((', null, null],
    ] as const),
  )('has the browser and system of a known user agent: %s', async (_, userAgent, browser, system) => {
    const caller = await signedIn(await aUser(), { userAgent })
    expect(await list(caller)).toMatchObject([{ browser, system }])
  })

  test('includes the current session, however many are newer', async () => {
    const person = await aUser()
    const here = await signedIn(person, { updatedAt: ago(1) })
    const later = { userId: person.id, expiresAt: new Date(Date.now() + HOUR) }
    await db.insert(session).values(Array.from({ length: 105 }, () => ({ ...later, token: newId() })))
    const rows = await list(here)
    expect(rows).toHaveLength(100)
    expect(rows.filter(({ isCurrent }) => isCurrent)).toEqual([rows[0]])
  })

  test('marks a session in which a manager impersonates the user', async () => {
    const [manager, person] = [await as('manager'), await aUser()]
    const here = await signedIn(person, { updatedAt: ago(1) })
    const theirs = await signedIn(person, { impersonatedBy: manager.user.id })
    const rows = await list(here)
    expect(rows.map(({ id, isImpersonated }) => [id, isImpersonated])).toEqual([
      [here.session.id, false],
      [theirs.session.id, true],
    ])
    expect(JSON.stringify(rows)).not.toContain(manager.user.id)
  })

  test('has no token, and nothing from which one can be derived', async () => {
    const person = await aUser()
    const callers = [await signedIn(person), await signedIn(person)] as const
    const text = JSON.stringify(await list(callers[0]))
    expect(text).toContain(callers[1].session.id)
    for (const { session: row } of callers) {
      expect(text).not.toContain(row.token)
      for (let at = 0; at + 8 <= row.token.length; at += 1) expect(text).not.toContain(row.token.slice(at, at + 8))
    }
  })

  test('needs a signed-in user with a name', async () => {
    await expect(list(await as('stranger'))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(list(await as('newcomer'))).rejects.toMatchObject({ code: 'NOT_ONBOARDED' })
  })
})

describe('the label of a session', () => {
  test('is not part of the token, and differs by token', () => {
    const token = '0123456789abcdef0123456789abcdef'
    const [head = '', tail = ''] = sessionLabel(token).split('·')
    expect(sessionLabel(token)).toMatch(/^[0-9a-f]{4}·[0-9a-f]{4}$/)
    expect(token).not.toContain(head)
    expect(token).not.toContain(tail)
    expect(sessionLabel(token)).toBe(sessionLabel(token))
    const labels = new Set(Array.from({ length: 200 }, (_, index) => sessionLabel(`${token}${index}`)))
    expect(labels.size).toBe(200)
  })
})

describe('ending one of my sessions', () => {
  test('refuses its next request, and leaves the others', async () => {
    const person = await aUser()
    const [here, there, third] = [await signedIn(person), await signedIn(person), await signedIn(person)]
    expect(await isIn(there)).toBe(true)
    expect(await revoke(here, there.session.id)).toBe('revoked')
    expect([await isIn(here), await isIn(there), await isIn(third)]).toEqual([true, false, true])
    expect(await (await there.request('/api/auth/get-session')).json()).toBeNull()
    expect(await revoke(here, there.session.id)).toBe('NOT_FOUND')
  })

  test('may be the current one', async () => {
    const here = await as('reader')
    expect(await revoke(here, here.session.id)).toBe('revoked')
    expect(await isIn(here)).toBe(false)
  })

  test('cannot be another user’s, not even for a manager', async () => {
    const other = await as('reader')
    for (const caller of [await as('reader'), await as('manager')])
      expect(await revoke(caller, other.session.id)).toBe('NOT_FOUND')
    expect(await isIn(other)).toBe(true)
  })

  test('cannot be an unknown one', async () => {
    const caller = await as('reader')
    expect(await revoke(caller, newId())).toBe('NOT_FOUND')
    for (const id of ['', 'nobody', caller.session.token, `${caller.session.id}\0`, "' or 1=1 --"])
      expect(await revoke(caller, id)).toBe('VALIDATION_ERROR')
    expect(await isIn(caller)).toBe(true)
  })

  test('needs a signed-in user with a name', async () => {
    const other = await as('reader')
    expect(await revoke(await as('stranger'), other.session.id)).toBe('UNAUTHORIZED')
    expect(await revoke(await as('newcomer'), other.session.id)).toBe('NOT_ONBOARDED')
  })

  test('deletes the verification codes of that session', async () => {
    const person = await aUser()
    const [here, there] = [await signedIn(person), await signedIn(person)]
    await there.call(codeRouter.sendCode, undefined)
    const code = await codeFor(person.email)
    await revoke(here, there.session.id)
    await expect(there.call(codeRouter.reauthenticate, { code })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(here.call(codeRouter.reauthenticate, { code })).rejects.toMatchObject({ code: 'INVALID_OTP' })
  })
})

describe('signing out everywhere', () => {
  test('elsewhere keeps this session and those of other users', async () => {
    const person = await aUser()
    const [here, there, bystander] = [await signedIn(person), await signedIn(person), await as('reader')]
    const answer = await here.request('/api/auth/revoke-other-sessions', { body: {} })
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toMatch(/token/i)
    expect([await isIn(here), await isIn(there), await isIn(bystander)]).toEqual([true, false, true])
    expect(await list(here)).toHaveLength(1)
  })

  test('ends this one too', async () => {
    const person = await aUser()
    const [here, there] = [await signedIn(person), await signedIn(person)]
    expect((await here.request('/api/auth/revoke-sessions', { body: {} })).status).toBe(200)
    expect([await isIn(here), await isIn(there)]).toEqual([false, false])
    expect(await db.$count(session, eq(session.userId, person.id))).toBe(0)
  })

  test('cannot name another user', async () => {
    const [caller, other] = [await as('reader'), await as('reader')]
    for (const path of ['/revoke-other-sessions', '/revoke-sessions'])
      await caller.request(`/api/auth${path}`, { body: { userId: other.user.id, token: other.session.token } })
    expect(await isIn(other)).toBe(true)
  })

  test('does not prevent the next sign-in', async () => {
    const { email } = await aUser()
    const caller = await signInByCode(email)
    await caller.request('/api/auth/revoke-sessions', { body: {} })
    expect(await isIn(await signInByCode(email))).toBe(true)
  })
})
