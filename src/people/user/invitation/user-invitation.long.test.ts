import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { user } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { locales } from '#base/i18n/locale.ts'
import { now } from '#base/lib/clock.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { mailsTo, signInByCode } from '#test/sign-in/outbox.ts'
import { accountRouter } from '#people/account/account.router.server.ts'
import { dashboardRouter } from '#operations/dashboard/dashboard.router.server.ts'
import { userRouter } from '../user.router.server.ts'

useDatabase()
let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager', { name: 'Amina Khamis', email: 'amina@example.org' })
})

const byEmail = async (email: string) => (await db.select().from(user).where(eq(user.email, email)))[0]
const invite = (email: string, more: object = {}) => manager.call(userRouter.create, { email, ...more })

describe('a new user', () => {
  test.each(locales)('is invited in %s: who asked, and where to sign in', async (locale) => {
    const email = `${locale}@example.org`
    const added = await invite(email, { language: locale })
    expect(added).toMatchObject({
      email,
      name: '',
      role: 'user',
      emailVerified: false,
      onboardedAt: null,
      isTold: true,
    })
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe(m.mail_invitation_subject({ name: 'Amina Khamis' }, { locale }))
    for (const part of [mail?.html, mail?.text]) {
      expect(part).toContain('amina@example.org')
      expect(part).toContain(m.mail_invitation_how({}, { locale }))
      expect(part).toContain(`${env().baseUrl}/login`)
      expect(part).not.toMatch(/[?&](email|token|code)=/)
    }
    expect(mail?.html).toMatch(locale === 'ar' ? /<html[^>]*dir="rtl"/ : /<html[^>]*dir="ltr"/)
    expect(await byEmail(email)).toMatchObject({ language: locale })
  })

  test('signs in by a code, which verifies the address, and is asked for the name', async () => {
    await invite('neema@example.org')
    const caller = await signInByCode('neema@example.org')
    expect(await byEmail('neema@example.org')).toMatchObject({ emailVerified: true, onboardedAt: null })
    expect((await (await caller.request('/api/v1/me')).json()).code).toBe('NOT_ONBOARDED')
  })

  test('with a name is not asked for it, and onboarded by the first sign-in, not by the invitation', async () => {
    const added = await invite('juma@example.org', { name: 'Juma Mwangi', role: 'user,admin' })
    expect(added).toMatchObject({ name: 'Juma Mwangi', role: 'admin,user', onboardedAt: null })
    const start = now()
    const caller = await signInByCode('juma@example.org')
    expect((await caller.request('/api/v1/me')).status).toBe(200)
    const { onboardedAt } = (await byEmail('juma@example.org')) ?? {}
    expect(onboardedAt?.getTime()).toBeGreaterThanOrEqual(start.getTime())
    await signInByCode('juma@example.org')
    expect(await byEmail('juma@example.org')).toMatchObject({ onboardedAt })
    const actions = await db.select().from(activity).where(eq(activity.subjectId, added.id)).orderBy(activity.id)
    expect(actions.map(({ action, actorId }) => [action, actorId])).toContainEqual(['user.onboard', added.id])
  })

  test('is not onboarded by a manager who acts as them', async () => {
    const { id } = await invite('seen@example.org', { name: 'Seen' })
    const caller = await as('manager')
    await caller.call(userRouter.impersonate, { id, reason: 'Asked for help' })
    await expect(caller.call(accountRouter.onboard, { name: 'Other' })).rejects.toMatchObject({ code: 'IMPERSONATING' })
    expect(await byEmail('seen@example.org')).toMatchObject({ name: 'Seen', onboardedAt: null })
  })

  test('is not invited again while banned', async () => {
    const { id } = await invite('banned@example.org')
    await manager.call(userRouter.ban, { id })
    const before = (await mailsTo('banned@example.org')).length
    await expect(manager.call(userRouter.sendInvitation, { id })).rejects.toMatchObject({
      code: 'CANNOT_INVITE_BANNED',
    })
    expect(await mailsTo('banned@example.org')).toHaveLength(before)
  })

  test('who never came can be found, until the first sign-in', async () => {
    const { id } = await invite('never@example.org', { name: 'Never' })
    const found = async () => {
      const { items } = await manager.call(userRouter.list, { state: 'neverSignedIn', limit: 100 })
      return items.some((one) => one.id === id)
    }
    const count = async () => (await manager.call(dashboardRouter.figures, undefined)).attention.neverSignedIn
    const before = await count()
    expect(await found()).toBe(true)
    await signInByCode('never@example.org')
    expect([await found(), await count()]).toEqual([false, before - 1])
  })

  test('has an address of their own, in whichever case; two at once are one', async () => {
    await aUser({ email: 'taken@example.org' })
    await expect(invite('Taken@EXAMPLE.org')).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
      status: 409,
      fields: { email: { key: 'email_taken' } },
    })
    expect(await mailsTo('taken@example.org')).toEqual([])
    const both = await Promise.allSettled([invite('Twice@example.org'), invite('twice@example.org')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await mailsTo('twice@example.org')).toHaveLength(1)
  })

  test('by REST', async () => {
    const response = await manager.request('/api/v1/users', {
      body: { email: 'rest@example.org', role: ['user'] },
      headers: { 'accept-language': 'fr' },
    })
    expect([response.status, await response.json()]).toMatchObject([201, { email: 'rest@example.org', isTold: true }])
    expect(response.headers.get('location')).toBe(`/api/v1/users/${(await byEmail('rest@example.org'))?.id}`)
    const [mail] = await mailsTo('rest@example.org')
    expect(mail?.subject).toBe(m.mail_invitation_subject({ name: 'Amina Khamis' }, { locale: 'fr' }))
    for (const [body, status, fields] of [
      [{}, 400, { email: 'email_required' }],
      [{ email: 'x' }, 400, { email: 'email_invalid' }],
      [
        { email: 'a\0@example.org', name: '‮x', role: 'x', language: 'xx' },
        400,
        { name: 'name_invalid', role: 'role_unknown' },
      ],
      [{ email: 'REST@example.org' }, 409, { email: 'email_taken' }],
    ] as const) {
      const refused = await manager.request('/api/v1/users', { body })
      expect([refused.status, await refused.json()]).toMatchObject([status, { data: { fields } }])
    }
    for (const body of ['null', '[]', '"x"', '{']) {
      const { status } = await manager.request('/api/v1/users', { method: 'POST', body })
      expect([body, status]).toEqual([body, 400])
    }
  })
})

