import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { user } from '#base/db/tables/user.ts'
import { meRouter } from '#kit/me/me.router.server.ts'
import { accountRouter } from '#people/account/account.router.server.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { codeRouter } from '#people/code/code.router.server.ts'
import { securityRouter } from '#people/security/security.router.server.ts'
import { placeholderOf } from '#base/lib/no-address.ts'
import { as, Caller, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aUser, aUserWithoutAddress } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { addPasskey, Authenticator, signInByPasskey } from '#test/sign-in/authenticator.ts'
import { codeFor, mailsTo, outbox, signInByCode } from '#test/sign-in/outbox.ts'
import { signInCardRouter } from './card/sign-in-card.router.server.ts'
import { userHistoryRouter } from './history/user-history.router.server.ts'
import { userTrashRouter } from './trash/user-trash.router.server.ts'
import { userRouter } from './user.router.server.ts'

useEnv({ ADMIN_EMAIL: 'head@example.org,x@none.invalid' })
useDatabase()

let manager: SignedInCaller
beforeAll(() => storeLibrarySettings({ signInCards: true, lending: true }))
beforeEach(async () => {
  manager = await as('manager')
})

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
const fieldsOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    ({ fields }: { fields: unknown }) => fields,
  )
const stored = async (id: string) => (await db.execute(sql`select email from "user" where id = ${id}`)).rows[0]

/** A pupil whom a manager has added without an address, signed in by a card. */
async function aPupil(name = 'Juma Mwangi') {
  const { id } = await manager.call(userRouter.create, { name, email: null })
  const holder = new Caller()
  const { code } = await manager.call(signInCardRouter.give, { id, days: 7 })
  expect((await holder.request('/api/auth/sign-in/card', { body: { code } })).status).toBe(200)
  return { id, holder }
}

describe('a user without an address', () => {
  test('is added with a name, told nothing, and signs in by a card', async () => {
    const mails = (await outbox()).length
    const added = await manager.call(userRouter.create, { name: 'Juma Mwangi', email: null })
    expect(added).toMatchObject({ email: null, emailVerified: false, invitedAt: null, isTold: null })
    expect(await stored(added.id)).toEqual({ email: `${added.id}@none.invalid` })
    const { holder } = await aPupil()
    expect(await holder.call(meRouter.me, undefined)).toMatchObject({ email: null, onboardedAt: expect.any(Date) })
    expect((await outbox()).length).toBe(mails)
  })

  test('is added by the API too', async () => {
    const response = await manager.request('/api/v1/users', { body: { name: 'Asha', email: null } })
    expect([response.status, await response.json()]).toMatchObject([201, { name: 'Asha', email: null, isTold: null }])
    expect((await manager.request('/api/v1/users', { body: { name: 'Asha' } })).status).toBe(400)
  })

  test('has a name, and is allowed only where the library gives sign-in cards', async () => {
    expect(await fieldsOf(manager.call(userRouter.create, { email: null }))).toEqual({
      name: { key: 'name_required_no_address' },
    })
    await storeLibrarySettings({ signInCards: false })
    const required = { email: { key: 'email_required' } }
    expect(await fieldsOf(manager.call(userRouter.create, { name: 'Juma', email: null }))).toEqual(required)
    const { id } = await aUser()
    expect(await fieldsOf(manager.call(userRouter.update, { id, version: 1, email: null }))).toEqual(required)
    await storeLibrarySettings({ signInCards: true })
  })

  test('gets an address of a manager, which a code proves, and loses it again', async () => {
    const { id, holder } = await aPupil()
    const email = `pupil-${id}@example.org`
    const changed = await manager.call(userRouter.update, { id, version: 2, email })
    expect(changed).toMatchObject({ email, emailVerified: false, isTold: null })
    expect(await codeOf(holder.call(meRouter.me, undefined))).toBe('UNAUTHORIZED')
    const pupil = await signInByCode(email)
    expect(await pupil.call(meRouter.me, undefined)).toMatchObject({ id, email, emailVerified: true })
    const { version } = await manager.call(userRouter.get, { id })
    expect(await manager.call(userRouter.update, { id, version, email: null })).toMatchObject({
      email: null,
      emailVerified: false,
      isTold: true,
    })
    const [told] = await mailsTo(email).then((mails) =>
      mails.filter(({ subject = '' }) => !/code/i.test(subject)).slice(-1),
    )
    expect(JSON.stringify(told)).toContain('no longer has an email address')
    expect(await codeOf(pupil.call(meRouter.me, undefined))).toBe('UNAUTHORIZED')
  })

  test('adds one alone after a day, by a passkey, and proves it by its code', async () => {
    const { id, holder } = await aPupil()
    const device = new Authenticator()
    expect((await addPasskey(holder, device)).status).toBe(200)
    expect(await codeOf(holder.call(codeRouter.sendCode, undefined))).toBe('NO_ADDRESS')
    const newEmail = `own-${id}@example.org`
    expect(await codeOf(holder.call(accountRouter.askEmailChange, { newEmail }))).toBe('SIGNED_IN_BY_CARD')
    const before = new Date(Date.now() - 25 * 3_600_000)
    await db.execute(sql`update passkey set card_at = ${before} where user_id = ${id}`)
    const later = new Caller()
    await signInByPasskey(later, device)
    await later.call(accountRouter.askEmailChange, { newEmail })
    await later.call(accountRouter.changeEmail, { newEmail, code: await codeFor(newEmail) })
    expect(await later.call(meRouter.me, undefined)).toMatchObject({ email: newEmail, emailVerified: true })
  })

  test('is found by name, never by what is stored in place of the address', async () => {
    const { id } = await aPupil('Zuberi Placeholder')
    const found = async (searchTerm: string) =>
      (await manager.call(userRouter.list, { searchTerm })).items.map((one) => one.id)
    expect(await found('zuberi')).toContain(id)
    for (const term of ['none.invalid', 'invalid', 'none', id, placeholderOf(id)]) expect(await found(term)).toEqual([])
    const { items } = await manager.call(userRouter.list, { state: 'unverified', limit: 100 })
    expect(items.map((one) => one.id)).not.toContain(id)
    await manager.call(userRouter.remove, { id })
    const inTrash = async (searchTerm: string) =>
      (await manager.call(userTrashRouter.list, { searchTerm })).items.map((one) => one.id)
    expect([await inTrash('zuberi'), await inTrash('invalid')]).toEqual([[id], []])
  })

  test('is restored from the trash as they were', async () => {
    const { id } = await aPupil()
    await manager.call(userRouter.remove, { id })
    expect(await manager.call(userTrashRouter.restore, { ids: [id] })).toMatchObject({ restored: [id], isTold: null })
    expect(await manager.call(userRouter.get, { id })).toMatchObject({ email: null })
  })

  test('gets no invitation', async () => {
    const { id } = await aUserWithoutAddress()
    expect(await codeOf(manager.call(userRouter.sendInvitation, { id }))).toBe('NO_ADDRESS')
    expect(await codeOf(manager.call(userRouter.invitationText, { id }))).toBe('NO_ADDRESS')
  })
})

