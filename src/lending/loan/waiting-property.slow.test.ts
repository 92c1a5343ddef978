import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { copy } from '#base/db/tables/copy.ts'
import { deskAct, hold, loan } from '#base/db/tables/loan.ts'
import type { AppError } from '#base/errors/app-error.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { copyRouter } from '#lending/copy/copy.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { undoStates } from '#lending/desk/undo-states.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aGroup, useLending } from '#test/lending.ts'
import { holdRouter } from './hold.router.server.ts'
import { loanRouter } from './loan.router.server.ts'

useDatabase()
useLending()
afterEach(() => moveClock(0))

const at = fc.nat()
const condition = fc.constantFrom<(typeof copy.$inferSelect)['condition'][]>(
  'ok',
  'damaged',
  'lost',
  'withdrawn',
  'reference',
)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('scan' as const), at, who: fc.option(fc.nat(2)) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), at, condition }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('hold' as const), who: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('lose' as const), at, isWaived: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      at,
      as: fc.constantFrom('back' as const, 'paid' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unsettle' as const), at }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renew' as const), who: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('takeBack' as const), at }) },
)

/** One of several, by a number of any size. */
const oneOf = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[index % Math.max(1, items.length)]

test(
  'Whatever is done, nobody who waits is passed over, no lost copy is on loan, and each act is undone as it was said',
  { timeout: 300_000 },
  async () => {
    const manager = await as('manager')
    let clock = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const group = await aGroup({ booksAtATime: 99, renewals: 99 })
        const people = await Promise.all([0, 1, 2].map(() => aBorrower({ groupId: group.id })))
        const { id: bookId } = await aBook()
        await manager.call(copyRouter.createMany, { bookId, count: 2 })
        const cancelled: string[] = []
        const copies = () => db.select().from(copy).where(eq(copy.bookId, bookId)).orderBy(copy.sortNumber)
        const loans = async () => {
          const ids = (await copies()).map(({ id }) => id)
          return db.select().from(loan).where(inArray(loan.copyId, ids)).orderBy(asc(loan.id))
        }
        const acts = async () => {
          const ids = (await copies()).map(({ id }) => id)
          const rows = await db.select().from(deskAct).where(inArray(deskAct.copyId, ids)).orderBy(asc(deskAct.at))
          const renewed = await db
            .select()
            .from(deskAct)
            .where(
              and(
                eq(deskAct.result, 'renewed'),
                inArray(
                  deskAct.borrowerId,
                  people.map(({ id }) => id),
                ),
              ),
            )
          return [...rows, ...renewed].filter(({ isChange, undoneAt }) => isChange && !undoneAt)
        }
        /** A refusal in words is an answer; anything else is a fault. */
        const orRefused = <T>(call: Promise<T>): Promise<T | undefined> =>
          call.catch((error: unknown) => {
            const { status, code } = error as AppError
            expect([code, status < 500]).toEqual([expect.any(String), true])
            return undefined
          })
        const act = {
          scan: async ({ at: index, who }: { at: number; who: number | null }) => {
            const code = oneOf(await copies(), index)?.number
            const borrowerId = who === null ? undefined : people[who]?.id
            if (code)
              await manager.call(deskRouter.scan, {
                actId: newId(),
                code,
                ...(borrowerId && { borrowerId, accepted: ['held'] }),
              })
          },
          add: () => manager.call(copyRouter.create, { bookId }),
          edit: async ({
            at: index,
            condition: to,
          }: {
            at: number
            condition: (typeof copy.$inferSelect)['condition']
          }) => {
            const one = oneOf(await copies(), index)
            if (one) await manager.call(copyRouter.update, { id: one.id, version: one.version, condition: to })
          },
          hold: ({ who }: { who: number }) =>
            orRefused(manager.call(holdRouter.create, { bookId, borrowerId: people[who]?.id ?? '' })),
          cancel: async ({ at: index }: { at: number }) => {
            const { items } = await manager.call(holdRouter.list, { bookId })
            const one = oneOf(items, index)
            if (one) await manager.call(holdRouter.remove, { id: one.id })
            if (one) cancelled.push(one.id)
          },
          restore: async () => {
            const id = cancelled.pop()
            if (id) await orRefused(manager.call(holdRouter.restore, { id }))
          },
          lose: async ({ at: index, isWaived }: { at: number; isWaived: boolean }) => {
            const one = oneOf(await loans(), index)
            if (one)
              await orRefused(manager.call(loanRouter.lose, { id: one.id, owes: isWaived ? 'nobody' : 'borrower' }))
          },
          settle: async ({ at: index, as: way }: { at: number; as: 'back' | 'paid' }) => {
            const owed = (await loans()).filter(({ lostAt, settledAs }) => lostAt && !settledAs)
            const one = oneOf(owed, index)
            if (one) await manager.call(loanRouter.settle, { id: one.id, as: way })
          },
          unsettle: async ({ at: index }: { at: number }) => {
            const one = oneOf(await loans(), index)
            if (one) await orRefused(manager.call(loanRouter.unsettle, { id: one.id }))
          },
          undo: async ({ at: index }: { at: number }) => {
            const all = await acts()
            const one = oneOf(all, index)
            if (!one) return
            const said = (await undoStates(db, all)).get(one.id)
            const done = await manager.call(deskRouter.undo, { actId: newId(), undoes: one.id }).then(
              () => 'possible',
              (error: AppError) => error.code,
            )
            expect(done).toBe(said === 'possible' ? said : 'NOT_UNDOABLE')
          },
          renew: async ({ who }: { who: number }) => {
            await manager.call(deskRouter.renew, { actId: newId(), borrowerId: people[who]?.id ?? '' })
          },
          takeBack: async ({ at: index }: { at: number }) => {
            const ids = (await copies()).map(({ id }) => id)
            const entries = await db
              .select({ id: activity.id })
              .from(activity)
              .where(
                and(inArray(activity.subjectId, ids), eq(activity.action, 'copy.update'), isNull(activity.undoneAt)),
              )
              .orderBy(asc(activity.id))
            const one = oneOf(entries, index)
            if (one) await orRefused(manager.call(undoRouter.undo, { id: String(one.id) }))
          },
        }
        for (const one of steps) {
          // So that the same number is meant again.
          clock += 10_000
          moveClock(clock % 3_600_000)
          await act[one.kind](one as never)
          const waiting = await db.$count(hold, and(eq(hold.bookId, bookId), isNull(hold.copyId)))
          const { rows: free } = await db.execute(sql`
            select number from copy where book_id = ${bookId} and condition in ('ok', 'damaged')
              and not exists (select from loan where copy_id = copy.id and returned_at is null and lost_at is null)
              and not exists (select from hold where copy_id = copy.id)`)
          expect([waiting === 0 || free.length === 0, waiting, free]).toEqual([true, waiting, free])
          const ended = new Set((await copies()).filter((item) => item.condition === 'lost').map(({ id }) => id))
          const all = await loans()
          const isOpen = ({ returnedAt, lostAt }: (typeof all)[number]) => returnedAt === null && lostAt === null
          const isOwed = ({ lostAt, settledAs }: (typeof all)[number]) => lostAt !== null && settledAs === null
          expect(all.filter((row) => isOpen(row) && ended.has(row.copyId))).toEqual([])
          // A copy is owed by one at most, and then it is not lent.
          const held = all.filter((row) => isOpen(row) || isOwed(row)).map(({ copyId }) => copyId)
          expect(new Set(held).size).toBe(held.length)
        }
      }),
      { numRuns: 60 },
    )
  },
)
