import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { user } from '#base/db/tables/user.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { moveBooksToTrash, restoreBooks } from '#catalogue/book/shared/book-trash.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { holdRouter } from '#lending/loan/hold.router.server.ts'
import { cleanUp } from '#kit/clean-up/shared/clean-up.server.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { withActor } from '#base/db/actor.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { borrowerRouter } from '../borrower.router.server.ts'
import { borrowerTrashRouter } from './borrower-trash.router.server.ts'

useDatabase()
useLending()
afterEach(() => moveClock(0))

const DAY = 86_400_000
let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager', { name: 'Mariama Ba' })
})

interface Versioned {
  id: string
  version: number
}
const remove = ({ id, version }: Versioned, forGood = false) =>
  manager.call(borrowerRouter.remove, { id, version, forGood })
const restore = (...ids: string[]) => manager.call(borrowerTrashRouter.restore, { ids })
const renumber = (...ids: string[]) => manager.call(borrowerTrashRouter.restore, { ids, isRenumbered: true })
const rowOf = async (id: string) => (await db.select().from(borrower).where(eq(borrower.id, id)))[0]
const isTrashed = async (id: string) => (await db.$count(deletedBorrower, eq(deletedBorrower.id, id))) === 1
const scan = (code: string, borrowerId?: string) =>
  manager.call(deskRouter.scan, { actId: newId(), code, ...(borrowerId !== undefined && { borrowerId }) })
let minutes = 0
/** Lends and returns a copy. */
async function pastLoan(who: Versioned) {
  const item = await aCopy()
  moveClock((minutes += 1) * 60_000)
  await scan(item.number, who.id)
  moveClock((minutes += 1) * 60_000)
  await scan(item.number)
  return item
}
const borrowersOf = (copyId: string) => db.select({ id: loan.borrowerId }).from(loan).where(eq(loan.copyId, copyId))
const actionsOn = async (id: string) =>
  (await manager.call(activityRouter.of, { kind: 'borrower', id })).items.map(({ action }) => action)

