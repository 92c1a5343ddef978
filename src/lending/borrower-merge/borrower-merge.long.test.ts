import { asc, eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { newId } from '#base/lib/id.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { borrowerRouter } from '#lending/borrower/borrower.router.server.ts'
import { borrowerTrashRouter } from '#lending/borrower/trash/borrower-trash.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { holdRouter } from '#lending/loan/hold.router.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { borrowerMergeRouter } from './borrower-merge.router.server.ts'
import type { MergedField } from './borrower-merge.schema.ts'

useDatabase()
useLending()

type Row = typeof borrower.$inferSelect

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})

const scan = (code: string, borrowerId?: string) =>
  manager.call(deskRouter.scan, { actId: newId(), code, ...(borrowerId !== undefined && { borrowerId }) })
/** Lends a new copy. */
async function lend({ id }: Row) {
  const made = await aCopy()
  await scan(made.number, id)
  return made
}
const rowOf = async ({ id }: Row) => (await db.select().from(borrower).where(eq(borrower.id, id)))[0]
const loansOf = ({ id }: Row) => db.$count(loan, eq(loan.borrowerId, id))
const merge = (kept: Row, other: Row, take: MergedField[] = []) =>
  manager.call(borrowerMergeRouter.merge, {
    id: kept.id,
    version: kept.version,
    otherId: other.id,
    otherVersion: other.version,
    take,
  })
const newest = async () => (await manager.call(activityRouter.list, {})).items[0]
/** Takes the newest merge back. */
async function undo() {
  const { items } = await manager.call(activityRouter.list, {})
  return manager.call(undoRouter.undo, { id: String(items.find(({ action }) => action === 'borrower.merge')?.id) })
}

test('Two who are one have their loans, what they owe and the chosen fields together, and are parted with what was lent since', async () => {
  const user = await aUser()
  const kept = await aBorrower({ name: 'Amina S.', schoolNumber: 'S-1', note: 'Own' })
  const other = await aBorrower({ name: 'Amina Said', schoolNumber: 'S-2', note: 'Theirs', userId: user.id })
  const { number: returned } = await lend(other)
  await scan(returned)
  const open = await lend(other)
  await lend(kept)
  const merged = await merge(kept, other, ['name', 'card', 'schoolNumber', 'userId'])
  expect(merged).toMatchObject({
    name: 'Amina Said',
    card: other.card,
    schoolNumber: 'S-2',
    userId: user.id,
    note: 'Own',
    version: 2,
    openLoans: 2,
  })
  expect(await rowOf(other)).toBeUndefined()
  expect(await loansOf(kept)).toBe(3)
  expect(await newest()).toMatchObject({ action: 'borrower.merge', subject: { id: kept.id } })
  expect(await scan(other.card)).toMatchObject({ result: 'borrower', borrower: { id: kept.id } })
  // One more is lent, and one of theirs comes back.
  const since = await lend(kept)
  await scan(open.number)
  await manager.call(borrowerRouter.update, { id: kept.id, version: 2, name: 'Amina Said Ali' })
  expect(await undo()).toMatchObject({ kept: [] })
  expect(await rowOf(other)).toMatchObject({
    name: 'Amina Said',
    card: other.card,
    schoolNumber: 'S-2',
    userId: user.id,
  })
  expect(await rowOf(kept)).toMatchObject({
    name: 'Amina Said Ali',
    card: kept.card,
    schoolNumber: 'S-1',
    userId: null,
    note: 'Own',
  })
  expect([await loansOf(kept), await loansOf(other)]).toEqual([2, 2])
  const [late] = await db.select().from(loan).where(eq(loan.copyId, since.id))
  expect(late?.borrowerId).toBe(kept.id)
  // Parted by the trash too, which says with whom they were merged, and merged again.
  await merge({ ...kept, version: 4 }, { ...other, version: 2 })
  const { items } = await manager.call(borrowerTrashRouter.list, {})
  expect(items).toMatchObject([{ id: other.id, mergedName: 'Amina Said Ali' }])
  await manager.call(borrowerTrashRouter.restore, { ids: [other.id] })
  expect([await loansOf(kept), await loansOf(other)]).toEqual([2, 2])
})

