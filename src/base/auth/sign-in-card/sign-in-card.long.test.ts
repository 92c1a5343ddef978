import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { signInCard } from '#base/db/tables/sign-in-card.ts'
import { session, user } from '#base/db/tables/user.ts'
import { meRouter } from '#kit/me/me.router.server.ts'
import { accountRouter } from '#people/account/account.router.server.ts'
import { signInCardRouter } from '#people/user/card/sign-in-card.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { cleanUp } from '#kit/clean-up/shared/clean-up.server.ts'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aUser } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { labelledValues } from '#test/labelled.ts'
import { codeFor, enterCode, mailsTo, requestSignInCode } from '#test/sign-in/outbox.ts'
import { cardSymbols } from './card-code.schema.ts'
import { bindCard, claimCard, findCard, hasOpenCard, hasOpenCardLately, releaseCard } from './sign-in-card.server.ts'

useEnv({ ADMIN_EMAIL: 'boss@example.org' })
useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
})

const give = (id: string, days: 1 | 7 | 30 | 120 = 7, by = manager) => by.call(signInCardRouter.give, { id, days })

/** Presses the button of the page, as a browser without script does. */
const enter = (code: unknown, caller = new Caller(), redirect?: string) =>
  caller.request('/login/card', {
    body: new URLSearchParams({ code: String(code), ...(redirect !== undefined && { redirect }) }),
  })

/** Why the page is shown again. */
async function refusal(response: Response) {
  const { values, error } = await response.json()
  return { values, code: error.code, message: error.message }
}

/** The card's row, as time would change it. */
const age = (userId: string, fields: Partial<typeof signInCard.$inferInsert>) =>
  db.update(signInCard).set(fields).where(eq(signInCard.userId, userId))

async function eventsOf(userId: string) {
  await flushSecurityEvents()
  const rows = await db.select().from(securityEvent).where(eq(securityEvent.userId, userId)).orderBy(securityEvent.id)
  return rows.map(({ kind, actorId, details }) => [kind, actorId, details])
}

