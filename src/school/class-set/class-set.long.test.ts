import { and, eq, inArray } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { borrowerRouter } from '#lending/borrower/borrower.router.server.ts'
import { borrowerGroupRouter } from '#lending/borrower/group/group.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { overdueRouter } from '#lending/loan/overdue/overdue.router.server.ts'
import { loanRouter } from '#lending/loan/loan.router.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { classSetRouter } from './class-set.router.server.ts'

useDatabase()
useLending()

const DAY = 86_400_000
const dayIn = (days: number) => libraryDay(new Date(now().getTime() + days * DAY))

let desk: SignedInCaller
beforeAll(async () => {
  desk = await as('manager')
})
afterEach(() => moveClock(0))

/** A book with so many copies on the shelf. */
async function aSet(count: number) {
  const { id: bookId } = await aBook()
  const copies = []
  for (let made = 0; made < count; made += 1) copies.push(await aCopy({ bookId }))
  return { bookId, copies, copyIds: copies.map(({ id }) => id) }
}
type To = { groupId: string } | { borrowerId: string }
const lend = (bookId: string, copyIds: string[], to: To, more: { actId?: string; dueOn?: string } = {}, by = desk) =>
  by.call(deskRouter.lendClassSet, { actId: newId(), bookId, copyIds, ...to, ...more })
const scan = (code: string, more: object = {}) => desk.call(deskRouter.scan, { actId: newId(), code, ...more })
const undo = (undoes: string, by = desk) => by.call(deskRouter.undo, { actId: newId(), undoes })
const outOf = (copyIds: string[]) => db.$count(loan, and(inArray(loan.copyId, copyIds), isOpenLoan))
const setOf = async ({ setId }: { setId: string | null }) => desk.call(classSetRouter.get, { id: setId ?? '' })
const back = (setId: string | null, loanIds: string[]) =>
  desk.call(deskRouter.returnClassSet, { actId: newId(), setId: setId ?? '', loanIds })

