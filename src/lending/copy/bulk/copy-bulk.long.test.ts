import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hold } from '#base/db/tables/loan.ts'
import { newId } from '#base/lib/id.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { holdRouter } from '#lending/loan/hold.router.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { copyRouter } from '../copy.router.server.ts'
import { copyBulkRouter } from './copy-bulk.router.server.ts'
import { copyBulks } from './copy-bulk.server.ts'
import type { CopyBulkInput, CopyValues } from './copy-bulk.schema.ts'

useDatabase()
useLending()

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})

/** Copies of one book. */
async function copiesOfOne(count: number, fields: Partial<typeof copy.$inferInsert> = {}) {
  const { id: bookId } = await aBook()
  const made = []
  for (let at = 0; at < count; at += 1) made.push(await aCopy({ ...fields, bookId }))
  return { bookId, ids: made.map(({ id }) => id), made }
}
const lend = async (code: string) =>
  manager.call(deskRouter.scan, { actId: newId(), code, borrowerId: (await aBorrower()).id })
const valuesOf = (ids: readonly string[]) =>
  db
    .select()
    .from(copy)
    .where(inArray(copy.id, [...ids]))
    .orderBy(copy.id)

/** Starts a change and waits for its end. */
async function change(input: CopyBulkInput) {
  const { id } = await manager.call(copyBulkRouter.create, input)
  await copyBulks.run(id)
  return manager.call(copyBulkRouter.get, { id })
}
const set = (ids: string[], values: CopyValues) => change({ kind: 'set', copies: { ids }, values })
async function undo(id: string) {
  await manager.call(copyBulkRouter.move, { id, to: 'undo' })
  await copyBulks.run(id)
  return manager.call(copyBulkRouter.get, { id })
}
const reasonsOf = async (id: string, result: 'refused' | 'kept') =>
  (await manager.call(copyBulkRouter.rows, { id, result })).items.map(({ reason, kept }) =>
    result === 'kept' ? kept : reason,
  )

test('Many copies get a place and a note in one change, which is taken back but for what was changed since', async () => {
  const { ids } = await copiesOfOne(4, { location: 'Main room', note: 'Old' })
  const values = { location: 'Store', note: '' }
  const done = await set(ids, values)
  expect(done).toMatchObject({ state: 'done', changed: 4, unchanged: 0, refused: 0 })
  expect(await valuesOf(ids)).toMatchObject(ids.map(() => ({ ...values, version: 2 })))
  expect((await set(ids, values)).unchanged).toBe(4)
  await manager.call(copyRouter.update, { id: ids[0] ?? '', version: 2, note: 'New' })
  await manager.call(copyRouter.remove, { id: ids[1] ?? '', version: 2 })
  expect(await undo(done.id)).toMatchObject({ state: 'undone', kept: 2, gone: 1 })
  expect((await reasonsOf(done.id, 'kept')).toSorted()).toEqual(['changed', 'missing'])
  const [first, ...others] = await valuesOf(ids)
  expect(first).toMatchObject({ location: 'Store', note: 'New' })
  expect(others).toMatchObject([{ location: 'Main room', note: 'Old' }, { location: 'Main room' }])
})

test('All that a search and filters find are changed, but for those taken out', async () => {
  const { bookId, ids } = await copiesOfOne(3, { location: 'Cellar' })
  const other = await aCopy({ bookId, location: 'Main room' })
  const [except = ''] = ids
  const done = await change({
    kind: 'set',
    copies: { filter: { location: 'Cellar', label: 'missing' }, except: [except] },
    values: { labelPrintedOn: '2026-11-30' },
  })
  expect(done).toMatchObject({ state: 'done', changed: 2, total: 2 })
  expect((await valuesOf([...ids, other.id])).filter(({ labelPrintedOn }) => labelPrintedOn !== null)).toHaveLength(2)
})

