import { Client } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'

useDatabase()
useLending()
afterEach(() => {
  vi.restoreAllMocks()
})

const lend = async (copyId: string) => {
  const { id: borrowerId } = await aBorrower()
  await db.insert(loan).values({ copyId, borrowerId, lentAt: new Date(), dueOn: '2999-01-01', actId: newId() })
}

test('The filter has the books of which a copy is on the shelf, and what is lent or returned since', async () => {
  const [free, oneOfTwo, lent, lost, aside] = [
    await aBook({ title: 'Free' }),
    await aBook({ title: 'One of two' }),
    await aBook({ title: 'Lent' }),
    await aBook({ title: 'Lost' }),
    await aBook({ title: 'Put aside' }),
    await aBook({ title: 'Without a copy' }),
  ]
  const copy = await aCopy({ bookId: free.id })
  await aCopy({ bookId: oneOfTwo.id, condition: 'damaged' })
  await lend((await aCopy({ bookId: oneOfTwo.id })).id)
  await lend((await aCopy({ bookId: lent.id })).id)
  await aCopy({ bookId: lost.id, condition: 'lost' })
  await aCopy({ bookId: lost.id, condition: 'reference' })
  const { id: copyId } = await aCopy({ bookId: aside.id })
  const { id: borrowerId } = await aBorrower()
  const until = { placedAt: new Date(), readyUntil: '2999-01-01' }
  await db.insert(hold).values({ bookId: aside.id, copyId, borrowerId, ...until })

  const reader = await as('reader')
  const onShelf = { availability: 'onShelf' } as const
  const titles = async (searchTerm = '') => {
    const { items, total } = await reader.call(bookRouter.list, { ...onShelf, searchTerm })
    expect(total).toBe(items.length)
    return items.map(({ title }) => title)
  }
  expect(await titles()).toEqual(['Free', 'One of two'])
  expect(await titles('free')).toEqual(['Free'])
  expect(await titles('lent')).toEqual([])
  const { letters } = await reader.call(bookRouter.listLetters, { ...onShelf, sort: 'title' })
  expect(letters).toEqual(['F', 'O'])

  const copies = async () => {
    const { items } = await reader.call(bookRouter.listSummaries, {})
    return Object.fromEntries(items.map((one) => [one.title, one.copies]))
  }
  expect(await copies()).toEqual({
    Free: { free: 1, total: 1 },
    Lent: { free: 0, total: 1 },
    Lost: { free: 0, total: 1 },
    'One of two': { free: 1, total: 2 },
    'Put aside': { free: 0, total: 1 },
  })

  const desk = await as('manager')
  await desk.call(deskRouter.scan, { actId: newId(), code: copy.number, borrowerId })
  moveClock(5000)
  expect(await titles()).toEqual(['One of two'])
  expect((await copies()).Free).toEqual({ free: 0, total: 1 })
  await desk.call(deskRouter.scan, { actId: newId(), code: copy.number })
  moveClock(10_000)
  expect(await titles()).toEqual(['Free', 'One of two'])
  await expect(reader.call(bookRouter.list, { availability: 'lost' as never })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { availability: { key: 'validation_invalid' } },
  })
})

/** How many statements have asked for the copies of books. */
const asksForCopies = () => {
  const query = vi.spyOn(Client.prototype, 'query')
  return () => query.mock.calls.filter(([config]) => Reflect.get(Object(config), 'name') === 'copies_of_books').length
}

test('New books and those to read next say how many copies are on the shelf, by one statement a page', async () => {
  const of = async (title: string, facts: object) => {
    const { id: bookId } = await aBook({ title, ...facts })
    return aCopy({ bookId })
  }
  const itself = await of('Half of a Yellow Sun', { author: 'Chimamanda Adichie', series: 'Nigeria' })
  await of('Americanah', { author: 'Chimamanda Adichie' })
  await lend((await of('Purple Hibiscus', { author: 'Chimamanda Adichie' })).id)
  await lend((await of('Arrow of God', { series: 'Nigeria' })).id)
  const reader = await as('reader')
  const asked = asksForCopies()
  const { inSeries, byAuthor } = await reader.call(bookRouter.listRelated, { id: itself.bookId })
  expect(asked()).toBe(1)
  const said = (books: typeof byAuthor) => Object.fromEntries(books.map(({ title, copies }) => [title, copies]))
  expect(said(byAuthor)).toEqual({ Americanah: { free: 1, total: 1 }, 'Purple Hibiscus': { free: 0, total: 1 } })
  expect(said(inSeries)).toEqual({ 'Arrow of God': { free: 0, total: 1 } })

  const { items } = await reader.call(bookRouter.listNew, undefined)
  expect(asked()).toBe(2)
  expect(said(items)).toMatchObject({ Americanah: { free: 1, total: 1 }, 'Arrow of God': { free: 0, total: 1 } })
})

test('A library that does not lend has no copies in its lists', async () => {
  const { bookId } = await aCopy()
  await aBook({ author: 'Grace Ogot' })
  await storeLibrarySettings({ lending: false })
  const [reader, manager] = [await as('reader'), await as('manager')]
  const { inGenre, more } = await reader.call(bookRouter.listRelated, { id: bookId })
  const lists = [
    (await manager.call(bookRouter.listPage, {})).items,
    (await reader.call(bookRouter.listNew, undefined)).items,
    [...inGenre, ...more],
  ]
  await storeLibrarySettings({ lending: true })
  for (const items of lists) {
    expect(items.filter((one) => 'copies' in one)).toEqual([])
    expect(items).not.toEqual([])
  }
})