describe('lending', () => {
  test('thirty copies go to a class in one act, by its rules, and are one line of the feed', async () => {
    const group = await aGroup({ name: '6e B', loanDays: 21 })
    const { bookId, copyIds } = await aSet(30)
    const before = await desk.call(deskRouter.today, {})
    const answer = await lend(bookId, copyIds, { groupId: group.id })
    expect(answer).toMatchObject({ name: '6e B', count: 30, left: [], dueOn: dayIn(21) })
    const today = await desk.call(deskRouter.today, {})
    expect(today.lent).toBe(before.lent + 30)
    expect(today.acts).toHaveLength(before.acts.length + 1)
    expect(today.acts[0]).toMatchObject({
      kind: 'set_lent',
      undo: 'possible',
      set: { id: answer.setId, name: '6e B', count: 30 },
    })
    expect(await setOf(answer)).toMatchObject({ name: '6e B', classId: group.id, borrowerId: null, out: 30, total: 30 })
    const [one] = (await desk.call(loanRouter.list, { bookId, limit: 1 })).items
    expect(one).toMatchObject({ borrower: null, group: '6e B', setId: answer.setId })
  })

  test('a set of a teacher stands beside the limit, is no list of thirty at the desk, and is not renewed with the rest', async () => {
    const group = await aGroup({ kind: 'staff', booksAtATime: 1 })
    const teacher = await aBorrower({ groupId: group.id })
    const { bookId, copyIds } = await aSet(4)
    const answer = await lend(bookId, copyIds, { borrowerId: teacher.id }, { dueOn: dayIn(3) })
    expect(answer.count).toBe(4)
    const own = await aCopy()
    const lent = await scan(own.number, { borrowerId: teacher.id })
    expect(lent).toMatchObject({ result: 'lent', borrower: { sets: [{ id: answer.setId, out: 4, total: 4 }] } })
    expect(lent.borrower?.loans).toHaveLength(1)
    expect(await scan((await aCopy()).number, { borrowerId: teacher.id })).toMatchObject({
      result: 'refused',
      notices: [{ code: 'limit' }],
    })
    const renewed = await desk.call(deskRouter.renew, { actId: newId(), borrowerId: teacher.id })
    expect([renewed.renewed.length, renewed.unchanged.length]).toEqual([0, 1])
    expect((await desk.call(loanRouter.ofBorrower, { borrowerId: teacher.id })).loans).toHaveLength(1)
    expect(await desk.call(classSetRouter.ofBorrower, { borrowerId: teacher.id })).toMatchObject([{ out: 4 }])
    await expect(desk.call(borrowerRouter.remove, { id: teacher.id })).rejects.toMatchObject({
      code: 'BORROWER_HAS_LOANS',
    })
  })

  test('what cannot be lent is named with the reason, and the rest is lent; the same copy twice is one', async () => {
    const group = await aGroup()
    const { bookId, copies, copyIds } = await aSet(5)
    const [onLoan, held, lost, ...free] = copies
    const pupil = await aBorrower({ name: 'Fatou' })
    await scan(onLoan?.number ?? '', { borrowerId: pupil.id })
    const waiting = await aBorrower({ name: 'Awa' })
    await db
      .update(copy)
      .set({ condition: 'lost' })
      .where(eq(copy.id, lost?.id ?? ''))
    await db.insert(hold).values({
      bookId,
      borrowerId: waiting.id,
      placedAt: now(),
      copyId: held?.id ?? '',
      readyUntil: dayIn(5),
    })
    const other = await aCopy()
    const answer = await lend(bookId, [...copyIds, ...copyIds, other.id], { groupId: group.id })
    expect(answer.count).toBe(free.length)
    const reasons = Object.fromEntries(
      answer.left.map(({ number, reason, condition, who }) => [number, [reason, condition, who?.name]]),
    )
    expect(reasons).toEqual({
      [onLoan?.number ?? '']: ['on_loan', 'ok', 'Fatou'],
      [held?.number ?? '']: ['held', 'ok', 'Awa'],
      [lost?.number ?? '']: ['not_lent', 'lost', undefined],
      [other.number]: ['other_book', 'ok', undefined],
    })
    expect(await db.$count(hold, eq(hold.copyId, held?.id ?? ''))).toBe(1)
  })

  test('of two desks that lend the same copies at once, each copy goes to one', async () => {
    const { bookId, copyIds } = await aSet(8)
    const [one, other] = [await aGroup(), await aGroup()]
    const second = await as('manager')
    const answers = await Promise.all([
      lend(bookId, copyIds, { groupId: one.id }),
      lend(bookId, copyIds.toReversed(), { groupId: other.id }, {}, second),
    ])
    expect(answers.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([0, 8])
    expect(await outOf(copyIds)).toBe(8)
    const refused = answers.find(({ count }) => count === 0)
    expect(refused).toMatchObject({ setId: null, left: { length: 8 } })
    // It is named which class has them.
    const holder = answers.indexOf(refused!) === 0 ? other : one
    for (const { reason, who } of refused?.left ?? [])
      expect({ reason, who }).toEqual({ reason: 'on_loan', who: { name: holder.name, group: null } })
  })

  test('the same act sent again is done once', async () => {
    const { bookId, copyIds } = await aSet(3)
    const group = await aGroup()
    const actId = newId()
    const first = await lend(bookId, copyIds, { groupId: group.id }, { actId })
    expect(await lend(bookId, copyIds, { groupId: group.id }, { actId })).toEqual(first)
    await expect(lend(bookId, copyIds.slice(1), { groupId: group.id }, { actId })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  test('a class or a borrower is needed, a day not over, and who may be lent to', async () => {
    const { bookId, copyIds } = await aSet(2)
    const group = await aGroup()
    const blocked = await aBorrower({ blockedNote: 'Lost two books' })
    const call = (to: object) => desk.call(deskRouter.lendClassSet, { actId: newId(), bookId, copyIds, ...to } as never)
    await expect(call({})).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await expect(call({ groupId: group.id, borrowerId: blocked.id })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    await expect(call({ groupId: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(call({ borrowerId: blocked.id })).rejects.toMatchObject({ code: 'NOTHING_LENT' })
    await expect(call({ groupId: group.id, dueOn: dayIn(-1) })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: { dueOn: { key: 'validation_date_min' } },
    })
    const helper = await as('helper')
    await expect(lend(bookId, copyIds, { groupId: group.id }, {}, helper)).rejects.toMatchObject({
      code: 'RESOURCE_NOT_ALLOWED',
    })
  })

  test('a class that has a set is not deleted', async () => {
    const group = await aGroup()
    const { bookId, copyIds } = await aSet(2)
    const answer = await lend(bookId, copyIds, { groupId: group.id })
    const remove = () => desk.call(borrowerGroupRouter.remove, { id: group.id, version: 1 })
    await expect(remove()).rejects.toMatchObject({ code: 'GROUP_HAS_SET' })
    await expect(db.delete(borrowerGroup).where(eq(borrowerGroup.id, group.id))).rejects.toThrow()
    const { copies } = await setOf(answer)
    await back(
      answer.setId,
      copies.map(({ loanId }) => loanId),
    )
    await remove()
    expect(await setOf(answer)).toMatchObject({ name: null, out: 0, total: 2 })
  })
})

describe('coming back', () => {
  async function lentSet(count: number) {
    const group = await aGroup()
    const made = await aSet(count)
    const answer = await lend(made.bookId, made.copyIds, { groupId: group.id })
    return { ...made, answer, group, loans: (await setOf(answer)).copies }
  }

  test('what is missing is named, and nothing is returned twice', async () => {
    const { answer, loans, copies } = await lentSet(5)
    const first = loans.slice(0, 3).map(({ loanId }) => loanId)
    const returned = await back(answer.setId, first)
    expect(returned).toMatchObject({ count: 3, missing: copies.slice(3).map(({ number }) => number) })
    expect(
      await back(
        answer.setId,
        loans.slice(0, 4).map(({ loanId }) => loanId),
      ),
    ).toMatchObject({ count: 1 })
    expect(await setOf(answer)).toMatchObject({ out: 1, total: 5 })
  })

  test('copies scanned at the desk come back one by one, say how many are back, and are one line of the feed', async () => {
    const { copies, group, answer } = await lentSet(4)
    const scans = []
    for (const { number } of copies.slice(0, 3)) scans.push(await scan(number, { mode: 'return' }))
    expect(scans.map(({ result, returnedSet }) => [result, returnedSet?.name, returnedSet?.back])).toEqual([
      ['returned', group.name, 1],
      ['returned', group.name, 2],
      ['returned', group.name, 3],
    ])
    const { acts } = await desk.call(deskRouter.today, {})
    const lines = acts.filter(({ set }) => set?.id === answer.setId)
    expect(lines.map(({ kind, set }) => [kind, set?.count, set?.missing])).toEqual([
      ['returned', 3, 1],
      ['set_lent', 4, 0],
    ])
    // The last scan is taken back alone, and then the line is about the two before.
    await undo(lines[0]?.actId ?? '')
    expect(await setOf(answer)).toMatchObject({ out: 2 })
  })

  test('a copy of a set is lent on to a pupil who brings it', async () => {
    const { copies, answer } = await lentSet(2)
    const pupil = await aBorrower()
    expect(await scan(copies[0]?.number ?? '', { borrowerId: pupil.id })).toMatchObject({
      result: 'returned_and_lent',
      returnedSet: { back: 1, total: 2 },
    })
    expect(await setOf(answer)).toMatchObject({ out: 1 })
  })

  test('both acts are taken back, as far as nothing was done since; not by a helper', async () => {
    const { answer, loans, copyIds, copies } = await lentSet(3)
    const returned = await back(
      answer.setId,
      loans.map(({ loanId }) => loanId),
    )
    const pupil = await aBorrower()
    moveClock(10_000)
    await scan(copies[0]?.number ?? '', { borrowerId: pupil.id })
    await expect(undo(returned.actId, await as('helper'))).rejects.toMatchObject({ code: 'RESOURCE_NOT_ALLOWED' })
    await undo(returned.actId)
    expect(await setOf(answer)).toMatchObject({ out: 2, total: 3 })
    await undo(answer.actId)
    expect(await outOf(copyIds)).toBe(1)
    await expect(undo(answer.actId)).rejects.toMatchObject({ code: 'ALREADY_UNDONE' })
  })

  test('a copy that comes back is put aside for who waits, and is theirs no more when that is taken back', async () => {
    const { answer, loans, bookId, copyIds } = await lentSet(2)
    const waiting = await aBorrower({ name: 'Salma' })
    await db.insert(hold).values({ bookId, borrowerId: waiting.id, placedAt: now() })
    const returned = await back(answer.setId, [loans[0]?.loanId ?? ''])
    expect(returned.notices).toMatchObject([{ code: 'put_aside', person: { name: 'Salma' } }])
    await undo(returned.actId)
    expect(await db.$count(hold, inArray(hold.copyId, copyIds))).toBe(0)
    expect(await outOf(copyIds)).toBe(2)
  })

  test('a lost copy is owed by the class until it is settled', async () => {
    const { answer, loans, group } = await lentSet(2)
    const id = loans[0]?.loanId ?? ''
    await desk.call(loanRouter.lose, { id })
    expect((await setOf(answer)).copies.map(({ state }) => state)).toEqual(['owed', 'out'])
    await expect(desk.call(borrowerGroupRouter.remove, { id: group.id, version: 1 })).rejects.toMatchObject({
      code: 'GROUP_HAS_SET',
    })
    await desk.call(loanRouter.settle, { id, as: 'paid' })
    await desk.call(loanRouter.unsettle, { id })
    await desk.call(loanRouter.settle, { id, as: 'back' })
    expect(await setOf(answer)).toMatchObject({ out: 1, copies: [{ state: 'back' }, { state: 'out' }] })
  })

  test('a late set is one entry of the overdue list, below its class', async () => {
    const { answer, group } = await lentSet(3)
    await db
      .update(loan)
      .set({ dueOn: dayIn(-4) })
      .where(eq(loan.setId, answer.setId ?? ''))
    const { items } = await desk.call(overdueRouter.list, {})
    expect(items.filter(({ set }) => set?.id === answer.setId)).toMatchObject([
      { group: group.name, borrowerId: null, set: { count: 3 }, daysLate: 4 },
    ])
    expect(await desk.call(classSetRouter.list, undefined)).toContainEqual(
      expect.objectContaining({ id: answer.setId, isLate: true, out: 3 }),
    )
  })

  test('another due day is of what is out', async () => {
    const { answer, loans } = await lentSet(2)
    await back(answer.setId, [loans[0]?.loanId ?? ''])
    const setId = answer.setId ?? ''
    await desk.call(deskRouter.moveClassSet, { setId, dueOn: dayIn(60) })
    expect(await setOf(answer)).toMatchObject({ dueOn: dayIn(60) })
    // Found later by whoever wonders about the day.
    expect(await db.select().from(activity).where(eq(activity.action, 'copy.move-set'))).toMatchObject([
      { actorId: desk.user.id, subjectId: setId, after: { rows: 1, day: dayIn(60) } },
    ])
    await expect(desk.call(deskRouter.moveClassSet, { setId, dueOn: dayIn(-1) })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    await expect(desk.call(deskRouter.moveClassSet, { setId: newId(), dueOn: dayIn(1) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
