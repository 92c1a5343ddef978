import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { deletedUser } from '#base/db/tables/deleted-user.ts'
import { user } from '#base/db/tables/user.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { meRouter } from '#kit/me/me.router.server.ts'
import { as, Caller, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { aBorrower, aGroup, useLending } from '#test/lending.ts'
import { mailsTo, signInByCode } from '#test/sign-in/outbox.ts'
import { classAccountRouter } from './class-account.router.server.ts'

useDatabase()
useLending()
let manager: SignedInCaller
let groupId: string
beforeAll(() => storeLibrarySettings({ signInCards: true }))
beforeEach(async () => {
  manager = await as('manager', { name: 'Amina Khamis' })
  ;({ id: groupId } = await aGroup())
})
afterEach(() => storeLibrarySettings({ signInCards: true }))

const borrowers = () => ({ filter: { groupId, searchTerm: '' }, except: [] })
const plan = () => manager.call(classAccountRouter.plan, { borrowers: borrowers() })
const outcomes = async () => (await plan()).people.map(({ name, outcome }) => [name, outcome])
const start = async () => {
  const { mark } = await plan()
  return manager.call(classAccountRouter.start, { borrowers: borrowers(), mark })
}
const undo = (id: string) => manager.call(classAccountRouter.undo, { id })
const cards = (ids: string[], caller = manager) => caller.call(classAccountRouter.cards, { ids, days: 7 })
const userOf = async (id: string) =>
  (await db.select().from(borrower).leftJoin(user, eq(user.id, borrower.userId)).where(eq(borrower.id, id)))[0]?.user
let count = 0
const anAddress = () => `pupil-${(count += 1)}@example.org`
/** Signs in by a card. */
const enter = async (code: string) => {
  const holder = new Caller()
  expect((await holder.request('/api/auth/sign-in/card', { body: { code } })).status).toBe(200)
  return holder
}

describe('What would happen', () => {
  test('is said of each: linked, invited, made, or left alone, and why', async () => {
    const [proven, unproven, banned, taken, both] = [anAddress(), anAddress(), anAddress(), anAddress(), anAddress()]
    await aUser({ email: proven })
    await aUser({ email: unproven, emailVerified: false })
    await aUser({ email: banned, banned: true })
    await aBorrower({ userId: (await aUser({ email: taken })).id })
    await aBorrower({ email: both.toUpperCase() })
    const people = {
      'A link': { email: proven.toUpperCase() },
      'B invite': { email: anAddress() },
      'C make': {},
      'D has': { userId: (await aUser()).id },
      'E unproven': { email: unproven },
      'F taken': { email: taken },
      'G banned': { email: banned },
      'H shared': { email: both },
      'I invalid': { email: 'x@none.invalid' },
    }
    for (const [name, fields] of Object.entries(people)) await aBorrower({ ...fields, name, groupId })
    expect(await outcomes()).toEqual(Object.keys(people).map((name) => [name, name.slice(2)]))
    await storeLibrarySettings({ signInCards: false })
    expect(await outcomes()).toContainEqual(['C make', 'none'])
  })

  test('is about who was selected too, by ids or by a search', async () => {
    const { id } = await aBorrower({ groupId, name: 'Ünal "%" 1984' })
    await aBorrower({ groupId })
    const byIds = await manager.call(classAccountRouter.plan, { borrowers: { ids: [id] } })
    const bySearch = await manager.call(classAccountRouter.plan, {
      borrowers: { filter: { groupId, searchTerm: 'unal' }, except: [] },
    })
    expect([byIds, bySearch].map(({ people }) => people.map((one) => one.id))).toEqual([[id], [id]])
  })
})

describe('Accounts for a class', () => {
  test('are made and linked in one act, invited by mail, and noted once; a second press is refused', async () => {
    const [mine, hers] = [anAddress(), anAddress()]
    const { id: known } = await aUser({ email: mine })
    const [linked, invited, made] = [
      await aBorrower({ groupId, name: 'Awa', email: mine }),
      await aBorrower({ groupId, name: 'Binta', email: hers.toUpperCase(), language: 'fr' }),
      await aBorrower({ groupId, name: 'محمد "Ali" % true' }),
    ]
    const { mark } = await plan()
    const done = await manager.call(classAccountRouter.start, { borrowers: borrowers(), mark })
    expect(done).toMatchObject({ linked: 1, made: 2 })
    expect((await userOf(linked.id))?.id).toBe(known)
    expect(await userOf(invited.id)).toMatchObject({ name: 'Binta', email: hers, language: 'fr', role: 'user' })
    expect(await userOf(made.id)).toMatchObject({ name: 'محمد "Ali" % true', email: null, emailVerified: false })
    await expect.poll(async () => (await mailsTo(hers)).length).toBe(1)
    await expect.poll(async () => (await userOf(invited.id))?.invitedAt).not.toBeNull()
    expect(await mailsTo(mine)).toEqual([])
    const { items } = await manager.call(activityRouter.list, {})
    expect(items[0]).toMatchObject({ action: 'borrower.bulk-accounts', bulk: 'undo', subject: { id: done.id } })
    await expect(manager.call(classAccountRouter.start, { borrowers: borrowers(), mark })).rejects.toMatchObject({
      code: 'CLASS_ACCOUNTS_CHANGED',
    })
    await expect(start()).rejects.toMatchObject({ code: 'CLASS_ACCOUNTS_CHANGED' })
    // The invited one proves the address by a code, and sees the own loans.
    const { id } = await (await signInByCode(hers)).call(meRouter.me, undefined)
    expect((await userOf(invited.id))?.id).toBe(id)
  })

  test('are not made where what was seen is not so any more', async () => {
    const email = anAddress()
    await aBorrower({ groupId, email })
    const { mark } = await plan()
    await aUser({ email })
    await expect(manager.call(classAccountRouter.start, { borrowers: borrowers(), mark })).rejects.toMatchObject({
      code: 'CLASS_ACCOUNTS_CHANGED',
    })
    expect(await outcomes()).toEqual([[expect.any(String), 'link']])
  })

  test('are taken back as one: links go, new users go to the trash; who has signed in keeps the account and is named', async () => {
    const email = anAddress()
    const { id: known } = await aUser({ email })
    const linked = await aBorrower({ groupId, name: 'Awa', email })
    const [unused, used, renamed] = [
      await aBorrower({ groupId, name: 'Binta' }),
      await aBorrower({ groupId, name: 'Coumba' }),
      await aBorrower({ groupId, name: 'Daouda' }),
    ]
    const { id } = await start()
    const ids = await Promise.all([unused, used, renamed].map(async (one) => (await userOf(one.id))?.id ?? ''))
    const given = await cards([used.id, unused.id])
    await enter(given.find(({ borrowerId }) => borrowerId === used.id)?.code ?? '')
    await db
      .update(user)
      .set({ name: 'Daouda Sarr' })
      .where(eq(user.id, ids[2] ?? ''))
    expect(await undo(id)).toEqual({ restored: 2, kept: ['Coumba', 'Daouda'] })
    expect(await userOf(linked.id)).toBeNull()
    expect(await db.$count(user, eq(user.id, known))).toBe(1)
    expect(await userOf(unused.id)).toBeNull()
    expect(await db.$count(deletedUser, inArray(deletedUser.id, ids))).toBe(1)
    // Their sign-in card has ended with the account.
    const late = given.find(({ borrowerId }) => borrowerId === unused.id)?.code ?? ''
    expect((await new Caller().request('/api/auth/sign-in/card', { body: { code: late } })).status).not.toBe(200)
    expect([(await userOf(used.id))?.id, (await userOf(renamed.id))?.id]).toEqual(ids.slice(1))
    await expect(undo(id)).rejects.toMatchObject({ code: 'BULK_STATE' })
    await expect(undo(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // What was taken back can be done again.
    expect(await start()).toMatchObject({ linked: 1, made: 1 })
    const noted = await db.select({ action: activity.action }).from(activity).where(eq(activity.subjectId, linked.id))
    expect(noted.map(({ action }) => action)).toEqual(['borrower.create'])
  })
})

describe('Sign-in cards for a class', () => {
  test('go to readers alone; new ones take the place of unused ones', async () => {
    const head = await aUser({ role: 'admin' })
    const [reader, admin, banned, none] = [
      await aBorrower({ groupId, name: 'Awa' }),
      await aBorrower({ groupId, userId: head.id }),
      await aBorrower({ groupId, userId: (await aUser({ banned: true })).id }),
      await aBorrower({ groupId: null }),
    ]
    await start()
    const { people } = await plan()
    expect(people.filter(({ account }) => account?.mayGetCard).map(({ id }) => id)).toEqual([reader.id])
    const all = [reader, admin, banned, none].map(({ id }) => id)
    const [first, ...others] = await cards(all)
    expect(others).toEqual([])
    expect(first).toMatchObject({ borrowerId: reader.id, name: 'Awa', card: reader.card })
    expect((await plan()).people.find(({ id }) => id === reader.id)?.account?.hasOpenCard).toBe(true)
    const [second] = await cards([reader.id])
    expect((await new Caller().request('/api/auth/sign-in/card', { body: { code: first?.code } })).status).not.toBe(200)
    const holder = await enter(second?.code ?? '')
    expect(await holder.call(meRouter.me, undefined)).toMatchObject({ name: 'Awa', email: null })
  })

  test('need a session that was proven lately, and cards that are switched on', async () => {
    const { id } = await aBorrower({ groupId })
    await start()
    const old = await signedIn(await aUser({ role: 'admin' }), {
      authenticatedAt: new Date(now().getTime() - 3_600_000),
    })
    await expect(cards([id], old)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    await storeLibrarySettings({ signInCards: false })
    await expect(cards([id])).rejects.toMatchObject({ code: 'CARDS_OFF' })
  })
})

test.each(['reader', 'helper'] as const)('A %s may do nothing of it', async (part) => {
  const { id } = await aBorrower({ groupId })
  const caller = part === 'reader' ? await as('reader') : await signedIn(await aUser({ role: 'desk' }))
  const refused = { code: expect.stringMatching(/NOT_ALLOWED|FORBIDDEN/) }
  const { mark } = await plan()
  await expect(caller.call(classAccountRouter.plan, { borrowers: borrowers() })).rejects.toMatchObject(refused)
  await expect(caller.call(classAccountRouter.start, { borrowers: borrowers(), mark })).rejects.toMatchObject(refused)
  await expect(caller.call(classAccountRouter.last, undefined)).rejects.toMatchObject(refused)
  await expect(caller.call(classAccountRouter.undo, { id: newId() })).rejects.toMatchObject(refused)
  await expect(caller.call(classAccountRouter.invite, { ids: [id] })).rejects.toMatchObject(refused)
  await expect(cards([id], caller)).rejects.toMatchObject(refused)
})

test('A school of 900 gets its accounts and cards, and loses them, in seconds each', async () => {
  await db.insert(borrower).values(Array.from({ length: 900 }, (_, at) => ({ name: `Pupil ${at}`, groupId })))
  const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
    const begun = performance.now()
    return [await work, performance.now() - begun]
  }
  const [{ id, made }, making] = await timed(start())
  const ids = (await db.select({ id: borrower.id }).from(borrower).where(eq(borrower.groupId, groupId))).map(
    (one) => one.id,
  )
  const [given, carding] = await timed(cards(ids))
  const [undone, undoing] = await timed(undo(id))
  expect([made, given.length, undone]).toEqual([900, 900, { restored: 900, kept: [] }])
  expect({ making, carding, undoing }).toSatisfy((times: Record<string, number>) =>
    Object.values(times).every((time) => time < 30_000),
  )
})
