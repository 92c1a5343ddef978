import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { storeUpload } from '#base/db/uploads.server.ts'
import { createImport, startImport } from '#exchange/import/import.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { bookEditRouter } from '../edit/book-edit.router.server.ts'
import { runBulk } from '#exchange/bulk/bulk-runner.server.ts'
import { bookBulkRouter } from '#exchange/bulk/bulk.router.server.ts'
import { bookHistoryRouter } from './book-history.router.server.ts'

useDatabase()

const versionsOfBook = async (id: string) =>
  (await (await as('manager')).call(bookHistoryRouter.versions, { id })).map(({ book: then, isGenreGone }) =>
    [then.title, then.author, then.publisher, isGenreGone ? 'gone' : (then.genre?.slug ?? null)].join(' | '),
  )

test('A book has a version after each change, newest first', async () => {
  const manager = await as('manager')
  const novel = await theGenre('novel')
  const { id } = await manager.call(bookEditRouter.create, { title: 'Petals', author: 'Ngugi' })
  await manager.call(bookEditRouter.update, { id, version: 1, title: 'Petals of Blood', genreId: novel.id })
  await manager.call(bookEditRouter.update, { id, version: 2, author: 'Ngũgĩ wa Thiong’o', publisher: 'Heinemann' })
  await manager.call(bookEditRouter.update, { id, version: 3, genreId: null })
  expect(await versionsOfBook(id)).toEqual([
    'Petals of Blood | Ngũgĩ wa Thiong’o | Heinemann | ',
    'Petals of Blood | Ngũgĩ wa Thiong’o | Heinemann | novel',
    'Petals of Blood | Ngugi |  | novel',
    'Petals | Ngugi |  | ',
  ])
})

test('A genre that was deleted since is said to be gone', async () => {
  const [lost] = await db.insert(genre).values({ name: 'Almanacs', hue: 7 }).returning()
  const { id } = await aBook({ title: 'Kalenda', genreId: lost?.id ?? null, author: 'A', publisher: '' })
  await db.delete(genre).where(eq(genre.id, lost?.id ?? ''))
  expect(await versionsOfBook(id)).toEqual(['Kalenda | A |  | ', 'Kalenda | A |  | gone'])
})

test('An import is a version too, and what was before it is known', async () => {
  const { id } = await aBook({ title: 'Donated', author: 'A', publisher: 'Old' })
  await withActor('operator', (tx) => tx.update(book).set({ publisher: 'Older', version: 2 }).where(eq(book.id, id)))
  async function* file() {
    yield Buffer.from('title,author,publisher\nDonated,A,New\n')
  }
  const { id: of } = await createImport({ upload: await storeUpload('donation.csv', file()), userId: null })
  await startImport(of)
  await runImport(of)
  await withActor('operator', (tx) => tx.update(book).set({ author: 'B' }).where(eq(book.id, id)))
  expect(await versionsOfBook(id)).toEqual([
    'Donated | B | New | ',
    'Donated | A | New | ',
    'Donated | A | Older | ',
    'Donated | A | Old | ',
  ])
})

test('A bulk change is a version too; between it and its undo none is known', async () => {
  const manager = await as('manager')
  const { id } = await aBook({ title: 'Bulk', author: 'A', publisher: 'Old' })
  const books = { ids: [id] }
  const change = await manager.call(bookBulkRouter.create, {
    books,
    operation: { kind: 'set', field: 'publisher', value: 'New' },
  })
  const move = async (to: 'start' | 'undo') => {
    await manager.call(bookBulkRouter.move, { id: change.id, to })
    await runBulk(change.id)
  }
  await move('start')
  expect(await versionsOfBook(id)).toEqual(['Bulk | A | New | ', 'Bulk | A | Old | '])
  await move('undo')
  expect(await versionsOfBook(id)).toEqual(['Bulk | A | Old | ', 'Bulk | A | Old | '])
})

test('A version from before a deletion is known after the book came back', async () => {
  const { id } = await aBook({ title: 'Gone', author: 'A', publisher: 'P' })
  await withActor('operator', (tx) => tx.update(book).set({ title: 'Gone soon', version: 2 }).where(eq(book.id, id)))
  await withActor('operator', (tx) => tx.delete(book).where(eq(book.id, id)))
  await withActor('operator', (tx) => tx.insert(book).values({ id, title: 'Gone soon', author: 'A', publisher: 'P' }))
  expect(await versionsOfBook(id)).toEqual(['Gone soon | A | P | ', 'Gone soon | A | P | ', 'Gone | A | P | '])
})

test('Restoring is an update like any other: of the version that was seen, and of a title that is free', async () => {
  const manager = await as('manager')
  const { id } = await manager.call(bookEditRouter.create, { title: 'First title', author: 'A' })
  await manager.call(bookEditRouter.update, { id, version: 1, title: 'Second title' })
  await aBook({ title: 'First title', author: 'A' })
  const first = (await manager.call(bookHistoryRouter.versions, { id })).at(-1)
  const { title = '' } = first?.book ?? {}
  expect(title).toBe('First title')
  const restore = (version: number) => manager.call(bookEditRouter.update, { id, version, title })
  await expect(restore(2)).rejects.toMatchObject({ code: 'BOOK_TAKEN' })
  await expect(restore(1)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('It is for managers, and of books that exist', async () => {
  const { id } = await aBook({ title: 'Known' })
  await expect((await as('reader')).call(bookHistoryRouter.versions, { id })).rejects.toMatchObject({ status: 403 })
  await expect((await as('stranger')).call(bookHistoryRouter.versions, { id })).rejects.toMatchObject({ status: 401 })
  for (const unknown of ['x', '01a1fc5f-3ab8-711d-bde4-965ef5d28919'])
    await expect((await as('manager')).call(bookHistoryRouter.versions, { id: unknown })).rejects.toMatchObject({
      status: 404,
    })
})
