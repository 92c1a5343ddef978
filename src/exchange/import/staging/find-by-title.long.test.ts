import { asc, desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { copy } from '#base/db/tables/copy.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aCopy } from '#test/lending.ts'
import { stageFile } from '#test/stage-file.ts'
import { importRouter } from '../import.router.server.ts'
import { startImport } from '../import.server.ts'
import { runImport } from '../run/import-runner.server.ts'

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await storeLibrarySettings({ lending: true })
  await db.delete(book)
  await db.delete(bookImport)
})

/** Imports a file; the results of its rows are those of the preview. */
async function imported(text: string, filename?: string) {
  const { id } = await stageFile(manager, text, filename)
  const resultsOf = async () => {
    const { items } = await manager.call(importRouter.rows, { id, limit: 100 })
    return items.map(({ result, reason }) => [result, reason?.kind])
  }
  const expected = await resultsOf()
  await startImport(id)
  await runImport(id)
  expect(await resultsOf()).toEqual(expected)
  return expected
}

const notesOf = async () => {
  const [last] = await db.select({ id: bookImport.id }).from(bookImport).orderBy(desc(bookImport.createdAt)).limit(1)
  const { items } = await manager.call(importRouter.rows, { id: last?.id ?? '', limit: 100 })
  return items.map(({ notes }) => notes)
}

const books = async () =>
  (await db.select().from(book).orderBy(asc(book.title))).map(({ title, author }) => `${title} – ${author}`)

const copies = async () =>
  (
    await db
      .select({ title: book.title, author: book.author, number: copy.number })
      .from(copy)
      .innerJoin(book, eq(book.id, copy.bookId))
      .orderBy(asc(copy.number))
  ).map(({ title, author, number }) => `${number}: ${title} – ${author}`)

const BIBLIO =
  '"title","gmd_name","isbn_issn","publisher_name","publish_year","call_number","place_name","authors","item_code"\n' +
  '"The long tide","Text","9782070364237","Harbor Press","2014","813 MAR l","Boston","<Marsh, Ellen><Okoro, Ben>","<S0001>"\n' +
  '"Night garden","Text","","Norr","1999","813 LIN n","Lund","<Lind, Otto>",""\n'
const ITEMS =
  '"item_code","call_number","coll_type_name","inventory_code","received_date","item_status_name","site","title"\n' +
  '"S0001","813 MAR l","Fiction","INV/1","2019-09-12","","Shelf 3","The long tide"\n' +
  '"S0002","813 MAR l","Fiction","INV/2","2019-09-12","Missing","Shelf 3","The Long Tide"\n' +
  '"S0003","813 LIN n","Fiction","INV/3","2019-09-12","","Shelf 3","Night garden"\n'

