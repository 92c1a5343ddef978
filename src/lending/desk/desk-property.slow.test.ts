import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import type { AppError } from '#base/errors/app-error.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { bookTrashRouter } from '#catalogue/book/trash/book-trash.router.server.ts'
import { copyRouter } from '#lending/copy/copy.router.server.ts'
import { duplicateRouter } from '#exchange/duplicate/duplicate.router.server.ts'
import { holdRouter } from '#lending/loan/hold.router.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { deskRouter } from './desk.router.server.ts'
import type { ScanAnswer } from './desk.schema.ts'

useDatabase()
useLending()
afterEach(() => moveClock(0))

const at = fc.nat(3)
type Condition = (typeof copy.$inferSelect)['condition']
const condition = fc.constantFrom<Condition[]>('ok', 'damaged', 'lost', 'withdrawn', 'reference')
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('scan' as const), at, who: fc.option(fc.nat(2)) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), at: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('hold' as const), at: fc.nat(1), who: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), at: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), at: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('split' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), at, condition }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('takeBack' as const), at: fc.nat() }) },
)
/** All notices that there is a way on from. */
const accepted = ['limit', 'overdue', 'expired', 'held', 'reference'] as const

/** What the table of the desk says of a copy that is there. */
function resultOf(
  condition: Condition,
  holder: string | undefined,
  borrowerId: string | undefined,
): ScanAnswer['result'] {
  const isLent = condition !== 'withdrawn'
  if (holder === undefined)
    return borrowerId === undefined ? (condition === 'lost' ? 'returned' : 'waiting') : isLent ? 'lent' : 'refused'
  return borrowerId === undefined || borrowerId === holder || !isLent ? 'returned' : 'returned_and_lent'
}

