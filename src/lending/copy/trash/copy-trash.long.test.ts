import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { copy } from '#base/db/tables/copy.ts'
import { deletedRow } from '#base/db/tables/deleted-row.ts'
import { hold } from '#base/db/tables/loan.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { bookTrashRouter } from '#catalogue/book/trash/book-trash.router.server.ts'
import { cleanUp } from '#kit/clean-up/shared/clean-up.server.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { copyRouter } from '../copy.router.server.ts'
import { copyTrashRouter } from './copy-trash.router.server.ts'

useDatabase()
useLending()
afterEach(() => moveClock(0))

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager', { name: 'Mariama Ba' })
  await db.delete(deletedRow)
})

const remove = ({ id, version }: { id: string; version: number }) => manager.call(copyRouter.remove, { id, version })
const list = async (searchTerm = '') => (await manager.call(copyTrashRouter.list, { searchTerm })).items
const total = async (searchTerm = '') => (await manager.call(copyTrashRouter.count, { searchTerm })).total
const restore = (...ids: string[]) => manager.call(copyTrashRouter.restore, { ids })
const rowOf = async (id: string) => (await db.select().from(copy).where(eq(copy.id, id)))[0]

describe('A copy in the trash', () => {
  test('is found by number, place, note and title, with who deleted it; it is restored as a new version', async () => {
    const book = await aBook({ title: 'Une si longue lettre "1984" %' })
    const item = await aCopy({
      bookId: book.id,
      number: 'LDD-09011',
      location: 'مكتبة',
      note: 'Water stain',
      price: '12',
    })
    await remove(item)
    expect(await total()).toBe(1)
    for (const term of ['ldd', 'مكتبة', 'stain', 'longue 1984']) expect(await total(term)).toBe(1)
    expect(await total('true')).toBe(0)
    expect(await list()).toMatchObject([
      { id: item.id, number: 'LDD-09011', title: book.title, daysLeft: 30, deletedBy: { name: 'Mariama Ba' } },
    ])
    expect(await restore(item.id)).toEqual({ restored: [item.id], collided: [], gone: [] })
    expect(await rowOf(item.id)).toMatchObject({ number: 'LDD-09011', note: 'Water stain', price: '12', version: 2 })
    // A second press finds nothing.
    expect(await restore(item.id)).toEqual({ restored: [], collided: [], gone: [item.id] })
    expect(await total()).toBe(0)
    // The restoration is taken back as any other.
    const [last] = (await manager.call(activityRouter.of, { kind: 'copy', id: item.id })).items
    expect(last).toMatchObject({ action: 'copy.restore', undo: 'possible' })
    await manager.call(undoRouter.undo, { id: String(last?.id) })
    expect(await total()).toBe(1)
  })

  test('goes to who waits, once it is restored', async () => {
    const { id: bookId } = await aBook()
    const item = await aCopy({ bookId })
    await remove(item)
    await db.insert(hold).values({ bookId, borrowerId: (await aBorrower()).id, placedAt: now() })
    await restore(item.id)
    expect((await db.select().from(hold).where(eq(hold.bookId, bookId)))[0]?.copyId).toBe(item.id)
  })

  test('whose number was given away stays, names who has it, and is restored with the next number', async () => {
    const [one, two] = [await aCopy({ number: 'T-1' }), await aCopy({ number: 'T-2' })]
    for (const item of [one, two]) await remove(item)
    const other = await aCopy({ number: 't-1' })
    const pupil = await aBorrower({ card: 'T-2' })
    const { restored, collided } = await restore(one.id, two.id)
    expect(restored).toEqual([])
    expect(new Map(collided.map(({ id, ...owner }) => [id, owner]))).toEqual(
      new Map([
        [one.id, { name: 'T-1', by: other.bookId, isByCopy: true, isByBorrower: false }],
        [two.id, { name: 'T-2', by: pupil.id, isByCopy: false, isByBorrower: true }],
      ]),
    )
    const again = await manager.call(copyTrashRouter.restore, { ids: [one.id, two.id], isRenumbered: true })
    expect(again.restored.toSorted()).toEqual([one.id, two.id].toSorted())
    expect((await rowOf(one.id))?.number).toMatch(/^1\d{7}$/)
  })

  test('whose book was deleted waits for it; copies that went with their book are none of these', async () => {
    const book = await aBook({ title: 'L’aventure ambiguë' })
    const [alone, along] = [await aCopy({ bookId: book.id }), await aCopy({ bookId: book.id })]
    await remove(alone)
    await manager.call(bookEditRouter.remove, { id: book.id, version: book.version, forGood: false })
    expect(await list()).toMatchObject([{ id: alone.id, title: book.title }])
    const collided = [{ id: alone.id, name: alone.number, by: book.id, isByCopy: true, isByBorrower: false }]
    expect(await restore(alone.id)).toEqual({ restored: [], collided, gone: [] })
    expect(await restore(along.id)).toEqual({ restored: [], collided: [], gone: [along.id] })
    await manager.call(bookTrashRouter.restore, { ids: [book.id] })
    expect((await restore(alone.id)).restored).toEqual([alone.id])
    expect(await rowOf(along.id)).toBeDefined()
  })

  test('is deleted for good by a proven session alone: noted, and not restored any more', async () => {
    const [one, two, kept] = [await aCopy(), await aCopy(), await aCopy()]
    for (const item of [one, two]) await remove(item)
    const thief = await signedIn(await aUser({ role: 'admin' }), {
      authenticatedAt: new Date(now().getTime() - 86_400_000),
    })
    const refused = { code: 'SESSION_EXPIRED' }
    await expect(thief.call(copyTrashRouter.remove, { ids: [one.id] })).rejects.toMatchObject(refused)
    await expect(thief.call(copyTrashRouter.empty, { until: now() })).rejects.toMatchObject(refused)
    // A hold that was deleted lies in the same table, and stays.
    const [waits] = await db
      .insert(hold)
      .values({ bookId: kept.bookId, borrowerId: (await aBorrower()).id, placedAt: now() })
      .returning()
    await db.delete(hold).where(eq(hold.id, waits?.id ?? ''))
    expect(await manager.call(copyTrashRouter.remove, { ids: [one.id, kept.id] })).toEqual({ removed: [one.id] })
    expect(await total()).toBe(1)
    await manager.call(copyTrashRouter.empty, { until: now() })
    expect(await total()).toBe(0)
    expect((await db.select({ kind: deletedRow.kind }).from(deletedRow)).map(({ kind }) => kind)).toEqual(['hold'])
    const noted = await db.select().from(activity).where(eq(activity.action, 'copy.delete-for-good'))
    expect(noted.map(({ subjectName }) => subjectName)).toEqual([one.number, two.number])
    expect(await restore(one.id)).toEqual({ restored: [], collided: [], gone: [one.id] })
  })

  test('is purged at its day', async () => {
    const item = await aCopy()
    await remove(item)
    expect(await total()).toBe(1)
    await db.update(deletedRow).set({ deletedAt: new Date(now().getTime() - 31 * 86_400_000) })
    await cleanUp()
    expect(await total()).toBe(0)
  })
})

test.each(['reader', 'helper'] as const)('A %s may not see or use it', async (part) => {
  const caller = part === 'reader' ? await as('reader') : await signedIn(await aUser({ role: 'desk' }))
  const refused = { code: expect.stringMatching(/NOT_ALLOWED|FORBIDDEN/) }
  const { id } = await aCopy()
  await expect(caller.call(copyTrashRouter.list, { searchTerm: '' })).rejects.toMatchObject(refused)
  await expect(caller.call(copyTrashRouter.restore, { ids: [id] })).rejects.toMatchObject(refused)
  await expect(caller.call(copyTrashRouter.remove, { ids: [id] })).rejects.toMatchObject(refused)
})
