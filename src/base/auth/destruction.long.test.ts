import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { deletedUser } from '#base/db/tables/deleted-user.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { user } from '#base/db/tables/user.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { backupRouter } from '#operations/backup/backup.router.server.ts'
import { runBulk } from '#exchange/bulk/bulk-runner.server.ts'
import { bookBulkRouter } from '#exchange/bulk/bulk.router.server.ts'
import { bookTrashRouter } from '#catalogue/book/trash/book-trash.router.server.ts'
import { userTrashRouter } from '#people/user/trash/user-trash.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aBook, aTrashedUser, aUser } from '#test/factories.ts'
import { removeFolder } from '#test/remove-folder.ts'
import { mailsTo } from '#test/sign-in/outbox.ts'

useDatabase()
const folder = join(tmpdir(), `maktaba-destruction-${process.pid}`)
const backups = join(folder, 'backups')
useEnv({ DATA_DIR: folder })

const EXPIRED = { code: 'SESSION_EXPIRED', status: 403 }
const HOUR = 3_600_000
let thief: SignedInCaller
let owner: SignedInCaller
beforeAll(() => mkdir(backups, { recursive: true }))
beforeEach(async () => {
  thief = await signedIn(await aUser({ role: 'admin' }), { authenticatedAt: new Date(now().getTime() - 11 * 60_000) })
  owner = await as('manager')
})
afterEach(() => moveClock(0))
afterAll(() => removeFolder(folder))

const trashedBook = async () => {
  const { id, version } = await aBook()
  await owner.request(`/api/v1/books/${id}?version=${version}`, { method: 'DELETE' })
  return id
}
const aBackup = async (hours: number) => {
  const stamp = new Date(now().getTime() - hours * HOUR)
    .toISOString()
    .slice(0, 19)
    .replace('T', '-')
    .replaceAll(':', '')
  const name = `${stamp}-nightly.maktaba`
  await writeFile(join(backups, name), 'x')
  return name
}
const aBulkDeletion = async (caller: SignedInCaller, ids: string[]) =>
  (await caller.call(bookBulkRouter.create, { books: { ids }, operation: { kind: 'delete' } })).id

/** The mails to an admin about what was destroyed, as soon as there are so many. */
const told = async (email: string, count: number) => {
  const find = async () =>
    (await mailsTo(email)).filter(({ subject }) => subject === 'A change in the library that you should know of')
  await expect.poll(find).toHaveLength(count)
  return (await find()).map(({ text = '' }) => text)
}

describe('a session that was not reauthenticated', () => {
  test('deletes no book for good: not by REST, in bulk or from the trash, which it does not empty', async () => {
    const [kept, inTrash] = [await aBook(), await trashedBook()]
    const direct = await thief.request(`/api/v1/books/${kept.id}?version=1&forGood=true`, { method: 'DELETE' })
    expect([direct.status, await direct.json()]).toMatchObject([403, EXPIRED])
    const bulk = await aBulkDeletion(thief, [kept.id])
    await expect(thief.call(bookBulkRouter.move, { id: bulk, to: 'start', isForGood: true })).rejects.toMatchObject(
      EXPIRED,
    )
    await expect(thief.call(bookTrashRouter.remove, { ids: [inTrash] })).rejects.toMatchObject(EXPIRED)
    await expect(thief.call(bookTrashRouter.empty, { until: now() })).rejects.toMatchObject(EXPIRED)
    expect(await db.$count(book, eq(book.id, kept.id))).toBe(1)
    expect(await db.$count(deletedBook, eq(deletedBook.id, inTrash))).toBe(1)
  })

  test('deletes nobody for good, and bans or deletes no admin, by an undo neither', async () => {
    const [reader, admin, trashed] = [await aUser(), await aUser({ role: 'admin' }), await aTrashedUser()]
    const refused: [string, RequestInit['method']][] = [
      [`/api/v1/users/${reader.id}?forGood=true`, 'DELETE'],
      [`/api/v1/users/${admin.id}`, 'DELETE'],
      [`/api/v1/users/${admin.id}/ban`, 'POST'],
    ]
    for (const [path, method = ''] of refused)
      expect((await (await thief.request(path, { method, ...(method === 'POST' && { body: {} }) })).json()).code).toBe(
        'SESSION_EXPIRED',
      )
    await expect(thief.call(userTrashRouter.remove, { ids: [trashed.id] })).rejects.toMatchObject(EXPIRED)
    await expect(thief.call(userTrashRouter.empty, { until: now() })).rejects.toMatchObject(EXPIRED)
    const made = await owner.call(userRouter.create, { email: 'made-admin@example.org', role: 'admin' })
    await owner.call(userRouter.ban, { id: admin.id })
    await owner.call(userRouter.unban, { id: admin.id })
    const entries = await db.select().from(activity).where(like(activity.subjectKind, 'user'))
    const entryOf = (id: string, action: string) =>
      String(entries.find((one) => one.subjectId === id && one.action === action)?.id)
    for (const id of [entryOf(made.id, 'user.create'), entryOf(admin.id, 'user.unban')])
      await expect(thief.call(undoRouter.undo, { id })).rejects.toMatchObject(EXPIRED)
    expect(await db.$count(user, eq(user.id, made.id))).toBe(1)
    expect(await db.select({ banned: user.banned }).from(user).where(eq(user.id, admin.id))).toEqual([
      { banned: false },
    ])
    expect(await db.$count(deletedUser, eq(deletedUser.id, trashed.id))).toBe(1)
  })

  test('does what can be undone: to the trash, in bulk too, and back', async () => {
    const [one, other, reader] = [await aBook(), await aBook(), await aUser()]
    expect((await thief.request(`/api/v1/books/${one.id}?version=1`, { method: 'DELETE' })).status).toBe(204)
    const bulk = await aBulkDeletion(thief, [other.id])
    await thief.call(bookBulkRouter.move, { id: bulk, to: 'start' })
    await runBulk(bulk)
    await thief.call(userRouter.remove, { id: reader.id })
    await thief.call(bookTrashRouter.restore, { ids: [one.id, other.id] })
    await thief.call(userTrashRouter.restore, { ids: [reader.id] })
    expect(await db.$count(book, eq(book.id, other.id))).toBe(1)
  })

  test('deletes no backup; nobody deletes one of the last day', async () => {
    const [old, fresh] = [await aBackup(25), await aBackup(23)]
    await expect(thief.call(backupRouter.remove, { name: old })).rejects.toMatchObject(EXPIRED)
    await expect(owner.call(backupRouter.remove, { name: fresh })).rejects.toMatchObject({
      code: 'BACKUP_TOO_NEW',
      message: 'This backup was made less than a day ago. It can be deleted when it is a day old.',
    })
    await owner.call(backupRouter.remove, { name: old })
    expect(await readdir(backups)).toEqual([fresh])
    expect((await told(thief.user.email, 1))[0]).toContain(old)
  })
})

