import { beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { eq } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { borrowerRouter } from '#lending/borrower/borrower.router.server.ts'
import { borrowerTrashRouter } from '#lending/borrower/trash/borrower-trash.router.server.ts'
import { copyRouter } from '#lending/copy/copy.router.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import type { cardsInputSchema, copyLabelsInputSchema } from './label.schema.ts'
import { labelRouter } from './label.router.server.ts'

type CopyInput = z.input<typeof copyLabelsInputSchema>
type CardsInput = z.input<typeof cardsInputSchema>

useDatabase()
useLending()

let manager: SignedInCaller
let bookId: string
let groupId: string
beforeAll(async () => {
  manager = await as('manager')
  bookId = (await aBook({ title: 'Les “Contes” <b> 100 %', shelfMark: 'F TOL' })).id
  for (const [number, fields] of [
    ['B-2', {}],
    ['B-10', {}],
    ['B-3', { labelPrintedOn: libraryDay() }],
    ['B-4', { labelPrintedOn: '2026-01-02' }],
    ['B-5', { condition: 'lost' }],
    ['B-6', { condition: 'withdrawn' }],
  ] as const)
    await aCopy({ bookId, number, ...fields })
  groupId = (await aGroup({ name: '6e B' })).id
  const left = await aGroup({ name: 'Left', kind: 'left' })
  await aBorrower({ name: 'Zeynab', groupId, card: 'C-2' })
  await aBorrower({ name: 'أحمد بن علي', groupId, card: 'C-10' })
  await aBorrower({ name: 'Done', groupId, card: 'C-3', cardPrintedOn: libraryDay() })
  await aBorrower({ name: 'Gone', groupId: left.id, card: 'C-4' })
})

const numbers = async (input: CopyInput) =>
  (await manager.call(labelRouter.ofCopies, input)).items.map(({ number }) => number)
const cards = async (input: CardsInput) =>
  (await manager.call(labelRouter.cards, input)).items.map(({ number }) => number)

test('Labels that are missing, of today, or all, by numbers as people count', async () => {
  expect(await numbers({ which: 'missing' })).toEqual(['B-2', 'B-10'])
  expect(await numbers({ which: 'today' })).toEqual(['B-3'])
  expect(await numbers({ which: 'all' })).toEqual(['B-2', 'B-3', 'B-4', 'B-5', 'B-6', 'B-10'])
  expect(await numbers({ which: 'all', from: 'b-3', to: 'B-9' })).toEqual(['B-3', 'B-4', 'B-5', 'B-6'])
  expect(await numbers({ which: 'all', from: ' ', to: '' })).toHaveLength(6)
  expect(await numbers({ which: 'all', from: "%'; --" })).toHaveLength(6)
})

test('Those that were selected in the list, printed or not', async () => {
  const found = await manager.call(copyRouter.listPage, { searchTerm: 'B-', sort: 'number', limit: 50 })
  const ids = found.items.filter(({ number }) => ['B-4', 'B-6'].includes(number)).map(({ id }) => id)
  expect(await numbers({ chosen: { ids } })).toEqual(['B-4', 'B-6'])
  const filter = { searchTerm: '', condition: 'withdrawn' } as const
  expect(await numbers({ chosen: { filter, except: [] } })).toEqual(['B-6'])
  expect(await numbers({ chosen: { filter, except: ids } })).toEqual([])
  await expect(manager.call(labelRouter.ofCopies, { chosen: { ids: [] } })).rejects.toMatchObject({ status: 400 })
})

test('Library cards by class and name, without who has left', async () => {
  expect(await cards({ which: 'missing', groupId })).toEqual(['C-2', 'C-10'])
  expect(await cards({ which: 'today' })).toEqual(['C-3'])
  expect(await cards({ which: 'all', from: 'C-3', to: 'C-4' })).toEqual(['C-3', 'C-4'])
  const [first] = (await manager.call(labelRouter.cards, { which: 'all', groupId })).items
  expect(first).toMatchObject({ name: 'Done', group: '6e B' })
})

test('Another number is not printed yet; the same one in other letters is', async () => {
  const one = await aCopy({ bookId, number: 'N-1', labelPrintedOn: '2026-01-02' })
  const on = async () => (await db.select().from(copy).where(eq(copy.id, one.id)))[0]?.labelPrintedOn
  await manager.call(copyRouter.update, { id: one.id, version: 1, number: 'n-1' })
  expect(await on()).toBe('2026-01-02')
  await manager.call(copyRouter.update, { id: one.id, version: 2, number: 'N-2' })
  expect(await on()).toBeNull()
  const who = await aBorrower({ card: 'P-1', cardPrintedOn: '2026-01-02' })
  expect(await manager.call(borrowerRouter.update, { id: who.id, version: 1, card: 'P-2' })).toMatchObject({
    cardPrintedOn: null,
  })
})

test('A library card that was printed is so after the trash', async () => {
  const who = await aBorrower({ card: 'T-1', cardPrintedOn: '2026-01-02' })
  await manager.call(borrowerRouter.remove, { id: who.id, version: 1 })
  await manager.call(borrowerTrashRouter.restore, { ids: [who.id] })
  expect(await manager.call(borrowerRouter.get, { id: who.id })).toMatchObject({ cardPrintedOn: '2026-01-02' })
})

test('Only managers read them, and nobody while the library does not lend', async () => {
  const [reader, helper] = [await as('reader'), await as('helper')]
  for (const who of [reader, helper]) {
    await expect(who.call(labelRouter.ofCopies, { which: 'all' })).rejects.toMatchObject({ status: 403 })
    await expect(who.call(labelRouter.cards, { which: 'all' })).rejects.toMatchObject({ status: 403 })
  }
  await storeLibrarySettings({ lending: false })
  await expect(manager.call(labelRouter.ofCopies, { which: 'all' })).rejects.toMatchObject({ status: 404 })
})