test('Of two places in one queue the earlier counts, and each has the own one again', async () => {
  const [kept, other, third] = [await aBorrower(), await aBorrower(), await aBorrower()]
  const copies = [await aCopy(), await aCopy()]
  for (const { number } of copies) await scan(number, third.id)
  const [both, theirs] = copies.map(({ bookId }) => bookId)
  for (const [bookId, who] of [
    [both, other],
    [both, kept],
    [theirs, other],
  ] as const)
    await manager.call(holdRouter.create, { bookId: bookId ?? '', borrowerId: who.id })
  const holds = async () =>
    (
      await db
        .select()
        .from(hold)
        .where(inArray(hold.borrowerId, [kept.id, other.id]))
        .orderBy(asc(hold.placedAt))
    ).map(({ bookId, borrowerId }) => [bookId, borrowerId])
  await merge(kept, other)
  expect(await holds()).toEqual([
    [both, kept.id],
    [theirs, kept.id],
  ])
  await undo()
  expect((await holds()).toSorted()).toEqual(
    [
      [both, other.id],
      [both, kept.id],
      [theirs, other.id],
    ].toSorted(),
  )
})

test('Who was merged twice is parted step by step, in any order', async () => {
  const [first, second, third] = [await aBorrower(), await aBorrower(), await aBorrower()]
  for (const one of [first, second, third]) await lend(one)
  await merge(second, first)
  await merge(third, { ...second, version: 2 })
  expect(await loansOf(third)).toBe(3)
  await manager.call(borrowerTrashRouter.restore, { ids: [first.id] })
  expect([await loansOf(first), await loansOf(third)]).toEqual([1, 2])
  await manager.call(borrowerTrashRouter.restore, { ids: [second.id] })
  expect([await loansOf(second), await loansOf(third)]).toEqual([1, 1])
})

test('A card that went to another one since stays there: who is parted gets a new one', async () => {
  const [kept, other] = [await aBorrower(), await aBorrower()]
  await merge(kept, other)
  await aBorrower({ card: other.card })
  expect(await undo()).toMatchObject({ fields: [], kept: [{ field: 'card', reason: 'taken' }] })
  expect((await db.select().from(deletedBorrower).where(eq(deletedBorrower.id, other.id)))[0]?.mergedInto).toBe(kept.id)
  await manager.call(borrowerTrashRouter.restore, { ids: [other.id], isRenumbered: true })
  expect((await rowOf(other))?.card).not.toBe(other.card)
})

test('Who is erased is erased with all that was merged into them', async () => {
  const [kept, other] = [await aBorrower(), await aBorrower({ name: 'Tatu Kilonzo' })]
  await merge(kept, other)
  await db.delete(borrower).where(eq(borrower.id, kept.id))
  expect(await db.$count(deletedBorrower, eq(deletedBorrower.id, other.id))).toBe(0)
  expect(JSON.stringify((await manager.call(activityRouter.list, {})).items)).not.toContain('Kilonzo')
})

test('One and the same, one who is gone, and one who was changed are refused', async () => {
  const [kept, other] = [await aBorrower(), await aBorrower()]
  await expect(merge(kept, kept)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { otherId: { key: 'validation_invalid' } },
  })
  await expect(merge(kept, { ...other, id: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(merge(kept, { ...other, version: 7 })).rejects.toMatchObject({ code: 'CONFLICT' })
  for (const who of ['reader', 'helper'] as const)
    await expect(
      (await as(who)).call(borrowerMergeRouter.merge, {
        id: kept.id,
        version: 1,
        otherId: other.id,
        otherVersion: 1,
      }),
    ).rejects.toMatchObject({ status: 403 })
})
