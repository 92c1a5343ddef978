import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { deletedUser } from '#base/db/tables/deleted-user.ts'
import { savedView } from '#base/db/tables/saved-view.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { account, session, user } from '#base/db/tables/user.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { createImport } from '#exchange/import/import.server.ts'
import { storeUpload } from '#base/db/uploads.server.ts'
import { demoteAll } from '#test/admins.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser, type UserRow } from '#test/factories.ts'
import { signInByCode, mailsTo } from '#test/sign-in/outbox.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { userRouter } from '../user.router.server.ts'
import { purgeUsers } from './user-trash.server.ts'
import { userTrashRouter } from './user-trash.router.server.ts'

useDatabase()

const UNKNOWN_ID = '01a1fc5f-3ab8-711d-bde4-965ef5d28919'
let manager: SignedInCaller
beforeEach(async () => {
  await db.delete(deletedUser)
  manager = await as('manager')
})

const remove = ({ id }: Pick<UserRow, 'id'>, forGood = false) => manager.call(userRouter.remove, { id, forGood })
const restore = (...ids: string[]) => manager.call(userTrashRouter.restore, { ids })
const rowOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]
const entriesOf = (id: string) => db.select().from(activity).where(eq(activity.subjectId, id)).orderBy(activity.id)
const actionsOn = async (id: string) => (await entriesOf(id)).map(({ action }) => action)
const eventsOf = async (id: string) =>
  (await db.select().from(securityEvent).where(eq(securityEvent.userId, id)).orderBy(securityEvent.id)).map(
    ({ kind, actorId, details }) => [kind, actorId, details],
  )