describe('what is stored in place of an address', () => {
  test('stands in no answer, log or activity', async () => {
    const { id, holder } = await aPupil()
    await manager.call(userRouter.update, { id, version: 2, role: 'desk' })
    await manager.call(userRouter.ban, { id, reason: 'x', until: null })
    await manager.call(userRouter.unban, { id })
    const person = await db.select().from(user).where(eq(user.id, id))
    const browser = await signedIn({ ...person[0]!, email: '' })
    const get = async (caller: Caller, path: string) => (await caller.request(path)).text()
    const answers: unknown[] = [
      person,
      await manager.call(userRouter.get, { id }),
      await manager.call(userRouter.list, { limit: 100 }),
      await manager.call(userHistoryRouter.versions, { id }).catch((error: unknown) => String(error)),
      await manager.call(activityRouter.list, {}),
      await manager.call(securityRouter.list, {}),
      await browser.call(meRouter.current, undefined),
      await browser.call(securityRouter.listOwn, {}),
      await holder.call(meRouter.current, undefined),
      await get(manager, '/api/v1/users?limit=100'),
      await get(manager, `/api/v1/users/${id}`),
      await get(manager, '/api/auth/admin/list-users?limit=100'),
      await get(manager, `/api/auth/admin/get-user?id=${id}`),
      await get(browser, '/api/v1/me'),
      await get(browser, '/api/auth/get-session'),
      await get(browser, '/api/auth/passkey/generate-register-options'),
    ]
    await manager.call(userRouter.remove, { id })
    answers.push(await manager.call(userTrashRouter.list, {}), await manager.call(activityRouter.list, {}))
    await flushSecurityEvents()
    const { rows } = await db.execute(sql`select * from activity`)
    answers.push(rows, (await db.execute(sql`select * from security_event`)).rows, logged)
    expect(JSON.stringify(answers)).not.toContain('none.invalid')
    expect(JSON.stringify(answers)).toContain('Juma Mwangi')
  })

  test('gets no mail and no code, and answers like any unknown address', async () => {
    const { email } = await aUserWithoutAddress()
    const asked = async (address: string) => {
      const body = { email: address, type: 'sign-in' }
      const response = await new Caller().request('/api/auth/email-otp/send-verification-otp', { body })
      return [response.status, await response.json()]
    }
    expect(await asked(email)).toEqual(await asked('unknown@example.org'))
    expect(await mailsTo(email)).toEqual([])
    const body = { email, otp: '000000' }
    const entered = await new Caller().request('/api/auth/sign-in/email-otp', { body })
    expect([entered.status, (await entered.json()).code]).toEqual([400, 'INVALID_OTP'])
  })

  test('is no address that anybody can have', async () => {
    const { id, email } = await aUserWithoutAddress()
    const invalid = { email: { key: 'email_invalid' } }
    expect(await fieldsOf(manager.call(userRouter.create, { email: 'a@none.invalid' }))).toEqual(invalid)
    expect(await fieldsOf(manager.call(userRouter.create, { email }))).toEqual(invalid)
    const other = await aUser()
    expect(await fieldsOf(manager.call(userRouter.update, { id: other.id, version: 1, email }))).toEqual(invalid)
    const own = await signedIn(other, { authenticatedAt: new Date() })
    expect(await codeOf(own.call(accountRouter.askEmailChange, { newEmail: email }))).toBe('VALIDATION_ERROR')
    await db.update(user).set({ emailVerified: true, email: 'x@none.invalid' }).where(eq(user.id, id))
    const { code } = await manager.call(signInCardRouter.give, { id, days: 7 })
    const holder = new Caller()
    await holder.request('/api/auth/sign-in/card', { body: { code } })
    expect(await holder.call(meRouter.me, undefined)).toMatchObject({ role: 'user' })
  })
})
