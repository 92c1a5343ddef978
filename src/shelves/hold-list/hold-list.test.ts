import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { db } from '#base/db/connection/client.server.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { hold } from '#base/db/tables/loan.ts'
import { newId } from '#base/lib/id.ts'
import { borrowerGroupRouter } from '#lending/borrower/group/group.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { holdRouter } from '#lending/loan/hold.router.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { holdListRouter } from './hold-list.router.server.ts'
import type { holdPageInputSchema, HoldRow } from './hold-list.schema.ts'

useDatabase()
useLending()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(hold)
})

/** A book on loan for which borrowers with these names wait, in this order. */
async function awaited(title: string, ...names: string[]) {
  const { id: bookId } = await aBook({ title, author: newId() })
  const { number } = await aCopy({ bookId })
  const { id: reader } = await aBorrower()
  await manager.call(deskRouter.scan, { actId: newId(), code: number, borrowerId: reader })
  const people = []
  for (const name of names) {
    const one = await aBorrower({ name })
    await manager.call(holdRouter.create, { bookId, borrowerId: one.id })
    people.push(one)
  }
  const giveBack = () => manager.call(deskRouter.scan, { actId: newId(), code: number })
  return { bookId, number, people, giveBack }
}
const page = (input: z.input<typeof holdPageInputSchema>) => manager.call(holdListRouter.page, input)
const namesOf = (items: readonly HoldRow[]) => items.map(({ borrower: name }) => name)
const kept = () => db.select().from(hold).orderBy(asc(hold.placedAt), asc(hold.id))

test('Holds are listed with their place, or the copy that is put aside and until when', async () => {
  const first = await awaited('Nedjma', 'Amina Said', 'Baraka Otieno')
  await first.giveBack()
  await awaited('Kintu', 'Chausiku Mrisho')
  const { items, total, nextCursor } = await page({})
  expect(total).toBe(3)
  expect(nextCursor).toBeNull()
  expect(items).toMatchObject([
    { title: 'Nedjma', borrower: 'Amina Said', number: first.number, readyUntil: expect.stringMatching(/^\d{4}-/) },
    { title: 'Nedjma', borrower: 'Baraka Otieno', number: null, readyUntil: null, place: 1 },
    { title: 'Kintu', borrower: 'Chausiku Mrisho', place: 1 },
  ])
  expect(namesOf((await page({ state: 'ready' })).items)).toEqual(['Amina Said'])
  expect((await page({ state: 'waiting' })).total).toBe(2)
  expect(namesOf((await page({ searchTerm: 'nedj bar' })).items)).toEqual(['Baraka Otieno'])
  expect((await page({ searchTerm: first.people[1]?.card ?? '' })).total).toBe(1)
  expect((await page({ searchTerm: '%' })).total).toBe(0)
  const { id: groupId } = await manager.call(borrowerGroupRouter.create, { name: '6H' })
  await db
    .update(borrower)
    .set({ groupId })
    .where(eq(borrower.id, first.people[1]?.id ?? ''))
  expect(namesOf((await page({ groupId })).items)).toEqual(['Baraka Otieno'])
  const half = await page({ sort: 'placed-desc', limit: 2 })
  expect(namesOf(half.items)).toEqual(['Chausiku Mrisho', 'Baraka Otieno'])
  expect(namesOf((await page({ sort: 'placed-desc', limit: 2, cursor: half.nextCursor ?? '' })).items)).toEqual([
    'Amina Said',
  ])
  expect(namesOf((await page({ sort: 'fetch' })).items)[0]).toBe('Amina Said')
})

test('Several are cancelled in one act and taken back to their places, with what was put aside', async () => {
  const { giveBack } = await awaited('Nedjma', 'Amina Said', 'Baraka Otieno', 'Chausiku Mrisho')
  await giveBack()
  const before = await kept()
  const ids = before.slice(0, 2).map(({ id }) => id)
  expect(await manager.call(holdListRouter.cancel, { ids: [...ids, newId()] })).toEqual({ ids })
  // The copy has gone on to the last one who waits.
  expect(await kept()).toMatchObject([{ id: before[2]?.id, copyId: before[0]?.copyId }])
  expect((await manager.call(holdListRouter.restore, { ids })).ids.toSorted()).toEqual(ids.toSorted())
  const after = await kept()
  expect(after.map(({ id, copyId, readyUntil }) => ({ id, copyId, readyUntil }))).toEqual(
    before.map(({ id, copyId, readyUntil }) => ({ id, copyId, readyUntil })),
  )
})

test('All that a filter finds are cancelled, but for those taken out; who waits again is not restored', async () => {
  const { bookId, people } = await awaited('Nedjma', 'Amina Said', 'Baraka Otieno')
  await awaited('Kintu', 'Chausiku Mrisho')
  const [amina] = await kept()
  const { ids } = await manager.call(holdListRouter.cancel, {
    filter: { searchTerm: 'nedjma' },
    except: [amina?.id ?? ''],
  })
  expect(ids).toHaveLength(1)
  expect(namesOf((await page({})).items)).toEqual(['Amina Said', 'Chausiku Mrisho'])
  await manager.call(holdRouter.create, { bookId, borrowerId: people[1]?.id ?? '' })
  expect(await manager.call(holdListRouter.restore, { ids })).toEqual({ ids: [] })
})

test('It is for managers, and says what is wrong with an input', async () => {
  await expect((await as('helper')).call(holdListRouter.page, {})).rejects.toMatchObject({ status: 403 })
  await expect(page({ cursor: '-1' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await expect(manager.call(holdListRouter.cancel, { ids: [] })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})
