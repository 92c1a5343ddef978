import { beforeAll, expect, test } from 'vitest'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { copyRouter } from '#lending/copy/copy.router.server.ts'
import { labelReadings } from '#lending/copy/shared/labelled-copy.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aCopy, useLending } from '#test/lending.ts'
import { bookRouter } from '../book.router.server.ts'

useDatabase()
useLending()
let manager: SignedInCaller
let reader: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
  reader = await as('reader')
  const soundjata = await aBook({ title: 'Soundjata', author: 'Djibril Tamsir Niane' })
  await aCopy({ bookId: soundjata.id, number: 'LDD-05019' })
  await aCopy({ bookId: soundjata.id, number: '10000045' })
  await aBook({ title: 'Other' })
})

const found = async (searchTerm: string) => {
  const { items } = await manager.call(bookRouter.listPage, { searchTerm })
  const { total } = await manager.call(bookRouter.count, { searchTerm })
  return [items.map(({ title, label }) => [title, label]), total]
}

test.each(['LDD-05019', 'ldd-05019', ' ldd 05019 ', 'Ldd05019', '*LDD-05019*', ']C0LDD-05019', 'LDD-٠٥٠١٩'])(
  'A book is found by the label of a copy, for managers and readers, and the API: %j',
  async (searchTerm) => {
    expect(await found(searchTerm)).toEqual([[['Soundjata', 'LDD-05019']], 1])
    const summaries = await reader.call(bookRouter.listSummaries, { searchTerm })
    expect(summaries.items.map(({ title, label }) => [title, label])).toEqual([['Soundjata', 'LDD-05019']])
    expect((await manager.call(bookRouter.list, { searchTerm })).items.map(({ title }) => title)).toEqual(['Soundjata'])
  },
)

test('A number is found as a French keyboard layout writes it', async () => {
  expect(await found("&ààààà'(")).toEqual([[['Soundjata', '10000045']], 1])
})

test('A label hides no title, and a copy that is added, moved or deleted is known at once', async () => {
  await aBook({ title: '1984', author: 'George Orwell' })
  expect(await found('1984')).toEqual([[['1984', undefined]], 1])
  const other = await aBook({ title: 'Another' })
  const copy = await aCopy({ bookId: other.id, number: '1984' })
  expect(await found('1984')).toEqual([
    [
      ['1984', undefined],
      ['Another', '1984'],
    ],
    2,
  ])
  await manager.call(copyRouter.remove, { id: copy.id, version: copy.version })
  expect(await found('1984')).toEqual([[['1984', undefined]], 1])
})

test('Words and long texts are asked of no label', () => {
  expect(['Desert', 'a b', 'é12', '9'.repeat(31), '%', ''].map(labelReadings)).toEqual([[], [], [], [], [], []])
  expect(labelReadings('ldd-05019')).toEqual(['LDD-05019', 'LDD05019'])
})

test('Where the library does not lend there are no labels', async () => {
  await storeLibrarySettings({ lending: false })
  expect(await found('LDD-05019')).toEqual([[], 0])
  await storeLibrarySettings({ lending: true })
})
