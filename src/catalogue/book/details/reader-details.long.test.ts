import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { readerDetail } from '#base/db/tables/reader-detail.ts'
import { importRouter } from '#exchange/import/import.router.server.ts'
import { startImport } from '#exchange/import/import.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { stageFile } from '#test/stage-file.ts'
import { bookRouter } from '../book.router.server.ts'
import { bookDetailRouter } from './book-detail.router.server.ts'

useDatabase()

let manager: SignedInCaller
let reader: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  reader = await as('reader')
  for (const table of [book, bookImport, readerDetail]) await db.delete(table)
})

const FILE = 'title,author,Illustrator,book_id\nNedjma,Kateb Yacine,Issiakhem,18\n'

const staged = (text: string) => stageFile(manager, text)
const run = async (id: string) => {
  await startImport(id)
  await runImport(id)
}

/** The names of the details that someone sees of the one book: on its page, in the list of the API. */
async function seenBy(caller: SignedInCaller): Promise<string[][]> {
  const { items } = await caller.call(bookRouter.list, { searchTerm: 'Nedjma' })
  const response = await caller.request(`/api/v1/books/${items[0]?.id ?? ''}`)
  const read = (await response.json()) as { details: { name: string }[] }
  return [items[0]?.details ?? [], read.details].map((details) => details.map(({ name }) => name))
}

test('readers see no column of a file but those that are ticked for them, also in the next file', async () => {
  const { id, choices, header } = await staged(FILE)
  await manager.call(importRouter.change, {
    id,
    choices: { ...choices, forReaders: [header.indexOf('Illustrator')] },
  })
  await run(id)
  expect(await seenBy(manager)).toEqual([
    ['Illustrator', 'book_id'],
    ['Illustrator', 'book_id'],
  ])
  expect(await seenBy(reader)).toEqual([['Illustrator'], ['Illustrator']])

  const next = await staged(FILE.replace('Illustrator', 'ILLUSTRATOR').replace('Nedjma', 'Nedjma 2'))
  expect(next.choices.forReaders).toEqual([next.header.indexOf('ILLUSTRATOR')])
  // Taken off there, it is taken off every book.
  await manager.call(importRouter.change, { id: next.id, choices: { ...next.choices, forReaders: [] } })
  await run(next.id)
  expect(await seenBy(reader)).toEqual([[], []])
})

test('a preview that waits leaves what was ticked or unticked elsewhere meanwhile, unless somebody touches it there', async () => {
  const [waiting, other] = [await staged(FILE), await staged(FILE.replace('Nedjma', 'Nedjma 2'))]
  const [illustrator, number] = [2, 3]
  const choose = ({ id, choices }: typeof waiting, forReaders: number[]) =>
    manager.call(importRouter.change, { id, choices: { ...choices, forReaders } })
  await choose(other, [illustrator])
  await run(other.id)
  await run(waiting.id)
  expect(await seenBy(reader)).toEqual([['Illustrator'], ['Illustrator']])

  // Ticked where it begins, and unticked meanwhile; another box is touched.
  const [next, last] = [await staged(FILE), await staged(FILE)]
  await choose(next, [illustrator, number])
  await manager.call(bookDetailRouter.setForReaders, { name: 'Illustrator', isForReaders: false })
  await run(next.id)
  expect(await seenBy(reader)).toEqual([['book_id'], ['book_id']])

  // Ticked and unticked there: that is what somebody wants.
  await choose(last, [illustrator, number])
  await choose(last, [illustrator])
  await run(last.id)
  expect(await seenBy(reader)).toEqual([[], []])
})

test('an API key of a manager that only reads gets all details', async () => {
  await run((await staged(FILE)).id)
  const { key } = await aKey(manager.user, { scopes: ['book:read'] })
  const response = await withKey(key, '/api/v1/books?searchTerm=Nedjma')
  expect(await response.json()).toMatchObject({ items: [{ details: [{ name: 'Illustrator' }, { name: 'book_id' }] }] })
})

test('what readers see can be changed later, by those who may change books', async () => {
  await run((await staged(FILE)).id)
  expect(await seenBy(reader)).toEqual([[], []])
  const tick = (isForReaders: boolean) =>
    manager.call(bookDetailRouter.setForReaders, { name: 'Book_ID', isForReaders })
  await tick(true)
  await tick(true)
  expect(await seenBy(reader)).toEqual([['book_id'], ['book_id']])
  await tick(false)
  expect(await manager.call(bookDetailRouter.listForReaders, undefined)).toEqual([])
  await expect(
    reader.call(bookDetailRouter.setForReaders, { name: 'Illustrator', isForReaders: true }),
  ).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
})