describe('A deleted user', () => {
  test('is in the trash with all that a restoration needs; sessions and keys end at once', async () => {
    const person = await aUser({ name: 'Bessie Head', language: 'sw', banReason: 'Old', adminListedAt: new Date(0) })
    const caller = await signedIn(person)
    const { key } = await aKey(person, { scopes: ['book:read'] })
    await db.insert(account).values({ userId: person.id, providerId: 'oidc', accountId: 'bessie' })
    expect(await remove(person)).toEqual({ isTold: true })
    const { allWords: _all, walkWords: _walk, sortName: _sort, ...fields } = person
    expect(await db.select().from(deletedUser)).toEqual([
      {
        ...fields,
        borrowerId: null,
        accounts: [
          { id: expect.any(String), provider_id: 'oidc', account_id: 'bessie', created_at: expect.any(String) },
        ],
        deletedAt: expect.any(Date),
        deletedBy: manager.user.id,
      },
    ])
    expect(await rowOf(person.id)).toBeUndefined()
    expect((await caller.request('/api/v1/me')).status).toBe(401)
    expect((await withKey(key, '/api/v1/me')).status).toBe(401)
    expect(await db.$count(session, eq(session.userId, person.id))).toBe(0)
    const [mail] = await mailsTo(person.email)
    expect(mail?.text).toContain(m.trash_days({ count: 30, shown: '30' }, { locale: 'sw' }))
  })

  test('is restored under their id as a new version, and is told; sessions and keys do not come back', async () => {
    const person = await aUser({ name: 'Bessie Head', banned: false, language: 'fr' })
    const caller = await signedIn(person)
    await aKey(person, { scopes: ['book:read'] })
    await db.insert(account).values({ userId: person.id, providerId: 'oidc', accountId: 'b-head' })
    await remove(person)
    expect(await restore(person.id.toUpperCase())).toEqual({
      restored: [person.id],
      collided: [],
      gone: [],
      isTold: true,
    })
    expect(await rowOf(person.id)).toEqual({ ...person, version: 2, updatedAt: expect.any(Date) })
    expect(await db.$count(deletedUser)).toBe(0)
    expect(await db.select({ of: account.accountId }).from(account).where(eq(account.userId, person.id))).toEqual([
      { of: 'b-head' },
    ])
    expect([
      await db.$count(session, eq(session.userId, person.id)),
      await db.$count(apiKey, eq(apiKey.userId, person.id)),
    ]).toEqual([0, 0])
    expect((await caller.request('/api/v1/me')).status).toBe(401)
    expect(await actionsOn(person.id)).toEqual(['user.create', 'user.delete', 'user.restore'])
    expect(await eventsOf(person.id)).toEqual([
      ['user_deleted', manager.user.id, {}],
      ['user_restored', manager.user.id, {}],
    ])
    const subjects = (await mailsTo(person.email)).map(({ subject }) => subject)
    expect(subjects).toContain(m.mail_restored_subject({}, { locale: 'fr' }))
    const again = await signInByCode(person.email)
    expect((await (await again.request('/api/v1/me')).json()).id).toBe(person.id)
  })

  test('finds imports, views and their part in the activity again', async () => {
    const other = await as('manager', { name: 'Grace Ogot' })
    async function* file() {
      yield Buffer.from('title,author\nA,B\n')
    }
    const { id } = await createImport({ upload: await storeUpload('mine.csv', file()), userId: other.user.id })
    await db.insert(savedView).values({ list: 'books', name: 'Mine', ownerId: other.user.id, search: {} })
    const changed = await aUser()
    await other.call(userRouter.ban, { id: changed.id })
    const actorOfBan = async () =>
      (await manager.call(activityRouter.of, { kind: 'user', id: changed.id })).items[0]?.actor.name
    await remove(other.user)
    expect(await actorOfBan()).toBeNull()
    await restore(other.user.id)
    expect(await actorOfBan()).toBe('Grace Ogot')
    const [imported] = await db.select({ by: bookImport.userId }).from(bookImport).where(eq(bookImport.id, id))
    expect([imported?.by, await db.$count(savedView, eq(savedView.ownerId, other.user.id))]).toEqual([other.user.id, 1])
    await remove(other.user)
    await manager.call(userTrashRouter.remove, { ids: [other.user.id] })
    const [left] = await db.select({ by: bookImport.userId }).from(bookImport).where(eq(bookImport.id, id))
    expect([left?.by, await db.$count(savedView, eq(savedView.ownerId, other.user.id))]).toEqual([null, 0])
  })

  test('is named in the activity until the purge, and in nothing afterwards', async () => {
    const person = await aUser({ name: 'Dambudzo', email: 'dambudzo@example.org' })
    const kept = await aUser({ name: 'Kept', email: 'kept-in-trash@example.org' })
    await remove(person)
    await remove(kept)
    expect((await entriesOf(person.id)).at(-1)).toMatchObject({
      subjectName: 'Dambudzo',
      before: { email: 'dambudzo@example.org' },
    })
    const old = new Date('2026-01-01T00:00:00Z')
    await db.update(deletedUser).set({ deletedAt: old }).where(eq(deletedUser.id, person.id))
    const recorded = await db.$count(activity)
    expect(await db.transaction((tx) => purgeUsers(tx, new Date(old.getTime() + 1)))).toBe(1)
    expect(await db.$count(activity)).toBe(recorded)
    expect(JSON.stringify(await db.select().from(activity))).not.toMatch(/dambudzo/i)
    expect((await entriesOf(kept.id)).at(-1)).toMatchObject({ subjectName: 'Kept' })
    expect(await restore(person.id)).toMatchObject({ gone: [person.id], isTold: null })
  })

  test('is deleted for good from the trash, or at once, and every name is erased', async () => {
    const [fromTrash, atOnce] = [
      await aUser({ name: 'Zakes', email: 'zakes@example.org' }),
      await aUser({ name: 'Tsitsi', email: 'tsitsi@example.org' }),
    ]
    await remove(fromTrash)
    expect(await manager.call(userTrashRouter.remove, { ids: [fromTrash.id, UNKNOWN_ID] })).toEqual({
      removed: [fromTrash.id],
    })
    await remove(atOnce, true)
    expect(await db.$count(deletedUser)).toBe(0)
    expect([await actionsOn(fromTrash.id), await actionsOn(atOnce.id)]).toEqual([
      ['user.create', 'user.delete', 'user.delete-for-good'],
      ['user.create', 'user.delete-for-good'],
    ])
    expect([await eventsOf(fromTrash.id), await eventsOf(atOnce.id)]).toEqual([
      [
        ['user_deleted', manager.user.id, {}],
        ['user_deleted', manager.user.id, { forGood: true }],
      ],
      [['user_deleted', manager.user.id, { forGood: true }]],
    ])
    expect(JSON.stringify(await db.select().from(activity))).not.toMatch(/zakes|tsitsi/i)
    const [mail] = await mailsTo(atOnce.email)
    expect(mail?.text).toContain(m.mail_removed_text({}, { locale: 'en' }).slice(0, 60))
  })

  test('leaves the address free, and stays in the trash while another user has it', async () => {
    const [taken, free] = [await aUser({ name: 'Ama' }), await aUser()]
    await db.insert(account).values({ userId: taken.id, providerId: 'oidc', accountId: 'ama' })
    await remove(taken)
    await remove(free)
    const again = await signInByCode(taken.email)
    const { id: by } = (await (await again.request('/api/auth/get-session')).json()).user
    expect(by).not.toBe(taken.id)
    expect(await restore(taken.id, UNKNOWN_ID, free.id)).toEqual({
      restored: [free.id],
      collided: [{ id: taken.id, name: 'Ama', by }],
      gone: [UNKNOWN_ID],
      isTold: true,
    })
    expect(await db.$count(deletedUser)).toBe(1)
    await db.insert(account).values({ userId: by, providerId: 'oidc', accountId: 'ama' })
    await db.update(user).set({ email: 'ama-moved@example.org' }).where(eq(user.id, by))
    expect((await restore(taken.id)).restored).toEqual([taken.id])
    // The account at the provider is the new user's by now.
    expect(await db.$count(account, eq(account.userId, taken.id))).toBe(0)
  })
})