test('an API key, which nobody proves anew, deletes nothing for good', async () => {
  const { key } = await aKey(thief.user)
  const path = `/api/v1/books/${(await aBook()).id}?version=1`
  expect((await withKey(key, `${path}&forGood=true`, { method: 'DELETE' })).status).toBe(403)
  expect((await withKey(key, path, { method: 'DELETE' })).status).toBe(204)
  await told(owner.user.email, 0)
})

describe('all admins are told', () => {
  test('of an admin who was banned, deleted or demoted, and of a user deleted for good: by whom', async () => {
    const admins = []
    for (const name of ['Amina', 'Bela', 'Chidi']) admins.push(await aUser({ role: 'admin', name }))
    const [banned, deleted, demoted] = admins
    if (!banned || !deleted || !demoted) throw new Error('They were added')
    // Each is told before the next, who would else no longer be an admin when the mails are addressed.
    await owner.call(userRouter.ban, { id: banned.id })
    await told(deleted.email, 1)
    await owner.call(userRouter.remove, { id: deleted.id })
    await told(demoted.email, 2)
    await owner.call(userRouter.update, { id: demoted.id, version: demoted.version, role: 'user' })
    await owner.call(userRouter.remove, { id: (await aUser()).id, forGood: true })
    // Its owner too: the session may be stolen.
    for (const { user: admin } of [owner, thief]) {
      const texts = (await told(admin.email, 4)).join('\n')
      for (const part of ['Amina', 'Bela', 'Chidi', '1 user', owner.user.name]) expect(texts).toContain(part)
    }
    // Not of their own, of which they have another mail.
    for (const [at, { email }] of admins.entries()) await told(email, at)
  })

  test('of a trash that was emptied and of many books, each once, in the admin’s language', async () => {
    const swahili = await aUser({ role: 'admin', language: 'sw' })
    await db.delete(deletedBook)
    for (let count = 0; count < 3; count += 1) await trashedBook()
    await owner.call(bookTrashRouter.empty, { until: now() })
    await owner.call(bookTrashRouter.empty, { until: now() })
    const id = await aBulkDeletion(owner, [(await aBook()).id, (await aBook()).id])
    await owner.call(bookBulkRouter.move, { id, to: 'start', isForGood: true })
    await flushSecurityEvents()
    const logged = await db.select().from(securityEvent).where(eq(securityEvent.userId, owner.user.id))
    const entries = logged.filter(({ kind }) => kind === 'deleted_for_good')
    expect(entries.map(({ details }) => details)).toEqual([
      { what: 'books', count: 3 },
      { what: 'books', count: 2 },
    ])
    const texts = (await told(thief.user.email, 2)).join('\n')
    expect(texts).toMatch(/deleted \D*3 books\D* for good/)
    expect(texts).toMatch(/begun to delete \D*2 books/)
    const mails = (await mailsTo(swahili.email)).map(({ subject }) => subject)
    expect(mails).toEqual(Array.from({ length: 2 }, () => 'Badiliko katika maktaba unalopaswa kulijua'))
  })

  test('of many single deletions once in an hour, which hides no larger one', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => aBook()))
    await Promise.all(
      ids.map(({ id }) => owner.request(`/api/v1/books/${id}?version=1&forGood=true`, { method: 'DELETE' })),
    )
    await told(thief.user.email, 1)
    await owner.call(backupRouter.remove, { name: await aBackup(30) })
    await told(thief.user.email, 2)
    expect(await db.$count(limitHit, eq(limitHit.key, `loss:one:${owner.user.id}`))).toBe(1)
    moveClock(HOUR + 1000)
    const { id } = await aBook()
    const later = await signedIn(owner.user, { authenticatedAt: now() })
    await later.request(`/api/v1/books/${id}?version=1&forGood=true`, { method: 'DELETE' })
    await told(thief.user.email, 3)
  })
})

test('The ban of an admin is lifted, by an undo too, only after a recent proof', async () => {
  const { id } = await aUser({ role: 'admin' })
  await owner.call(userRouter.ban, { id, reason: '', until: null })
  await expect(thief.call(userRouter.unban, { id })).rejects.toMatchObject(EXPIRED)
  const [entry] = await db
    .select({ id: activity.id })
    .from(activity)
    .where(eq(activity.subjectId, id))
    .orderBy(desc(activity.id))
    .limit(1)
  await expect(thief.call(undoRouter.undo, { id: String(entry?.id) })).rejects.toMatchObject(EXPIRED)
  expect(await owner.call(userRouter.unban, { id })).toMatchObject({ banned: false })
})
