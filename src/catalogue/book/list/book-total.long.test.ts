import { eq, inArray, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { Client } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { compactChanges } from '#base/db/compact-changes.server.ts'
import { countRows, NO_FILTER } from '#base/db/list/page.server.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import { book } from '#base/db/tables/book.ts'
import { useDatabase } from '#test/database.ts'
import { as } from '#test/callers.ts'
import { aBook } from '#test/factories.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { bookList } from '../shared/book-list.server.ts'
import { bookRouter } from '../book.router.server.ts'

useDatabase()
afterEach(async () => {
  vi.restoreAllMocks()
  await db.delete(book)
})

const all = () => countRows(bookList, { searchTerm: '', filter: NO_FILTER })

const textOf = (config: unknown) =>
  typeof config === 'object' && config !== null && 'text' in config ? String(config.text) : String(config)
const isCount = (config: unknown) =>
  /^select (count\(\*\) (as "?count"? )?from "(book|user)"|coalesce\(sum\("added"\))/.test(textOf(config))

/** Counts the statements that are sent to PostgreSQL for a total. */
function spyOnCounts(): { asked: () => number } {
  const query = vi.spyOn(Client.prototype, 'query')
  return { asked: () => query.mock.calls.filter(([config]) => isCount(config)).length }
}

describe('a total', () => {
  test('follows every book that is added, changed or deleted', async () => {
    expect(await all()).toBe(0)
    const one = await aBook()
    expect(await all()).toBe(1)
    await db.insert(book).values([{ title: 'Two' }, { title: 'Three' }])
    expect(await all()).toBe(3)
    const titled = (searchTerm: string) => countRows(bookList, { searchTerm, filter: NO_FILTER })
    expect(await titled('Renamed')).toBe(0)
    await db.update(book).set({ title: 'Renamed' }).where(eq(book.id, one.id))
    expect(await titled('Renamed')).toBe(1)
    await db.delete(book).where(eq(book.id, one.id))
    expect([await all(), await titled('Renamed')]).toEqual([2, 0])
  })

  test('is counted once until something changes, also by concurrent requests', async () => {
    await aBook()
    const { asked } = spyOnCounts()
    expect(await Promise.all([all(), all(), all()])).toEqual([1, 1, 1])
    expect(await all()).toBe(1)
    expect(await all()).toBe(1)
    expect(asked()).toBe(1)
    await aBook()
    expect(await all()).toBe(2)
    expect(asked()).toBe(2)
  })

  test('does not delay the first page of a list, nor the home page', async () => {
    await aBook({ title: 'Sea' })
    const reader = await as('reader')
    const manager = await as('manager')
    let finish = () => undefined as void
    const isFinished = new Promise<void>((resolve) => (finish = resolve))
    const query = Client.prototype.query
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
      const run = () => Reflect.apply(query, this, given)
      return isCount(given[0]) ? isFinished.then(run) : run()
    })
    const totals = [
      await reader.call(bookRouter.listNew, undefined),
      await reader.call(bookRouter.listSummaries, {}),
      await reader.call(bookRouter.listPage, { searchTerm: 'sea' }),
      await manager.call(userRouter.listPage, {}),
    ].map(({ total }) => total)
    finish()
    expect(totals).toEqual([null, null, null, null])
    expect(await reader.call(bookRouter.count, { searchTerm: 'sea' })).toEqual({ total: 1 })
  })

  test('sees a change that is committed after a later one', async () => {
    expect(await all()).toBe(0)
    let finish = () => undefined as void
    const isFinished = new Promise<void>((resolve) => (finish = resolve))
    let begun = () => undefined as void
    const hasBegun = new Promise<void>((resolve) => (begun = resolve))
    const slow = db.transaction(async (tx) => {
      await tx.insert(book).values({ title: 'Slow' })
      begun()
      await isFinished
    })
    await hasBegun
    await aBook()
    expect(await all()).toBe(1)
    finish()
    await slow
    expect(await all()).toBe(2)
  })

  test('of all rows is right without counting them, whoever writes meanwhile', async () => {
    const write = fc.oneof(
      fc.record({
        kind: fc.constant('add' as const),
        titles: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 5 }),
      }),
      fc.record({ kind: fc.constantFrom('remove', 'change', 'give up', 'compact', 'truncate') }),
    )
    const run = async (one: typeof write extends fc.Arbitrary<infer Write> ? Write : never) => {
      if (one.kind === 'add' && 'titles' in one && one.titles.length > 0)
        await db
          .insert(book)
          // In one order: two that wait for each other's titles would be a deadlock, which is not looked at here.
          .values(one.titles.toSorted().map((title) => ({ title })))
          .onConflictDoNothing()
      if (one.kind === 'remove') await db.delete(book).where(inArray(book.title, ['a', 'b']))
      if (one.kind === 'change') await db.update(book).set({ publisher: 'P' })
      if (one.kind === 'compact') await compactChanges()
      if (one.kind === 'truncate') await db.execute(sql`truncate book cascade`)
      if (one.kind === 'give up')
        await db
          .transaction(async (tx) => {
            await tx.delete(book)
            throw new Error('Given up')
          })
          .catch(() => undefined)
    }
    await db.insert(bookChange).values(Array.from({ length: 1000 }, () => ({})))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(write, { maxLength: 3 }), { maxLength: 6 }), async (steps) => {
        for (const together of steps) {
          await Promise.all(together.map(run))
          expect(await all()).toBe(await db.$count(book))
        }
      }),
      { numRuns: 30, seed: 28 },
    )
  })

  test('is right after old changes were deleted', async () => {
    for (let change = 0; change < 3; change += 1) await aBook()
    await db.insert(bookChange).values(Array.from({ length: 1000 }, () => ({})))
    expect(await all()).toBe(3)
    await compactChanges()
    expect(await db.$count(bookChange)).toBe(1)
    expect(await all()).toBe(3)
    await aBook()
    expect(await all()).toBe(4)
  })
})