describe('a sign-in card', () => {
  test('is named by the login page only while one can be used', async () => {
    await db.update(signInCard).set({ revokedAt: now() })
    const reader = await aUser()
    expect(await hasOpenCardLately()).toBe(false)
    const { code } = await give(reader.id)
    expect(await hasOpenCard()).toBe(true)
    // What was read right before does not hold.
    expect(await hasOpenCardLately()).toBe(true)
    await age(reader.id, { expiresAt: now() })
    expect(await hasOpenCard()).toBe(false)
    await age(reader.id, { expiresAt: new Date(now().getTime() + 60_000) })
    expect(await hasOpenCard()).toBe(true)
    await enter(code)
    expect(await hasOpenCard()).toBe(false)
  })

  test('signs its holder in, once, and says whose it was', async () => {
    const reader = await aUser({ name: 'Juma', emailVerified: false })
    const { code, link, createdAt, expiresAt } = await give(reader.id)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    expect(link).toBe(`http://localhost:3000/login/card#${code.replaceAll('-', '')}`)
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(7 * 86_400_000)

    const holder = new Caller()
    const response = await enter(code, holder)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/login/card'])
    expect(await holder.call(meRouter.me, undefined)).toMatchObject({ id: reader.id, emailVerified: false })
    expect(await holder.call(signInCardRouter.ofSession, undefined)).toMatchObject({ givenBy: manager.user.name })
    expect(await manager.call(signInCardRouter.ofSession, undefined)).toBeNull()

    const again = await refusal(await enter(code))
    expect(again).toMatchObject({ code: 'CARD_USED', values: {} })
    expect(again.message).toMatch(/was used on .*\d/)
    const state = await manager.call(signInCardRouter.get, { id: reader.id })
    expect(state).toMatchObject({ givenBy: manager.user.name, usedAt: expect.any(Date), revokedAt: null })
    expect(await eventsOf(reader.id)).toEqual([
      ['card_given', manager.user.id, { days: 7 }],
      ['signed_in', null, { how: 'card' }],
      ['card_used', null, {}],
      ['card_refused', null, { reason: 'used' }],
    ])
  })

  test('is stored as a keyed hash alone, and stands in no log, answer or address', async () => {
    const reader = await aUser()
    const { code } = await give(reader.id)
    const bare = code.replaceAll('-', '')
    const holder = new Caller()
    const response = await holder.request('/api/auth/sign-in/card', { body: { code } })
    const { usedAt, ...state } = (await manager.call(signInCardRouter.get, { id: reader.id })) ?? {}
    expect(usedAt).toBeInstanceOf(Date)
    const again = await enter(code)
    await flushSecurityEvents()
    const everything = JSON.stringify([
      await db.select().from(signInCard),
      await db.select().from(securityEvent),
      await db.select().from(limitHit),
      logged,
      state,
      [...response.headers],
      await response.text(),
      [...again.headers],
      await again.text(),
    ])
    expect(everything).not.toContain(bare)
    expect(everything).not.toContain(code)
  })

  test('is read as people type it', async () => {
    const { id } = await aUser()
    const { code } = await give(id)
    await age(id, { usedAt: new Date() })
    const arabic = code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    const fullWidth = code.replaceAll('-', '').replace(/./g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    for (const typed of [
      code.toLowerCase(),
      ` ${code.replaceAll('-', ' ')} `,
      code.replaceAll('0', 'o').replaceAll('1', 'l'),
      code.replaceAll('1', 'i').replaceAll('0', 'O'),
      `\u200f${arabic}\u200f`,
      fullWidth,
      `http://localhost:3000/login/card#${code}`,
    ])
      expect([typed, (await refusal(await enter(typed))).code]).toEqual([typed, 'CARD_USED'])
  })

  test.each(
    labelledValues(['', ' ', 'ABCD', 'UUUU-UUUU-UUUU', 'x'.repeat(10_000), '\0'.repeat(12), '____-____-____', '🂡🂡🂡']),
  )('of another form is refused before it is looked for: %s', async (_, code) => {
    const response = await enter(code)
    expect(response.status).toBeLessThan(500)
    expect(await refusal(response)).toMatchObject({ code: 'CARD_INCOMPLETE' })
  })

  test.each(labelledValues([null, 12, ['0123', '4567'], { code: '0' }, undefined, true]))(
    'that is no text is refused: %s',
    async (_, code) => {
      const response = await new Caller().request('/api/auth/sign-in/card', { body: { code } })
      expect([response.status, (await response.json()).code]).toEqual([400, 'CARD_INCOMPLETE'])
    },
  )

  test('that nobody has answers alike, and the typed code can be mended', async () => {
    const typed = '0123-4567-89AB'
    expect(await refusal(await enter(typed))).toMatchObject({ code: 'CARD_UNKNOWN', values: { code: typed } })
  })

  test('is of no use after it was revoked or replaced, and says so to its own code', async () => {
    const { id } = await aUser()
    const first = await give(id)
    const second = await give(id)
    expect((await refusal(await enter(first.code))).code).toBe('CARD_REVOKED')
    await manager.call(signInCardRouter.revoke, { id })
    expect((await refusal(await enter(second.code))).code).toBe('CARD_REVOKED')
    expect((await eventsOf(id)).map(([kind]) => kind)).toEqual([
      'card_given',
      'card_given',
      'card_refused',
      'card_revoked',
      'card_refused',
    ])
  })

  test('that has expired says until when it was valid', async () => {
    const { id } = await aUser()
    const { code } = await give(id, 1)
    await age(id, { expiresAt: new Date(Date.now() - 1000) })
    const { code: error, message } = await refusal(await enter(code))
    expect([error, message]).toEqual(['CARD_EXPIRED', expect.stringMatching(/valid until .*\d/)])
    await manager.call(signInCardRouter.revoke, { id })
    expect((await eventsOf(id)).map(([kind]) => kind)).toEqual(['card_given', 'card_refused'])
  })

  test('lets one of many uses at once in', async () => {
    const reader = await aUser()
    const { code } = await give(reader.id)
    const responses = await Promise.all(Array.from({ length: 8 }, () => enter(code)))
    expect(responses.filter(({ status }) => status === 303)).toHaveLength(1)
    const refused = responses.filter(({ status }) => status !== 303)
    for (const one of refused) expect((await refusal(one)).code).toBe('CARD_USED')
    expect(await db.$count(session, eq(session.userId, reader.id))).toBe(1)
  })

  test('is one at most, however many are given at once', async () => {
    const { id } = await aUser()
    const given = await Promise.all(Array.from({ length: 4 }, () => give(id)))
    const callers = given.map(() => new Caller())
    const responses = await Promise.all(given.map(({ code }, index) => enter(code, callers[index])))
    expect(responses.filter(({ status }) => status === 303)).toHaveLength(1)
  })

  test('leads to the page that was asked for, of this site alone', async () => {
    const { id } = await aUser()
    const to = async (redirect: string) =>
      (await enter((await give(id)).code, new Caller(), redirect)).headers.get('location')
    expect(await to('/app/books')).toBe('/login/card?redirect=%2Fapp%2Fbooks')
    expect(await to('//evil.example')).toBe('/login/card')
  })
})

describe('who is not let in by a card', () => {
  test('a banned user, whose card is revoked with the ban', async () => {
    const { id } = await aUser()
    const { code } = await give(id)
    await manager.call(userRouter.ban, { id, reason: '', until: null })
    expect((await refusal(await enter(code))).code).toBe('BANNED_USER')
    await expect(give(id)).rejects.toMatchObject({ code: 'CARD_FOR_BANNED' })
    await manager.call(userRouter.unban, { id })
    expect((await refusal(await enter(code))).code).toBe('CARD_REVOKED')
  })

  test('a user who was banned between the claim of the card and its session: the card was revoked, not used', async () => {
    const { id } = await aUser()
    const { code } = await give(id)
    const card = await findCard(cardSymbols(code))
    const cardId = card?.card.id ?? ''
    expect(await claimCard(cardId)).toBe(true)
    await manager.call(userRouter.ban, { id, reason: '', until: null })
    const made = { userId: id, expiresAt: new Date(now().getTime() + 60_000) }
    const [opened] = await db
      .insert(session)
      .values({ ...made, token: newId() })
      .returning()
    expect(await bindCard({ id: cardId, userId: id }, opened?.id ?? '')).toBe(false)
    await releaseCard(cardId)
    await manager.call(userRouter.unban, { id })
    expect((await refusal(await enter(code))).code).toBe('CARD_REVOKED')
  })

  test('a user in the trash', async () => {
    const { id } = await aUser()
    const { code } = await give(id)
    await manager.call(userRouter.remove, { id })
    expect((await refusal(await enter(code))).code).toBe('CARD_UNKNOWN')
    await expect(give(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('anybody, while the library does not allow it', async () => {
    const { id } = await aUser()
    const { code } = await give(id)
    await storeLibrarySettings({ signInCards: false })
    expect((await refusal(await enter(code))).code).toBe('CARDS_OFF')
    await expect(give(id)).rejects.toMatchObject({ code: 'CARDS_OFF' })
    await storeLibrarySettings({ signInCards: true })
    expect((await enter(code)).status).toBe(303)
  })

  test('a client that types a hundred unknown codes in ten minutes; a right card comes in all the same', async () => {
    const { id } = await aUser()
    const caller = new Caller()
    const unknown = () => caller.request('/api/auth/sign-in/card', { body: { code: '0123-4567-89AB' } })
    for (let at = 0; at < 100; at += 1) expect((await unknown()).status).toBe(400)
    const response = await unknown()
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(await refusal(await enter('0123-4567-89AB', caller))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect((await enter((await give(id)).code, new Caller(caller.address))).status).toBe(303)
  })

  test('nobody who types mailed codes: what is mistyped on cards does not count for those, nor the other way round', async () => {
    const { email } = await aUser()
    const caller = new Caller()
    for (let at = 0; at < 40; at += 1) await enter('0123-4567-89AB', caller)
    await requestSignInCode(caller, email)
    expect((await enterCode(caller, email, await codeFor(email))).status).toBe(200)
  })

  test('a page of another site', async () => {
    const { id } = await aUser()
    const { code } = await give(id)
    const body = new URLSearchParams({ code })
    for (const origin of ['http://evil.example', 'null'])
      expect((await new Caller().request('/login/card', { body, headers: { origin } })).status).toBe(403)
    expect((await enter(code)).status).toBe(303)
  })
})

describe('a session by a card', () => {
  test('proves no address, and is not enough for what needs a code', async () => {
    const reader = await aUser({ emailVerified: false })
    const holder = new Caller()
    await enter((await give(reader.id)).code, holder)
    await expect(holder.call(accountRouter.askEmailChange, { newEmail: 'new@example.org' })).rejects.toMatchObject({
      code: 'SIGNED_IN_BY_CARD',
    })
    expect((await holder.request('/api/auth/delete-user', { body: {} })).status).toBe(403)
    const [row] = await db.select().from(user).where(eq(user.id, reader.id))
    expect(row).toMatchObject({ emailVerified: false, role: 'user' })
  })

  test('gives nothing that ADMIN_EMAIL lists', async () => {
    const { id } = await aUser({ email: 'boss@example.org', role: 'user' })
    const holder = new Caller()
    await enter((await give(id)).code, holder)
    expect(await holder.call(meRouter.me, undefined)).toMatchObject({ id, role: 'user' })
  })

  test('may add a passkey in its first ten minutes, and then no more', async () => {
    const { id } = await aUser()
    const holder = new Caller()
    await enter((await give(id)).code, holder)
    const ask = async () => (await holder.request('/api/auth/passkey/generate-register-options')).status
    expect(await ask()).toBe(200)
    await age(id, { usedAt: new Date(Date.now() - 11 * 60_000) })
    expect(await ask()).toBe(403)
  })

  test('of a user without a name asks for one first', async () => {
    const { id } = await aUser({ name: '', onboardedAt: null, emailVerified: false })
    const holder = new Caller()
    await enter((await give(id)).code, holder)
    await expect(holder.call(meRouter.me, undefined)).rejects.toMatchObject({ code: 'NOT_ONBOARDED' })
    expect(await holder.call(signInCardRouter.ofSession, undefined)).toMatchObject({ givenBy: manager.user.name })
  })
})

describe('giving a card', () => {
  test('needs a session that was proven a moment ago, whoever gets it; an admin is told by mail', async () => {
    const other = await aUser({ role: 'admin' })
    await give(other.id)
    await expect.poll(async () => (await mailsTo(other.email)).length).toBe(1)
    const [mail] = await mailsTo(other.email)
    expect(JSON.stringify(mail)).toContain(manager.user.name)
    const stale = await as('manager')
    await db.update(session).set({ authenticatedAt: null }).where(eq(session.id, stale.session.id))
    await expect(give(other.id, 7, stale)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    await expect(give(stale.user.id, 7, stale)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    for (const role of ['user', 'desk'])
      await expect(give((await aUser({ role })).id, 7, stale)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(await db.$count(signInCard, eq(signInCard.createdBy, stale.user.id))).toBe(0)
  })

  test('to oneself is a spare', async () => {
    expect((await enter((await give(manager.user.id, 120)).code)).status).toBe(303)
  })

  test('is not for readers, nor for any number of days', async () => {
    const [reader, { id }] = [await as('reader'), await aUser()]
    await expect(give(id, 7, reader)).rejects.toMatchObject({ code: 'RESOURCE_NOT_ALLOWED' })
    await expect(manager.call(signInCardRouter.give, { id, days: 2 as never })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })
})

test('the clean-up deletes cards a while after their end', async () => {
  const { id } = await aUser()
  await give(id)
  const count = () => db.$count(signInCard, eq(signInCard.userId, id))
  await cleanUp()
  expect(await count()).toBe(1)
  await age(id, { expiresAt: new Date(Date.now() - 800 * 86_400_000) })
  await cleanUp()
  expect(await count()).toBe(0)
})