describe('A list of copies without authors', () => {
  test('of SLiMS finds the books of the list of books, and none comes in twice', async () => {
    await imported(BIBLIO, 'biblio.csv')
    const before = await books()
    expect((await imported(ITEMS, 'item.csv')).map(([result]) => result)).not.toContain('created')
    expect(await books()).toEqual(before)
    // The first is here by the list of books, which says nothing of it.
    expect(await notesOf()).toEqual([['kept:copyAcquired', 'kept:copyPlace'], [], []])
    const all = [
      'S0001: The long tide – Ellen Marsh, Ben Okoro',
      'S0002: The long tide – Ellen Marsh, Ben Okoro',
      'S0003: Night garden – Otto Lind',
    ]
    expect(await copies()).toEqual(all)
    for (const [file, name] of [
      [ITEMS, 'item.csv'],
      [ITEMS, 'other.csv'],
      [BIBLIO, 'biblio.csv'],
    ] as const)
      expect(new Set((await imported(file, name)).map(([result]) => result))).toEqual(new Set(['unchanged']))
    expect([await books(), await copies()]).toEqual([before, all])
  })

  const HEAD = 'title,isbn,shelf mark,barcode\n'

  test.each([
    ['its number', HEAD + 'Sea,,,L1\n', 'A'],
    ['its ISBN', HEAD + 'Sea,9782070364237,,L9\n', 'B'],
    ['its shelf mark', HEAD + 'SEA,,r b,L9\n', 'B'],
  ])('tells books of one title apart by %s', async (_, text, author) => {
    const { id } = await aBook({ title: 'Sea', author: 'A', shelfMark: 'R A' })
    await aCopy({ bookId: id, number: 'L1' })
    await aBook({ title: 'Sea', author: 'B', isbn: ['9782070364237'], shelfMark: 'R B' })
    expect((await imported(text))[0]?.[0]).not.toBe('created')
    expect((await copies()).at(-1)).toMatch(new RegExp(`${author}$`))
    expect(await books()).toEqual(['Sea – A', 'Sea – B'])
  })

  test('is refused where several books have the title, and says so', async () => {
    for (const author of ['A', 'B']) await aBook({ title: 'Sea', author })
    expect(await imported(`${HEAD}Sea,,,L9\nHill,,,L8\n`)).toEqual([
      ['refused', 'several-books'],
      ['created', undefined],
    ])
  })

  test('adds books that are not here', async () => {
    await aBook({ title: 'Sea: a story', author: 'A' })
    expect(await imported(`${HEAD}Sea,,,L9\nSea,,,L8\n`)).toEqual([
      ['created', undefined],
      ['unchanged', 'further-copy'],
    ])
  })

  test('is no list whose column of authors is empty: no author is one too', async () => {
    await aBook({ title: 'Sea', author: 'A' })
    expect(await imported('title,author,barcode\nSea,,L9\nHill,B,L8\n')).toEqual([
      ['created', undefined],
      ['created', undefined],
    ])
  })
})

describe('A book that came in without its subtitle', () => {
  const HEAD = 'title,subtitle,author,isbn,publisher\n'

  test('is the one of the row, and comes in no second time', async () => {
    await aBook({ title: 'Sea', author: 'E. Marsh' })
    expect(await imported(`${HEAD}sea,a story,E.Marsh,,Orbit\n`)).toEqual([['updated', undefined]])
    expect(await imported(`${HEAD}sea,a story,E.Marsh,,Orbit\n`, 'other.csv')).toEqual([['unchanged', undefined]])
    expect(await books()).toEqual(['Sea – E. Marsh'])
  })

  test('is looked for only where the whole title is not here', async () => {
    await aBook({ title: 'Sea', author: 'A' })
    await aBook({ title: 'Sea: a story', author: 'A', publisher: 'P' })
    expect(await imported(`${HEAD}Sea,a story,A,,P\n`)).toEqual([['unchanged', undefined]])
  })

  test.each([
    ['the author', { author: 'B' }],
    ['the ISBN', { author: 'A', isbn: ['9782070379040'] }],
    ['the edition', { author: 'A', edition: '2nd' }],
    ['the author, of whom nothing is known,', { author: '' }],
  ])('is another one where %s differs', async (_, other) => {
    await aBook({ title: 'Sea', ...other })
    expect(await imported(`${HEAD}Sea,a story,${other.author && 'A'},9782070364237,\n`)).toEqual([
      ['created', undefined],
    ])
  })

  test('is that of one row alone: of several subtitles the others are books of their own, as is a row without one', async () => {
    await aBook({ title: 'Sea', author: 'A', publisher: 'P' })
    const several = `${HEAD}Sea,a story,A,,P\nSea,another story,A,,P\nSea,a story,A,,P\n`
    expect(await imported(several)).toEqual([
      ['unchanged', undefined],
      ['created', undefined],
      ['unchanged', 'repeated-same'],
    ])
    expect(await books()).toEqual(['Sea – A', 'Sea: another story – A'])
    await db.delete(book)
    await aBook({ title: 'Sea', author: 'A', publisher: 'P' })
    expect(await imported(`${HEAD}Sea,a story,A,,P\nSea,,A,,P\n`)).toEqual([
      ['created', undefined],
      ['unchanged', undefined],
    ])
    expect(await books()).toEqual(['Sea – A', 'Sea: a story – A'])
  })
})
