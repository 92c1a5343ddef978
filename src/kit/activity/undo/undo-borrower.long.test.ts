import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { borrowerRouter } from '#lending/borrower/borrower.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { activityRouter } from '../activity.router.server.ts'
import { undoRouter } from './undo.router.server.ts'

useDatabase()
useLending()

/** With a session that was proven long ago: an undo erases nothing, so that it needs no proof. */
let manager: SignedInCaller
let helper: SignedInCaller
beforeAll(async () => {
  const admin = await aUser({ role: 'admin' })
  manager = await signedIn(admin, { authenticatedAt: new Date(now().getTime() - 20 * 86_400_000) })
  helper = await as('helper')
})
beforeEach(() => db.delete(activity))

const add = (name: string) => manager.call(borrowerRouter.create, { name })
const lastEntry = async (id: string) => {
  const [row] = await db.select().from(activity).where(eq(activity.subjectId, id)).orderBy(desc(activity.id)).limit(1)
  return row ?? { id: 0, action: '', isUndo: false }
}
const undo = (entryId: number, by = manager) => by.call(undoRouter.undo, { id: String(entryId) })
const undoLast = async (id: string) => undo((await lastEntry(id)).id)
const rowOf = async (id: string) => (await db.select().from(borrower).where(eq(borrower.id, id)))[0]
const trashed = (ids: string[]) => db.$count(deletedBorrower, inArray(deletedBorrower.id, ids))
/** The newest line of the activity, and its undo. */
const newestLine = async () => (await manager.call(activityRouter.lines, {})).items[0]
const undoBurst = async (by = manager) => {
  const { id = 0, lastId = 0 } = (await newestLine()) ?? {}
  return by.call(undoRouter.burst, { id, lastId })
}

test('One who was added goes to the trash and comes back whole, as often as one likes', async () => {
  const { id, updatedAt: _at, version: _version, ...added } = await add('Essai Unique')
  for (let round = 1; round <= 3; round += 1) {
    expect(await undoLast(id)).toEqual({ fields: ['borrower'], kept: [] })
    expect([await rowOf(id), await trashed([id])]).toEqual([undefined, 1])
    expect(await newestLine()).toMatchObject({
      action: 'borrower.delete',
      undo: 'possible',
      subject: { name: 'Essai Unique' },
    })
    expect(await undoLast(id)).toEqual({ fields: ['borrower'], kept: [] })
    expect(await rowOf(id)).toMatchObject({ name: added.name, card: added.card, version: round + 1 })
    expect(await lastEntry(id)).toMatchObject({ action: 'borrower.restore', isUndo: true })
  }
  expect(await trashed([id])).toBe(0)
})

test('Forty in one line: who has a book stays and is named, nobody is erased, and all come back by the line of that', async () => {
  const item = await aCopy()
  const names = Array.from({ length: 40 }, (_, at) => `Pupil ${at}`)
  const ids: string[] = []
  for (const name of names) ids.push((await add(name)).id)
  const [reader = ''] = ids.slice(7)
  await manager.call(deskRouter.scan, { actId: newId(), code: item.number, borrowerId: reader })
  const before = await db.select().from(borrower).where(inArray(borrower.id, ids)).orderBy(asc(borrower.id))

  expect(await newestLine()).toMatchObject({ action: 'borrower.create', count: 40, undo: 'possible' })
  const { undone, kept } = await undoBurst()
  expect([undone, kept.map(({ name }) => name)]).toEqual([39, ['Pupil 7']])
  expect(kept[0]?.message).toMatch(/^Still on loan or owed: /)
  expect([await trashed(ids), (await rowOf(reader))?.name]).toEqual([39, 'Pupil 7'])

  expect(await newestLine()).toMatchObject({ action: 'borrower.delete', count: 39, undo: 'possible' })
  expect(await undoBurst()).toMatchObject({ undone: 39, kept: [] })
  const after = await db.select().from(borrower).where(inArray(borrower.id, ids)).orderBy(asc(borrower.id))
  const compared = ({ version: _v, updatedAt: _u, ...fields }: (typeof after)[number]) => fields
  expect(after.map(compared)).toEqual(before.map(compared))
  // And once more, from there.
  expect(await undoBurst()).toMatchObject({ undone: 39 })
  expect(await trashed(ids)).toBe(39)
})

test('Twice, at once and after another: nobody is touched a second time', async () => {
  const ids: string[] = []
  for (let at = 0; at < 30; at += 1) ids.push((await add(`Twin ${at}`)).id)
  const { id: line = 0, lastId = 0 } = (await newestLine()) ?? {}
  const both = await Promise.all([1, 2].map(() => manager.call(undoRouter.burst, { id: line, lastId })))
  expect(both.map(({ undone }) => undone).toSorted()).toEqual([0, 30])
  expect(await trashed(ids)).toBe(30)
  const [first = ''] = ids
  const [entry] = await db
    .select({ id: activity.id })
    .from(activity)
    .where(and(eq(activity.subjectId, first), eq(activity.action, 'borrower.create')))
  await expect(undo(entry?.id ?? 0)).rejects.toMatchObject({ code: 'ALREADY_UNDONE' })
})

test('By who may not: helpers, readers, and a key without the scope', async () => {
  const { id } = await add('Guarded One')
  const entry = (await lastEntry(id)).id
  const { lastId = 0 } = (await newestLine()) ?? {}
  for (const by of [helper, await as('reader')]) {
    await expect(undo(entry, by)).rejects.toMatchObject({ status: 403 })
    await expect(by.call(undoRouter.burst, { id: entry, lastId })).rejects.toMatchObject({ status: 403 })
  }
  const ask = async (scopes: string[]) => {
    const { key } = await aKey(manager.user, { scopes })
    return (await withKey(key, `/api/v1/activity/${entry}/undo`, { method: 'POST' })).status
  }
  expect(await ask(['borrower:read', 'borrower:update'])).toBe(403)
  expect((await rowOf(id))?.name).toBe('Guarded One')
  expect(await ask(['borrower:read', 'borrower:delete'])).toBe(200)
  expect(await trashed([id])).toBe(1)
})

test('Who was changed since stays; whose card somebody else has by now stays in the trash, and it is said', async () => {
  const { id } = await add('Changed Since')
  const created = (await lastEntry(id)).id
  await manager.call(borrowerRouter.update, { id, version: 1, note: 'A note' })
  expect(await undo(created)).toMatchObject({ fields: [], kept: [{ field: 'note', reason: 'changed' }] })
  // The change itself is taken back as before.
  expect(await undoLast(id)).toEqual({ fields: ['note'], kept: [] })
  await manager.call(borrowerRouter.remove, { id, version: 3 })
  const { card = '' } = (await db.select().from(deletedBorrower).where(eq(deletedBorrower.id, id)))[0] ?? {}
  await aBorrower({ card })
  expect(await undoLast(id)).toEqual({
    fields: [],
    kept: [{ field: 'card', reason: 'taken', message: m.undo_kept_card_taken() }],
  })
  expect(await trashed([id])).toBe(1)
  await db.delete(deletedBorrower).where(eq(deletedBorrower.id, id))
  expect(await undoLast(id)).toMatchObject({ kept: [{ reason: 'gone' }] })
})