describe('A restoration gives nobody more than the restorer could', () => {
  const keyed = async (scopes: string[]) => (await aKey(manager.user, { scopes })).key
  const undo = async (id: string, key: string) => {
    const [last] = (await entriesOf(id)).slice(-1)
    const response = await withKey(key, `/api/v1/activity/${last?.id}/undo`, { method: 'POST' })
    return [response.status, (await response.json()).code]
  }

  test('an admin needs the right to give roles, a banned user the right to ban', async () => {
    const [admin, banned, reader] = [
      await aUser({ role: 'admin' }),
      await aUser({ banned: true, banReason: 'Late' }),
      await aUser(),
    ]
    for (const one of [admin, banned, reader]) await remove(one)
    const weak = await keyed(['user:get', 'user:delete', 'user:create'])
    const [refused, unproven] = [
      [403, 'SCOPE_MISSING'],
      [403, 'FORBIDDEN'],
    ]
    expect([await undo(admin.id, weak), await undo(banned.id, weak)]).toEqual([unproven, refused])
    expect(await undo(reader.id, await keyed(['user:get', 'user:delete']))).toEqual(refused)
    expect((await undo(reader.id, weak))[0]).toBe(200)
    const strong = await keyed(['user:get', 'user:delete', 'user:create', 'user:ban'])
    expect([await undo(admin.id, strong), (await undo(banned.id, strong))[0]]).toEqual([unproven, 200])
    await restore(admin.id)
    expect(await rowOf(admin.id)).toMatchObject({ role: 'admin' })
    expect(await rowOf(banned.id)).toMatchObject({ banned: true, banReason: 'Late' })
  })

  test('and the last admin is not moved to the trash, nor oneself', async () => {
    await demoteAll()
    const boss = await as('manager')
    await expect(boss.call(userRouter.remove, { id: boss.user.id })).rejects.toMatchObject({
      code: 'YOU_CANNOT_REMOVE_YOURSELF',
    })
    const [admin, other] = [await aUser({ role: 'admin' }), await as('manager')]
    await boss.call(userRouter.remove, { id: admin.id })
    await other.call(userRouter.remove, { id: boss.user.id })
    expect(await db.$count(deletedUser)).toBe(2)
    await expect(boss.call(userTrashRouter.restore, { ids: [admin.id] })).rejects.toMatchObject({ status: 401 })
    manager = other
    expect((await restore(boss.user.id, admin.id)).restored).toHaveLength(2)
  })
})

test('The trash is a list: the last deleted first, searched by name and address, for those who may delete', async () => {
  for (const name of ['Old Wole', 'New Wole', 'Chinua']) await remove(await aUser({ name }))
  const list = (searchTerm = '') => manager.call(userTrashRouter.list, { searchTerm })
  // A list does not wait long for its total.
  const count = async (searchTerm = '') => (await manager.call(userTrashRouter.count, { searchTerm })).total
  const { items } = await list()
  expect([items.map(({ name }) => name), await count()]).toEqual([['Chinua', 'New Wole', 'Old Wole'], 3])
  expect(items[0]).toMatchObject({ daysLeft: 30, deletedBy: { id: manager.user.id, name: manager.user.name } })
  expect(Object.keys(items[0] ?? {})).not.toContain('accounts')
  expect((await list('wol')).items.map(({ name }) => name)).toEqual(['New Wole', 'Old Wole'])
  const id = items[0]?.id ?? ''
  expect((await list(items[0]?.email ?? '')).items.map((one) => one.id)).toEqual([id])
  expect(await count('wole')).toBe(2)
  expect(await manager.call(userTrashRouter.get, { id })).toMatchObject({ name: 'Chinua', daysLeft: 30 })
  for (const other of [manager.user.id, 'nonsense', UNKNOWN_ID])
    expect(await manager.call(userTrashRouter.get, { id: other })).toBeNull()
  await manager.call(userTrashRouter.remove, { ids: [id] })
  expect(await count()).toBe(2)
  const later = await aUser({ name: 'Deleted while the question was open' })
  await remove(later)
  await manager.call(userTrashRouter.empty, { until: items[1]?.deletedAt ?? new Date(0) })
  expect((await list()).items.map((one) => one.id)).toEqual([later.id])
})

test('The REST API moves to the trash, and deletes for good where that is asked for', async () => {
  const [kept, gone] = [await aUser({ name: 'Kept' }), await aUser({ name: 'Gone' })]
  const send = async (path: string, method = 'DELETE') =>
    (await manager.request(`/api/v1/users/${path}`, { method })).status
  expect(await send(`${gone.id}?forGood=yes`)).toBe(400)
  expect([await send(kept.id), await send(`${gone.id}?forGood=true`), await send(kept.id)]).toEqual([200, 200, 404])
  expect(await send(kept.id, 'GET')).toBe(404)
  expect(await db.select({ name: deletedUser.name }).from(deletedUser)).toEqual([{ name: 'Kept' }])
})
