import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { loan } from '#base/db/tables/loan.ts'
import { newId } from '#base/lib/id.ts'
import { viewRouter } from '#kit/view/view.router.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { copyRouter } from './copy.router.server.ts'

useDatabase()
useLending()

const YEAR = 365.25 * 86_400_000
const ago = (years: number) => new Date(Date.now() - years * YEAR)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** A loan that was lent and came back so many years ago. */
const lentAgo = async (copyId: string, years: number) =>
  db.insert(loan).values({
    copyId,
    borrowerId: (await aBorrower()).id,
    lentAt: ago(years),
    dueOn: dayOf(ago(years)),
    returnedAt: ago(years),
    actId: newId(),
  })

type Filter = Parameters<Awaited<ReturnType<typeof as>>['call']>[1]
async function numbersOf(filter: NonNullable<Filter>): Promise<string[]> {
  const { items, total } = await (await as('manager')).call(copyRouter.listPage, filter)
  expect(total ?? items.length).toBe(items.length)
  return items.map(({ number }) => number).toSorted()
}

test('Copies are found by the words of their book too', async () => {
  const { id: bookId } = await aBook({ title: 'Une si longue lettre', author: 'Mariama Bâ', shelfMark: 'R BA' })
  await aCopy({ bookId, number: 'T-1', location: 'Main room' })
  await aCopy({ bookId, number: 'T-2', location: 'Cupboard' })
  expect(await numbersOf({ searchTerm: 'longue lettre' })).toEqual(['T-1', 'T-2'])
  expect(await numbersOf({ searchTerm: 'mariama cupb' })).toEqual(['T-2'])
  expect(await numbersOf({ searchTerm: 'T-1' })).toEqual(['T-1'])
  expect(await numbersOf({ searchTerm: 'lettre 100%' })).toEqual([])
})

test('Copies are listed that were not seen since a day, those first that were seen longest ago', async () => {
  const { id: bookId } = await aBook()
  await aCopy({ bookId, number: 'S-1', lastSeenAt: ago(1), createdAt: ago(4) })
  await aCopy({ bookId, number: 'S-2', createdAt: ago(3) })
  await aCopy({ bookId, number: 'S-3', lastSeenAt: ago(0), createdAt: ago(4) })
  await aCopy({ bookId, number: 'S-4' })
  expect(await numbersOf({ bookId, notSeenSince: dayOf(ago(0.5)) })).toEqual(['S-1', 'S-2'])
  const manager = await as('manager')
  const pages: string[] = []
  for (let cursor: string | undefined; ;) {
    const page = await manager.call(copyRouter.listPage, { bookId, sort: 'seen', limit: 1, ...(cursor && { cursor }) })
    pages.push(...page.items.map(({ number }) => number))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  expect(pages).toEqual(['S-2', 'S-1', 'S-3', 'S-4'])
})

test('Copies are listed that the library has had for some years and did not lend in them', async () => {
  const { id: bookId } = await aBook()
  const old = await aCopy({ bookId, number: 'L-1', createdAt: ago(5) })
  const lent = await aCopy({ bookId, number: 'L-2', createdAt: ago(5) })
  await aCopy({ bookId, number: 'L-3' })
  await aCopy({ bookId, number: 'L-4', acquiredOn: dayOf(ago(4)) })
  await lentAgo(old.id, 3)
  await lentAgo(lent.id, 1)
  expect(await numbersOf({ bookId, neverLent: 2 })).toEqual(['L-1', 'L-4'])
  expect(await numbersOf({ bookId, neverLent: 4 })).toEqual([])
})

test('One letter finds copies by the words of their books, however many they are', async () => {
  const bookId = (await aBook({ title: 'Quartz' })).id
  const numbers = Array.from({ length: 12 }, (_, index) => `77-${index + 1}`)
  for (const number of numbers) await aCopy({ bookId, number })
  const found = await (await as('manager')).call(copyRouter.listPage, { searchTerm: 'q', sort: 'number', limit: 20 })
  expect(found.items.map(({ number }) => number)).toEqual(numbers)
})

test('Copies without a label are listed, with price, and why they were withdrawn for as long as they are', async () => {
  const manager = await as('manager')
  const { id: bookId } = await aBook()
  await aCopy({ bookId, number: 'P-1', labelPrintedOn: '2026-11-02' })
  const { id } = await manager.call(copyRouter.create, { bookId, number: 'P-2', price: '3 500 F' })
  expect(await numbersOf({ bookId, label: 'missing' })).toEqual(['P-2'])
  expect(await numbersOf({ bookId, label: 'printed' })).toEqual(['P-1'])
  const torn = { condition: 'withdrawn', withdrawnReason: 'Torn' } as const
  await manager.call(copyRouter.update, { id, version: 1, ...torn })
  expect(await manager.call(copyRouter.get, { id })).toMatchObject({ ...torn, price: '3 500 F' })
  await manager.call(copyRouter.update, { id, version: 2, condition: 'ok' })
  expect(await manager.call(copyRouter.get, { id })).toMatchObject({ condition: 'ok', withdrawnReason: '' })
})

test.each([
  [{ notSeenSince: '2026-02-31' }, 'notSeenSince'],
  [{ neverLent: 0 }, 'neverLent'],
  [{ label: 'lost' as 'missing' }, 'label'],
])('The filter %j is refused', async (filter, field) => {
  await expect((await as('manager')).call(copyRouter.list, filter)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { [field]: expect.anything() },
  })
})

test('The list of copies has saved views, with its own filters', async () => {
  const manager = await as('manager')
  const view = { list: 'copies', name: 'To be labelled', isShared: false } as const
  const search = { label: 'missing', neverLent: '2', sort: 'seen' }
  expect(await manager.call(viewRouter.create, { ...view, search })).toMatchObject({ search })
  await expect(
    manager.call(viewRouter.create, { ...view, name: 'Other', search: { genreId: newId() } }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})
