import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { borrowerBulkRow } from '#base/db/tables/lending-bulk.ts'
import { hold } from '#base/db/tables/loan.ts'
import { newId } from '#base/lib/id.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { borrowerRouter } from '#lending/borrower/borrower.router.server.ts'
import { borrowerGroupRouter } from '#lending/borrower/group/group.router.server.ts'
import { borrowerTrashRouter } from '#lending/borrower/trash/borrower-trash.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { holdRouter } from '#lending/loan/hold.router.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { borrowerBulkRouter } from './borrower-bulk.router.server.ts'
import { borrowerBulks } from './borrower-bulk.server.ts'
import type { BorrowerBulkInput, BorrowerValues } from './borrower-bulk.schema.ts'

useDatabase()
useLending()

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})

async function people(count: number, fields: Partial<typeof borrower.$inferInsert> = {}) {
  const made = []
  for (let at = 0; at < count; at += 1) made.push(await aBorrower(fields))
  return { made, ids: made.map(({ id }) => id) }
}
const aClass = (name: string) => manager.call(borrowerGroupRouter.create, { name })
const rowsOf = (ids: readonly string[]) =>
  db
    .select()
    .from(borrower)
    .where(inArray(borrower.id, [...ids]))
    .orderBy(borrower.id)

async function change(input: BorrowerBulkInput) {
  const { id } = await manager.call(borrowerBulkRouter.create, input)
  await borrowerBulks.run(id)
  return manager.call(borrowerBulkRouter.get, { id })
}
const set = (ids: string[], values: BorrowerValues) => change({ kind: 'set', borrowers: { ids }, values })
async function undo(id: string) {
  await manager.call(borrowerBulkRouter.move, { id, to: 'undo' })
  await borrowerBulks.run(id)
  return manager.call(borrowerBulkRouter.get, { id })
}
const itemsOf = async (id: string, result: 'refused' | 'kept' | 'changed') =>
  (await manager.call(borrowerBulkRouter.rows, { id, result })).items
const newest = async () => (await manager.call(activityRouter.list, {})).items[0]

test('Many borrowers get a class, an expiry, a note or a block, which is taken back but for what was changed since', async () => {
  const [from, to] = [await aClass('5A'), await aClass('6A')]
  const { ids } = await people(4, { groupId: from.id, note: 'Old', expiresOn: '2026-07-31' })
  const preview = { kind: 'set', borrowers: { ids }, values: { groupId: to.id } } as const
  expect(await manager.call(borrowerBulkRouter.preview, preview)).toEqual({ changed: 4, unchanged: 0, refused: [] })
  const moved = await set(ids, { groupId: to.id })
  expect(moved).toMatchObject({ state: 'done', changed: 4, unchanged: 0, refused: 0 })
  expect(await manager.call(borrowerBulkRouter.preview, preview)).toEqual({ changed: 0, unchanged: 4, refused: [] })
  expect(await newest()).toMatchObject({ action: 'borrower.bulk-set', bulk: 'undo' })
  expect(JSON.stringify(await newest())).toContain('6A')
  const values = { expiresOn: '2027-07-31', note: '', blockedNote: 'Left' }
  const done = await set(ids, values)
  expect(await rowsOf(ids)).toMatchObject(ids.map(() => ({ ...values, groupId: to.id })))
  await manager.call(borrowerRouter.update, { id: ids[0] ?? '', version: 3, blockedNote: 'Asked' })
  await manager.call(borrowerRouter.remove, { id: ids[1] ?? '', version: 3 })
  expect(await undo(done.id)).toMatchObject({ state: 'undone', kept: 2, gone: 1 })
  expect((await itemsOf(done.id, 'kept')).map(({ kept }) => kept).toSorted()).toEqual(['changed', 'missing'])
  const [first, ...others] = await rowsOf(ids)
  expect(first).toMatchObject({ ...values, blockedNote: 'Asked' })
  expect(others).toMatchObject(others.map(() => ({ note: 'Old', expiresOn: '2026-07-31', blockedNote: '' })))
})

test('A class that is gone is not given back, and none is set that there is not', async () => {
  const [from, to] = [await aClass('5B'), await aClass('6B')]
  const { ids } = await people(2, { groupId: from.id })
  const done = await set(ids, { groupId: to.id })
  await manager.call(borrowerGroupRouter.remove, { id: from.id, version: 1 })
  expect(await undo(done.id)).toMatchObject({ state: 'undone', kept: 2, gone: 0 })
  expect((await itemsOf(done.id, 'kept')).map(({ kept }) => kept)).toEqual(['no_group', 'no_group'])
  expect(await rowsOf(ids)).toMatchObject(ids.map(() => ({ groupId: to.id })))
  await expect(set(ids, { groupId: newId() })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { 'values.groupId': { key: 'validation_invalid' } },
  })
  // The class is deleted after the change was ordered and before it runs.
  const soon = await aClass('7B')
  const { id } = await manager.call(borrowerBulkRouter.create, {
    kind: 'set',
    borrowers: { ids },
    values: { groupId: soon.id },
  })
  await db.delete(borrowerGroup).where(eq(borrowerGroup.id, soon.id))
  await borrowerBulks.run(id)
  expect(await manager.call(borrowerBulkRouter.get, { id })).toMatchObject({ state: 'done', changed: 0, refused: 2 })
})

test('All that a search and filters find are changed, but for those taken out', async () => {
  const { id: groupId } = await aClass('5C')
  const { ids } = await people(3, { groupId, name: 'Zawadi Otieno' })
  const { ids: others } = await people(1, { name: 'Zawadi Otieno' })
  const done = await change({
    kind: 'set',
    borrowers: { filter: { groupId, searchTerm: 'zawadi' }, except: [ids[0] ?? ''] },
    values: { blockedNote: 'Holidays' },
  })
  expect(done).toMatchObject({ state: 'done', total: 2, changed: 2 })
  expect((await rowsOf([...ids, ...others])).filter(({ blockedNote }) => blockedNote !== '')).toHaveLength(2)
})