describe('an invitation', () => {
  test('says when it was sent last, without a new version of the user', async () => {
    const added = await invite('when@example.org')
    expect(Math.abs(now().getTime() - (added.invitedAt?.getTime() ?? 0))).toBeLessThan(60_000)
    await manager.call(userRouter.sendInvitation, { id: added.id })
    const after = await manager.call(userRouter.get, { id: added.id })
    expect(after.invitedAt?.getTime()).toBeGreaterThan(added.invitedAt?.getTime() ?? 0)
    expect(after).toMatchObject({ version: added.version, updatedAt: added.updatedAt })
    const { id, version } = after
    expect(await manager.call(userRouter.update, { id, version, email: 'moved@example.org' })).toMatchObject({
      invitedAt: null,
    })
  })

  test.each(locales)(
    'is a text to pass on where no mail is sent: who, where, and by a sign-in card, in %s',
    async (locale) => {
      const email = `by-hand-${locale}@example.org`
      const { id } = await invite(email, { language: locale })
      const { text, isLocal } = await manager.call(userRouter.invitationText, { id })
      expect(isLocal).toBe(true)
      const name = 'Amina Khamis'
      expect(text.split('\n\n')).toEqual([
        m.mail_invitation_subject({ name }, { locale }),
        m.mail_invitation_text({ name, email: 'amina@example.org' }, { locale }),
        m.invitation_how_card({ name, url: `${env().baseUrl}/login`, button: m.card_link({}, { locale }) }, { locale }),
      ])
      await expect((await as('reader')).call(userRouter.invitationText, { id })).rejects.toMatchObject({ status: 403 })
      await signInByCode(email)
      await expect(manager.call(userRouter.invitationText, { id })).rejects.toMatchObject({
        code: 'EMAIL_ALREADY_VERIFIED',
      })
    },
  )

  test('is sent again, in the language it had, to whoever never signed in', async () => {
    const { id } = await invite('again@example.org', { language: 'sw' })
    const response = await manager.request(`/api/v1/users/${id}/invitation`, { body: {} })
    expect(response.ok).toBe(true)
    const mails = await mailsTo('again@example.org')
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(
      new Set([m.mail_invitation_subject({ name: 'Amina Khamis' }, { locale: 'sw' })]),
    )
    expect(mails).toHaveLength(2)
    await signInByCode('again@example.org')
    await expect(manager.call(userRouter.sendInvitation, { id })).rejects.toMatchObject({
      code: 'EMAIL_ALREADY_VERIFIED',
      status: 409,
    })
  })

  test('goes to one address five times an hour, whoever sends it', async () => {
    const { id } = await invite('often@example.org')
    const other = await as('manager')
    for (const by of [manager, other, manager, other]) await by.call(userRouter.sendInvitation, { id })
    const refused = await manager.request(`/api/v1/users/${id}/invitation`, { body: {} })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    await manager.call(userRouter.remove, { id })
    await expect(invite('often@example.org')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await byEmail('often@example.org')).toBeUndefined()
  })
})