test('Copies are withdrawn with a reason, but for those on loan; who waits does not wait for them', async () => {
  await expect(set([newId()], { condition: 'withdrawn' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { 'values.withdrawnReason': { key: 'validation_required' } },
  })
  const { bookId, ids, made } = await copiesOfOne(3)
  await lend(made[0]?.number ?? '')
  await manager.call(holdRouter.create, { bookId, borrowerId: (await aBorrower()).id })
  const aside = async () => (await db.select().from(hold).where(eq(hold.bookId, bookId)))[0]?.copyId
  const before = await aside()
  expect(ids).toContain(before)
  const done = await set(ids, { condition: 'withdrawn', withdrawnReason: 'Torn' })
  expect(done).toMatchObject({ changed: 2, refused: 1 })
  expect(await reasonsOf(done.id, 'refused')).toEqual(['on_loan'])
  expect((await valuesOf(ids)).map(({ condition, withdrawnReason }) => condition + withdrawnReason).toSorted()).toEqual(
    ['ok', 'withdrawnTorn', 'withdrawnTorn'],
  )
  expect(await aside()).toBeNull()
  await undo(done.id)
  expect((await valuesOf(ids)).map(({ condition }) => condition)).toEqual(['ok', 'ok', 'ok'])
  expect(await aside()).toBe(before)
})

test('A copy that is owed keeps its state, and one lent since is not withdrawn again by an undo', async () => {
  const { ids, made } = await copiesOfOne(2)
  const [owed, other] = made
  await lend(owed?.number ?? '')
  await manager.call(copyRouter.update, { id: owed?.id ?? '', version: 1, condition: 'lost' })
  await manager.call(copyRouter.update, { id: other?.id ?? '', version: 1, condition: 'withdrawn' })
  const done = await set(ids, { condition: 'ok' })
  expect(await reasonsOf(done.id, 'refused')).toEqual(['owed'])
  await lend(other?.number ?? '')
  expect(await undo(done.id)).toMatchObject({ kept: 1 })
  expect(await reasonsOf(done.id, 'kept')).toEqual(['on_loan'])
})

test('Copies that were never lent are deleted at once, and all come back', async () => {
  const { ids, made } = await copiesOfOne(3, { note: 'Kept' })
  await lend(made[0]?.number ?? '')
  const done = await change({ kind: 'delete', copies: { ids } })
  expect(done).toMatchObject({ changed: 2, refused: 1 })
  expect(await reasonsOf(done.id, 'refused')).toEqual(['lent'])
  expect(await valuesOf(ids)).toHaveLength(1)
  expect(await undo(done.id)).toMatchObject({ state: 'undone', kept: 0 })
  expect(await valuesOf(ids)).toMatchObject([{ note: 'Kept' }, { note: 'Kept' }, { note: 'Kept' }])
})

test('Each book without a copy gets one in one job, which is taken back but for what was used since', async () => {
  await change({ kind: 'add' })
  const [one, other, third] = [await aBook(), await aBook(), await aBook()]
  const { id } = await manager.call(copyBulkRouter.create, { kind: 'add' })
  // Meanwhile a book gets its own, and another one goes.
  await aCopy({ bookId: one.id })
  await manager.call(bookEditRouter.remove, { id: third.id, version: 1 })
  await copyBulks.run(id)
  const done = await manager.call(copyBulkRouter.get, { id })
  expect(done).toMatchObject({ kind: 'add', state: 'done', total: 3 })
  expect(done.changed + done.refused).toBe(3)
  expect(await manager.call(copyRouter.listOfBook, { bookId: other.id })).toHaveLength(1)
  expect((await change({ kind: 'add' })).changed).toBe(0)
  const [used] = await manager.call(copyRouter.listOfBook, { bookId: other.id })
  expect(used?.id.charAt(14)).toBe('7')
  await manager.call(copyRouter.update, { id: used?.id ?? '', version: 1, note: 'Used' })
  await undo(id)
  expect(await manager.call(copyRouter.listOfBook, { bookId: other.id })).toHaveLength(1)
})

test('A change is one line of the activity, with its undo, and is for managers', async () => {
  const { ids } = await copiesOfOne(2)
  const { id } = await set(ids, { condition: 'damaged' })
  const { items } = await manager.call(activityRouter.list, {})
  const entry = items.find(({ subject }) => subject.id === id)
  expect(entry).toMatchObject({ action: 'copy.bulk-set', bulk: 'undo' })
  expect(items.filter(({ action, subject }) => action !== 'copy.create' && ids.includes(subject.id))).toEqual([])
  await undo(id)
  expect((await manager.call(activityRouter.list, {})).items[0]).toMatchObject({
    action: 'copy.undo-bulk',
    bulk: 'report',
  })
  await expect(manager.call(copyBulkRouter.move, { id, to: 'undo' })).rejects.toMatchObject({ code: 'BULK_STATE' })
  expect(await manager.call(copyBulkRouter.running, undefined)).toEqual({ id: null })
  await expect((await as('reader')).call(copyBulkRouter.get, { id })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_ALLOWED',
  })
})

test('The copies of many chunks are changed, and taken back', async () => {
  const { bookId } = await copiesOfOne(1)
  await db.insert(copy).values(Array.from({ length: 1200 }, () => ({ bookId })))
  const ids = (await db.select({ id: copy.id }).from(copy).where(eq(copy.bookId, bookId))).map(({ id }) => id)
  const done = await set(ids, { price: '3 500 F' })
  expect(done).toMatchObject({ state: 'done', changed: 1201, processed: 1201 })
  expect(await undo(done.id)).toMatchObject({ state: 'undone', kept: 0 })
  expect(await db.$count(copy, eq(copy.price, '3 500 F'))).toBe(0)
})

test.each([
  [{ kind: 'set', copies: { ids: [newId()] }, values: {} }],
  [{ kind: 'set', copies: { ids: [] }, values: { note: '' } }],
  [{ kind: 'set', copies: { ids: ['1'] }, values: { note: '' } }],
  [{ kind: 'set', copies: { ids: [newId()] }, values: { number: '1' } as CopyValues }],
] satisfies [CopyBulkInput][])('%j is refused', async (input) => {
  await expect(manager.call(copyBulkRouter.create, input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})