test(
  'Any scans, undos, reservations, edits, deletions and merges keep the rules and the table',
  { timeout: 300_000 },
  async () => {
    const manager = await as('manager')
    let clock = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const group = await aGroup({ booksAtATime: 99 })
        const people = await Promise.all([0, 1, 2].map(() => aBorrower({ groupId: group.id })))
        const books = [await aBook(), await aBook()]
        const copies = await Promise.all([0, 0, 1, 1].map((of) => aCopy({ bookId: books[of]?.id ?? '' })))
        const bookIds = books.map(({ id }) => id)
        const copyIds = copies.map(({ id }) => id)
        const acts: string[] = []
        const merges: string[] = []
        const holders = async () => {
          const rows = await db
            .select({ copyId: loan.copyId, borrowerId: loan.borrowerId })
            .from(loan)
            .where(and(inArray(loan.copyId, copyIds), isOpenLoan))
          expect(new Set(rows.map(({ copyId }) => copyId)).size).toBe(rows.length)
          return new Map(rows.map(({ copyId, borrowerId }) => [copyId, borrowerId ?? undefined]))
        }
        const lost = async () =>
          (
            await db
              .select({ id: copy.id })
              .from(copy)
              .where(and(inArray(copy.id, copyIds), eq(copy.condition, 'lost')))
          ).map(({ id }) => id)
        /** A refusal in words is an answer; anything else is a fault. */
        const orRefused = async <T>(call: Promise<T>): Promise<T | undefined> =>
          call.catch((error: unknown) => {
            const { status, code } = error as AppError
            expect([code, status < 500]).toEqual([expect.any(String), true])
            return undefined
          })
        const bookAt = async (index: number) => {
          const [row] = await db
            .select({ id: book.id, version: book.version })
            .from(book)
            .where(eq(book.id, bookIds[index] ?? ''))
          return row
        }
        const copyAt = async (index: number) => {
          const [row] = await db
            .select({ id: copy.id, version: copy.version, condition: copy.condition })
            .from(copy)
            .where(eq(copy.id, copyIds[index] ?? ''))
          return row
        }
        /** A copy that is put aside, if there is one: there is more to go wrong. */
        const asideOrAt = async (index: number) => {
          const [aside] = await db.select({ id: hold.copyId }).from(hold).where(inArray(hold.copyId, copyIds)).limit(1)
          return copyAt(aside?.id ? copyIds.indexOf(aside.id) : index)
        }
        const act = {
          scan: async ({ at: index, who }: { at: number; who: number | null }) => {
            const item = copies[index]
            if (!item) return
            const borrowerId = who === null ? undefined : people[who]?.id
            const there = await copyAt(index)
            const before = (await holders()).get(item.id)
            const actId = newId()
            const input = { actId, code: item.number, accepted: [...accepted], ...(borrowerId && { borrowerId }) }
            const answer = await manager.call(deskRouter.scan, input)
            expect(answer.result).toBe(there ? resultOf(there.condition, before, borrowerId) : 'unknown')
            const after = (await holders()).get(item.id)
            const isLent = answer.result === 'lent' || answer.result === 'returned_and_lent'
            expect(after).toBe(isLent ? borrowerId : answer.result === 'returned' ? undefined : before)
            // Sent again, it is the same act.
            expect(await manager.call(deskRouter.scan, input)).toEqual(answer)
            expect((await holders()).get(item.id)).toBe(after)
            if (after !== before) acts.push(actId)
          },
          undo: async ({ at: index }: { at: number }) => {
            const [undoes] = acts.splice(index % Math.max(1, acts.length), 1)
            if (undoes) await orRefused(manager.call(deskRouter.undo, { actId: newId(), undoes }))
          },
          hold: async ({ at: index, who }: { at: number; who: number }) => {
            const bookId = bookIds[index] ?? ''
            await orRefused(manager.call(holdRouter.create, { bookId, borrowerId: people[who]?.id ?? '' }))
          },
          cancel: async ({ at: index }: { at: number }) => {
            const held = await db
              .select({ id: hold.id })
              .from(hold)
              .where(inArray(hold.bookId, bookIds))
              .orderBy(asc(hold.id))
            const one = held[index % Math.max(1, held.length)]
            if (one) await orRefused(manager.call(holdRouter.remove, one))
          },
          delete: async ({ at: index }: { at: number }) => {
            const one = await bookAt(index)
            if (!one) return
            const isLent = (await holders()).size > 0
            const done = await orRefused(manager.call(bookEditRouter.remove, one).then(() => true))
            if (done && isLent) {
              const ofBook = await db.$count(copy, eq(copy.bookId, one.id))
              expect(ofBook).toBe(0)
            }
          },
          restore: ({ at: index }: { at: number }) =>
            orRefused(manager.call(bookTrashRouter.restore, { ids: [bookIds[index] ?? ''] })),
          merge: async ({ at: index }: { at: number }) => {
            const both = [await bookAt(index), await bookAt(1 - index)].filter((one) => one !== undefined)
            const [keep] = both
            if (!keep || both.length < 2) return
            const merged = await orRefused(
              manager.call(duplicateRouter.merge, { books: both, keep: keep.id, from: {} }),
            )
            if (merged) merges.push(merged.mergeId)
          },
          split: async () => {
            const mergeId = merges.pop()
            if (mergeId) await orRefused(manager.call(duplicateRouter.split, { mergeId }))
          },
          edit: async ({ at: index, condition: to }: { at: number; condition: Condition }) => {
            const one = await asideOrAt(index)
            if (one) await orRefused(manager.call(copyRouter.update, { ...one, condition: to }))
          },
          remove: async ({ at: index }: { at: number }) => {
            const one = await asideOrAt(index)
            if (one) await orRefused(manager.call(copyRouter.remove, { id: one.id, version: one.version }))
          },
          takeBack: async ({ at: index }: { at: number }) => {
            const entries = await db
              .select({ id: activity.id })
              .from(activity)
              .where(and(inArray(activity.subjectId, copyIds), isNull(activity.undoneAt)))
              .orderBy(asc(activity.id))
            const one = entries[index % Math.max(1, entries.length)]
            if (one) await orRefused(manager.call(undoRouter.undo, { id: String(one.id) }))
          },
        }
        for (const one of steps) {
          // So that the same number is meant again.
          clock += 10_000
          moveClock(clock)
          const before = await holders()
          const lostBefore = await lost()
          await act[one.kind](one as never)
          const after = await holders()
          // Only the desk lends and returns; a copy that is lost, or is so no longer, ends its loan or has it again.
          const isLost = new Set([...lostBefore, ...(await lost())])
          const others = (all: ReadonlyMap<string, string | undefined>) =>
            new Map([...all].filter(([copyId]) => !isLost.has(copyId)))
          if (one.kind !== 'scan' && one.kind !== 'undo') expect(others(after)).toEqual(others(before))
          // What is lent is there, and what is put aside is not on loan.
          const lent = [...after.keys()]
          expect(await db.$count(copy, inArray(copy.id, lent))).toBe(lent.length)
          const holds = await db
            .select({
              bookId: hold.bookId,
              copyId: hold.copyId,
              readyUntil: hold.readyUntil,
              of: copy.bookId,
              condition: copy.condition,
            })
            .from(hold)
            .leftJoin(copy, eq(copy.id, hold.copyId))
            .where(inArray(hold.bookId, bookIds))
          const isRight = ({ bookId, copyId, readyUntil, of, condition: now }: (typeof holds)[number]) =>
            copyId === null
              ? readyUntil === null
              : readyUntil !== null && of === bookId && (now === 'ok' || now === 'damaged') && !after.has(copyId)
          expect(holds.filter((one) => !isRight(one))).toEqual([])
        }
      }),
      { numRuns: 80 },
    )
  },
)

test('Of fifty desks that lend one copy at once exactly one does, twenty times', { timeout: 300_000 }, async () => {
  const manager = await as('manager')
  const group = await aGroup({ booksAtATime: 999 })
  const people = await Promise.all(Array.from({ length: 50 }, () => aBorrower({ groupId: group.id })))
  const desks = await Promise.all(people.map(() => as('manager')))
  for (let turn = 0; turn < 20; turn++) {
    moveClock(turn * 10_000)
    const item = await aCopy()
    const answers = await Promise.all(
      desks.map((desk, index) =>
        desk.call(deskRouter.scan, { actId: newId(), code: item.number, borrowerId: people[index]?.id ?? '' }),
      ),
    )
    expect(answers.filter(({ result }) => result === 'lent')).toHaveLength(1)
    expect(await db.$count(loan, and(eq(loan.copyId, item.id), isNull(loan.returnedAt)))).toBe(1)
    moveClock(turn * 10_000 + 5000)
    expect(await manager.call(deskRouter.scan, { actId: newId(), code: item.number })).toMatchObject({
      result: 'returned',
    })
  }
})