test('Who has no books goes to the trash with holds and past loans, and all come back', async () => {
  const { ids, made } = await people(3)
  const [keeps, returned, waits] = made
  const scan = async (number: string, borrowerId = '') =>
    manager.call(deskRouter.scan, { actId: newId(), code: number, ...(borrowerId && { borrowerId }) })
  const { number: kept, bookId } = await aCopy()
  const { number: back } = await aCopy()
  await scan(kept, keeps?.id)
  await scan(back, returned?.id)
  await scan(back)
  await manager.call(holdRouter.create, { bookId, borrowerId: waits?.id ?? '' })
  expect(await manager.call(borrowerBulkRouter.preview, { kind: 'delete', borrowers: { ids } })).toEqual({
    changed: 2,
    unchanged: 0,
    refused: [{ reason: 'has_loans', count: 1 }],
  })
  const done = await change({ kind: 'delete', borrowers: { ids } })
  expect(done).toMatchObject({ state: 'done', changed: 2, refused: 1 })
  expect((await itemsOf(done.id, 'refused')).map(({ reason }) => reason)).toEqual(['has_loans'])
  expect(await rowsOf(ids)).toMatchObject([{ id: keeps?.id }])
  expect(await db.$count(hold, eq(hold.bookId, bookId))).toBe(0)
  const trashed = await db.select().from(deletedBorrower).where(inArray(deletedBorrower.id, ids))
  expect(trashed.find(({ id }) => id === returned?.id)?.loanIds).toHaveLength(1)
  expect(trashed.find(({ id }) => id === waits?.id)?.holds).toMatchObject([{ bookId }])
  expect(trashed.every(({ deletedBy }) => deletedBy === manager.user.id)).toBe(true)
  expect(await newest()).toMatchObject({ action: 'borrower.bulk-delete', bulk: 'undo' })
  expect(await undo(done.id)).toMatchObject({ state: 'undone', kept: 0 })
  expect(await rowsOf(ids)).toHaveLength(3)
  expect(await db.$count(hold, eq(hold.bookId, bookId))).toBe(1)
  expect(await newest()).toMatchObject({ action: 'borrower.undo-bulk', bulk: 'report' })
})

test('Who was restored, whose number is taken and who was erased since is left alone by the undo', async () => {
  const { ids, made } = await people(3)
  const [restored, taken, erased] = made
  const done = await change({ kind: 'delete', borrowers: { ids } })
  await manager.call(borrowerTrashRouter.restore, { ids: [restored?.id ?? ''] })
  await aBorrower({ card: taken?.card ?? '' })
  await db.delete(deletedBorrower).where(eq(deletedBorrower.id, erased?.id ?? ''))
  expect(await undo(done.id)).toMatchObject({ state: 'undone', kept: 3, gone: 1 })
  expect((await itemsOf(done.id, 'kept')).map(({ kept }) => kept).toSorted()).toEqual(['changed', 'missing', 'taken'])
})

test('Who is erased is forgotten by the rows of bulk changes', async () => {
  const { made, ids } = await people(2, { name: 'Tatu Kilonzo', note: 'Kwenda Mombasa' })
  const { id } = await set(ids, { note: 'New' })
  const textOf = async () =>
    JSON.stringify(await db.select().from(borrowerBulkRow).where(eq(borrowerBulkRow.bulkId, id)))
  expect(await textOf()).toContain('Mombasa')
  for (const one of made) await db.delete(borrower).where(eq(borrower.id, one.id))
  expect(await textOf()).not.toMatch(/Mombasa|Kilonzo/)
  expect((await itemsOf(id, 'changed')).map(({ name }) => name)).toEqual(['', ''])
  expect(await undo(id)).toMatchObject({ state: 'undone', kept: 2, gone: 2 })
})

test('The borrowers of many chunks are changed, moved to the trash, and all taken back', async () => {
  const { id: groupId } = await aClass('8A')
  await db.execute(sql`insert into borrower (id, name, group_id)
    select gen_random_uuid(), 'Pupil ' || n, ${groupId}::uuid from generate_series(1, 1200) as n`)
  const all = { filter: { groupId }, except: [] }
  const ended = await change({ kind: 'set', borrowers: all, values: { expiresOn: '2027-07-31' } })
  expect(ended).toMatchObject({ state: 'done', changed: 1200 })
  const gone = await change({ kind: 'delete', borrowers: all })
  expect(gone).toMatchObject({ state: 'done', changed: 1200 })
  expect(await undo(gone.id)).toMatchObject({ state: 'undone', kept: 0 })
  expect(await db.$count(borrower, eq(borrower.groupId, groupId))).toBe(1200)
})

test('It is for managers', async () => {
  const { ids } = await people(1)
  for (const who of ['reader', 'helper'] as const)
    await expect(
      (await as(who)).call(borrowerBulkRouter.create, { kind: 'delete', borrowers: { ids } }),
    ).rejects.toMatchObject({ status: 403 })
})

test.each([
  [{ kind: 'set', borrowers: { ids: [newId()] }, values: {} }],
  [{ kind: 'set', borrowers: { ids: [] }, values: { note: '' } }],
  [{ kind: 'set', borrowers: { ids: ['1'] }, values: { note: '' } }],
  [{ kind: 'set', borrowers: { ids: [newId()] }, values: { card: '1' } as BorrowerValues }],
] satisfies [BorrowerBulkInput][])('%j is refused', async (input) => {
  await expect(manager.call(borrowerBulkRouter.create, input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})