describe('A borrower in the trash', () => {
  test('keeps everything, and is restored whole as a new version', async () => {
    const [reader, { id: groupId }] = [await aUser(), await aGroup()]
    const who = await aBorrower({
      name: 'Neema Wanjiru',
      groupId,
      schoolNumber: 'S-77',
      email: 'neema@example.org',
      language: 'sw',
      expiresOn: '2030-07-31',
      note: 'Sister of Baraka',
      blockedNote: 'Moved',
      userId: reader.id,
    })
    // Nothing is lent to who is blocked by now.
    const item = await aCopy()
    const days = { lentAt: now(), dueOn: '2026-01-16', returnedAt: now() }
    await db.insert(loan).values({ copyId: item.id, borrowerId: who.id, groupId, actId: newId(), ...days })
    await remove(who)
    expect([await rowOf(who.id), await borrowersOf(item.id)]).toEqual([undefined, [{ id: null }]])
    const { items } = await manager.call(borrowerTrashRouter.list, { searchTerm: 'neem 77' })
    expect(items).toMatchObject([
      { id: who.id, name: 'Neema Wanjiru', card: who.card, groupId, daysLeft: 30, deletedBy: { name: 'Mariama Ba' } },
    ])
    expect(await manager.call(borrowerTrashRouter.count, { searchTerm: who.card })).toEqual({ total: 1 })
    expect(await manager.call(borrowerTrashRouter.count, { searchTerm: 'nobody' })).toEqual({ total: 0 })
    expect(await manager.call(borrowerTrashRouter.get, { id: who.id })).toMatchObject({ schoolNumber: 'S-77' })
    expect((await scan(who.card)).result).toBe('unknown')

    expect(await restore(who.id.toUpperCase())).toEqual({ restored: [who.id], collided: [], gone: [] })
    expect(await rowOf(who.id)).toEqual({ ...who, version: 2, updatedAt: expect.any(Date) })
    expect([await isTrashed(who.id), await borrowersOf(item.id)]).toEqual([false, [{ id: who.id }]])
    expect(await manager.call(borrowerTrashRouter.get, { id: who.id })).toBeNull()
    expect(await actionsOn(who.id)).toEqual(['borrower.restore', 'borrower.delete', 'borrower.create'])
    expect(await restore(who.id)).toEqual({ restored: [], collided: [], gone: [who.id] })
  })

  test('is restored without a class or an account that was deleted meanwhile', async () => {
    const [reader, group] = [await aUser(), await aGroup()]
    const who = await aBorrower({ groupId: group.id, userId: reader.id })
    await remove(who)
    await db.delete(borrowerGroup).where(eq(borrowerGroup.id, group.id))
    await db.delete(user).where(eq(user.id, reader.id))
    await restore(who.id)
    expect(await rowOf(who.id)).toMatchObject({ groupId: null, userId: null, card: who.card })
  })

  test('waits again in the former place, and gets what is on the shelf', async () => {
    const [item, first, second] = [await aCopy(), await aBorrower(), await aBorrower()]
    const holder = await aBorrower()
    await scan(item.number, holder.id)
    for (const { id } of [first, second]) await manager.call(holdRouter.create, { bookId: item.bookId, borrowerId: id })
    moveClock((minutes += 1) * 60_000)
    await scan(item.number)
    const aside = async () =>
      (await db.select().from(hold).where(eq(hold.copyId, item.id))).map((row) => row.borrowerId)
    expect(await aside()).toEqual([first.id])
    // What is put aside goes to the next who waits.
    await remove(first)
    expect(await aside()).toEqual([second.id])
    await restore(first.id)
    const { items } = await manager.call(holdRouter.list, { bookId: item.bookId })
    expect(items.map(({ borrowerId }) => borrowerId)).toEqual([first.id, second.id])
    for (const who of [first, second]) await remove((await rowOf(who.id)) ?? who)
    await restore(second.id)
    expect(await aside()).toEqual([second.id])
  })

  test('does not keep a book in the trash for which they waited, and waits again once both are back', async () => {
    const [item, who] = [await aCopy(), await aBorrower()]
    await scan(item.number, (await aBorrower()).id)
    await manager.call(holdRouter.create, { bookId: item.bookId, borrowerId: who.id })
    moveClock((minutes += 1) * 60_000)
    await scan(item.number)
    await withActor('operator', (tx) => moveBooksToTrash(tx, eq(book.id, item.bookId), 'operator'))
    await remove(who)
    expect((await withActor('operator', (tx) => restoreBooks(tx, [item.bookId]))).restored).toEqual([item.bookId])
    expect(await db.$count(copy, eq(copy.id, item.id))).toBe(1)
    await restore(who.id)
    expect((await db.select().from(hold).where(eq(hold.borrowerId, who.id)))[0]).toMatchObject({ copyId: item.id })
  })

  /** As a library that runs each day: a clock that jumps is not believed. */
  const cleanUpDaily = async (from: number, to: number) => {
    for (let day = from; day <= to; day += 1) {
      moveClock(day * DAY)
      await cleanUp()
    }
  }

  test('is forgotten by past loans when their time has come, and erased after the days of the trash', async () => {
    const who = await aBorrower({ name: 'Wairimu Aging' })
    const early = await pastLoan(who)
    moveClock(20 * DAY)
    const item = await aCopy()
    await scan(item.number, who.id)
    moveClock(20 * DAY + 60_000)
    await scan(item.number)
    await remove(who)
    moveClock(40 * DAY)
    await cleanUp()
    await restore(who.id)
    expect([await borrowersOf(early.id), await borrowersOf(item.id)]).toEqual([[{ id: null }], [{ id: who.id }]])
    await remove({ id: who.id, version: 2 })
    await cleanUpDaily(41, 69)
    expect(await isTrashed(who.id)).toBe(true)
    await cleanUpDaily(70, 71)
    expect(await isTrashed(who.id)).toBe(false)
    const { rows } = await db.execute(sql`select from activity as a where a::text like '%Aging%'`)
    expect(rows).toEqual([])
  })

  test('is named where an act of today was theirs, which cannot be taken back while they are there', async () => {
    const [item, who] = [await aCopy(), await aBorrower()]
    await scan(item.number, who.id)
    moveClock((minutes += 1) * 60_000)
    const { actId: undoes } = await scan(item.number)
    await remove(who)
    const undo = () => manager.call(deskRouter.undo, { actId: newId(), undoes })
    await expect(undo()).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
    await restore(who.id)
    await undo()
    expect(await borrowersOf(item.id)).toEqual([{ id: who.id }])
  })
})

test('Who deleted them, and whose account it was, is forgotten with these users', async () => {
  const [other, reader] = [await as('manager'), await aUser()]
  const who = await aBorrower({ userId: reader.id })
  await other.call(borrowerRouter.remove, { id: who.id, version: 1 })
  for (const { id } of [other.user, reader]) await db.delete(user).where(eq(user.id, id))
  expect(await manager.call(borrowerTrashRouter.get, { id: who.id })).toMatchObject({ deletedBy: null, userId: null })
})

describe('What somebody else has by now', () => {
  test('is overwritten by nobody: it is named, and who has it', async () => {
    const who = await aBorrower({ name: 'Card Lost', card: 'K-1', schoolNumber: 'N-1' })
    const other = await aBorrower({ name: 'Number Lost', schoolNumber: 'N-2', userId: (await aUser()).id })
    const linked = await aBorrower({ name: 'Link Lost', userId: (await aUser()).id })
    const alright = await aBorrower()
    for (const one of [who, other, linked, alright]) await remove(one)
    const takers = [
      await aBorrower({ card: 'k-1' }),
      await aBorrower({ schoolNumber: 'n-2' }),
      await aBorrower({ userId: linked.userId }),
    ]
    const answer = await restore(who.id, other.id, linked.id, alright.id)
    expect(answer.restored).toEqual([alright.id])
    expect(answer.collided.map(({ name, by }) => [name, by]).toSorted()).toEqual(
      [
        ['Card Lost', takers[0]?.id],
        ['Number Lost', takers[1]?.id],
        ['Link Lost', takers[2]?.id],
      ].toSorted(),
    )
    expect(await isTrashed(who.id)).toBe(true)
    // The way on: a new card, and without what was given away; the rest stays theirs.
    expect((await renumber(who.id, other.id, linked.id)).restored.toSorted()).toEqual(
      [who.id, other.id, linked.id].toSorted(),
    )
    expect(await rowOf(who.id)).toMatchObject({ card: expect.stringMatching(/^2\d{7}$/), schoolNumber: 'N-1' })
    expect(await rowOf(other.id)).toMatchObject({ card: other.card, schoolNumber: '', userId: other.userId })
    expect(await rowOf(linked.id)).toMatchObject({ card: linked.card, userId: null })
    expect(await rowOf(takers[0]?.id ?? '')).toMatchObject({ card: 'k-1' })
  })

  test('may be a copy with the number of the card: its book is named', async () => {
    const who = await aBorrower({ card: 'K-9' })
    await remove(who)
    const item = await aCopy({ number: 'k-9' })
    expect((await restore(who.id)).collided).toEqual([{ id: who.id, name: who.name, by: item.bookId, isByCopy: true }])
    expect((await renumber(who.id)).restored).toEqual([who.id])
  })

  test('may be one who is restored with them', async () => {
    const first = await aBorrower({ card: 'K-5' })
    await remove(first)
    const second = await aBorrower({ card: 'K-5' })
    await remove(second)
    const { restored, collided } = await restore(first.id, second.id)
    expect([restored.length, collided]).toMatchObject([1, [{ by: restored[0] }]])
  })
})

describe('Who has or owes books', () => {
  test('goes nowhere: it is said which, and when they are due', async () => {
    const [item, who] = [await aCopy(), await aBorrower()]
    const { book: lent } = await scan(item.number, who.id)
    for (const forGood of [false, true])
      await expect(remove(who, forGood)).rejects.toMatchObject({
        code: 'BORROWER_HAS_LOANS',
        message: expect.stringContaining(lent?.title ?? '-'),
      })
    await db.update(loan).set({ lostAt: now() }).where(eq(loan.copyId, item.id))
    await expect(remove(who)).rejects.toMatchObject({ message: expect.stringContaining('(lost)') })
    await db.update(loan).set({ settledAs: 'paid', settledAt: now() }).where(eq(loan.copyId, item.id))
    await remove(who)
    expect(await isTrashed(who.id)).toBe(true)
    await restore(who.id)
    expect(await borrowersOf(item.id)).toEqual([{ id: who.id }])
  })

  test('keeps what is put aside after a refusal, as after a version that is not theirs any more', async () => {
    const [item, other, who] = [await aCopy(), await aCopy(), await aBorrower()]
    await scan(other.number, who.id)
    await manager.call(holdRouter.create, { bookId: item.bookId, borrowerId: who.id })
    await expect(remove(who)).rejects.toMatchObject({ code: 'BORROWER_HAS_LOANS' })
    await expect(remove({ ...who, version: 7 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await db.$count(hold, eq(hold.borrowerId, who.id))).toBe(1)
  })

  test('is lent to in the moment of the deletion: one of the two is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [item, who] = [await aCopy(), await aBorrower()]
      await Promise.allSettled([scan(item.number, who.id), remove(who)])
      const open = await db.select().from(loan).where(eq(loan.copyId, item.id))
      expect([open.length, await isTrashed(who.id)]).toEqual(open.length === 1 ? [1, false] : [0, true])
    }
  })
})

test('Readers and helpers reach no part of the trash', async () => {
  const who = await aBorrower()
  await remove(who)
  for (const caller of [await as('reader'), await as('helper')]) {
    await expect(caller.call(borrowerTrashRouter.restore, { ids: [who.id] })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_ALLOWED',
    })
    await expect(caller.call(borrowerTrashRouter.get, { id: who.id })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_ALLOWED',
    })
  }
})
