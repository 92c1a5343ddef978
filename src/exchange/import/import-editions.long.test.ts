import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport, bookImportRow } from '#base/db/tables/book-import.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { stageFile } from '#test/stage-file.ts'
import { importRouter } from './import.router.server.ts'
import { findImport, startImport } from './import.server.ts'
import type { Import } from './import.schema.ts'
import { DEFAULT_CHOICES } from './import-choices.schema.ts'
import { runImport } from './run/import-runner.server.ts'

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await db.delete(bookImport)
})

const EMMA = { title: 'Emma', author: 'Jane Austen' }
const [PENGUIN, OXFORD, FIRST] = ['9780141439587', '9780199535521', '9780553212730']
const HEAD = 'title,author,edition,publisher,year,isbn'
const row = (...rest: string[]) => `Emma,Jane Austen,${rest.join(',')}\n`

/** The results of the rows of a file, with what they say. */
async function preview(text: string, choices: Partial<Import['choices']> = {}) {
  const { id } = await stageFile(manager, text)
  const before = await findImport(id)
  if (Object.keys(choices).length > 0)
    await manager.call(importRouter.change, { id, choices: { ...before.choices, ...choices } })
  const rows = await db
    .select()
    .from(bookImportRow)
    .where(eq(bookImportRow.importId, id))
    .orderBy(asc(bookImportRow.at))
  return { id, results: rows.map(({ result, input, reason }) => [result, input?.edition, reason] as const) }
}

async function imported(text: string, choices?: Partial<Import['choices']>) {
  const { id, results } = await preview(text, choices)
  await startImport(id)
  await runImport(id)
  return { id, results }
}

const editions = () =>
  db.select({ edition: book.edition, isbn: book.isbn, year: book.year }).from(book).orderBy(book.edition)

const FILE = `${HEAD}\n${row('', 'Penguin', '2003', PENGUIN)}${row('', 'Oxford', '2008', OXFORD)}${row('1st', 'Bantam', '1981', FIRST)}${row('', 'Oxford', '2008', OXFORD)}`

test('another edition in a file is added under its own words, or its publisher and year; again it is the same', async () => {
  const { results } = await imported(FILE)
  expect(results).toEqual([
    ['created', undefined, null],
    ['created', 'Oxford, 2008', null],
    ['created', '1st', null],
    ['unchanged', 'Oxford, 2008', { kind: 'repeated-same', row: 3 }],
  ])
  expect((await editions()).map(({ edition }) => edition)).toEqual(['', '1st', 'Oxford, 2008'])
  const again = await preview(FILE)
  expect(again.results.map(([result]) => result)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged'])
})

test.each([
  ['another ISBN', `,,${OXFORD}`, 'created', OXFORD],
  ['an ISBN of both', `Other,1999,${PENGUIN}`, 'updated', undefined],
  ['another year', ',1999,', 'created', '1999'],
  ['another publisher and a year', 'Oxford,2003,', 'created', 'Oxford, 2003'],
  ['a longer name of the publisher', 'Penguin Books,2003,', 'updated', undefined],
  ['only another publisher', 'Oxford,,', 'updated', undefined],
  ['nothing that is here', ',,', 'unchanged', undefined],
])('beside a book that is here, %s', async (_, rest, result, edition) => {
  await aBook({ ...EMMA, publisher: 'Penguin', year: 2003, isbn: [PENGUIN] })
  const { results } = await preview(`${HEAD}\nEmma,Jane Austen,,${rest}\n`)
  expect(results.map(([is, as]) => [is, as])).toEqual([[result, edition]])
})

test('a book without an edition gets that of its row, and editions of other rows are added', async () => {
  await aBook(EMMA)
  const file = `${HEAD}\n${row('2nd', '', '', '')}${row('3rd', '', '', '')}`
  await imported(file)
  expect((await editions()).map(({ edition }) => edition)).toEqual(['2nd', '3rd'])
  expect((await preview(file)).results.map(([result]) => result)).toEqual(['unchanged', 'unchanged'])
})

test('editions of the same publisher and year are told apart by their ISBN', async () => {
  const file = `${HEAD}\n${row('', 'Penguin', '2003', PENGUIN)}${row('', 'Penguin', '2003', OXFORD)}${row('', 'Penguin', '2003', FIRST)}`
  const { results } = await imported(file)
  expect(results.map(([, edition]) => edition)).toEqual([undefined, 'Penguin, 2003', `Penguin, 2003, ${FIRST}`])
  expect((await preview(file)).results.map(([result]) => result)).toEqual(['unchanged', 'unchanged', 'unchanged'])
})

test('a translation under the same title is another edition, in the file and beside a book that is here', async () => {
  const story = (language: string, publisher = '') => `Magozwe,Lesley Koyi,${language},${publisher}\n`
  const head = 'title,author,language,publisher\n'
  const [file, own] = [
    `${head}${story('sw')}${story('fr')}${story('fr')}`,
    `${head}${story('en')}${story('ar', 'Saide')}`,
  ]
  expect((await imported(file)).results).toEqual([
    ['created', undefined, null],
    ['created', 'français', null],
    ['unchanged', 'français', { kind: 'repeated-same', row: 3 }],
  ])
  const { results } = await imported(own)
  expect(results.map(([result, edition]) => [result, edition])).toEqual([
    ['created', 'English'],
    ['created', 'Saide'],
  ])
  for (const again of [file, own]) {
    const { results: rows } = await preview(again)
    expect(rows.every(([result]) => result === 'unchanged')).toBe(true)
  }
  const found = await db.select({ edition: book.edition, language: book.language }).from(book).orderBy(book.edition)
  expect(found).toEqual([
    { edition: '', language: 'sw' },
    { edition: 'English', language: 'en' },
    { edition: 'Saide', language: 'ar' },
    { edition: 'français', language: 'fr' },
  ])
})

test('their ISBNs are added to the book, if that was chosen', async () => {
  const { results } = await imported(FILE, { editions: 'isbn' })
  const further = { kind: 'further-isbn' }
  expect(results.map(([result, , reason]) => [result, reason])).toEqual([
    ['created', null],
    ['unchanged', further],
    // Its own words make it another book.
    ['created', null],
    ['unchanged', further],
  ])
  expect(await editions()).toEqual([
    { edition: '', isbn: [PENGUIN, OXFORD], year: 2003 },
    { edition: '1st', isbn: [FIRST], year: 1981 },
  ])
  await imported(`${HEAD}\n${row('', 'Bantam', '1999', '9780141199528')}${row('', '', '', '9780007350780')}`, {
    editions: 'isbn',
  })
  expect((await editions())[0]).toEqual({
    edition: '',
    isbn: [PENGUIN, OXFORD, '9780141199528', '9780007350780'],
    year: 2003,
  })
})

test('they are left out, if that was chosen for all or for one', async () => {
  const { id, results } = await imported(FILE, { editions: 'leave', editionRows: { 1: 'add' } })
  expect(results.map(([result, , reason]) => [result, reason])).toEqual([
    ['created', null],
    ['created', null],
    ['created', null],
    ['refused', { kind: 'edition' }],
  ])
  expect(await findImport(id)).toMatchObject({ total: 4, created: 3, refused: 1 })
})

test('beside a book that is here, it is left out as well', async () => {
  await aBook({ ...EMMA, isbn: [PENGUIN] })
  const { results } = await preview(`${HEAD}\n${row('', '', '', OXFORD)}`, { editions: 'leave' })
  expect(results).toEqual([['refused', undefined, { kind: 'edition' }]])
})

test('another edition is no possible duplicate', async () => {
  await aBook({ ...EMMA, isbn: [PENGUIN] })
  const { id } = await preview(`${HEAD}\n${row('', '', '', OXFORD)}Emma!,Jane Austen,,,,\n`)
  await manager.call(importRouter.compare, { id })
  expect(await manager.call(importRouter.get, { id })).toMatchObject({ created: 2, otherEditions: 1, similar: 1 })
})

test('the undo takes editions back', async () => {
  const { id } = await imported(FILE)
  await manager.call(importRouter.move, { id, to: 'undo' })
  await runImport(id)
  expect(await editions()).toEqual([])
})

test('only what is empty is filled, if that was chosen', async () => {
  await aBook({ ...EMMA, shelfMark: 'Here', subjects: ['Novel'] })
  const file = 'title,author,shelf mark,year,pages,subjects,genre\nEmma,Jane Austen,There,1815,500,Love,Romance\n'
  await imported(file, { fillsOnly: true })
  const [saved] = await db.select().from(book)
  expect(saved).toMatchObject({ shelfMark: 'Here', year: 1815, pages: 500, subjects: ['Novel'] })
  expect(saved?.genreId).not.toBeNull()
  expect((await preview(file, { fillsOnly: true })).results.map(([result]) => result)).toEqual(['unchanged'])
})

test('a file that is imported again is known however many came since', async () => {
  const file = 'title,author,publisher\nEmma,Jane Austen,Murray\n'
  await imported(file)
  const others = Array.from({ length: 31 }, (_, at) => ({
    filename: `${at}.csv`,
    size: 1,
    state: 'done' as const,
    header: [],
    columns: {},
    choices: DEFAULT_CHOICES,
  }))
  await db.insert(bookImport).values(others)
  await db.update(book).set({ publisher: 'John Murray' })
  expect((await imported(file)).results.map(([result]) => result)).toEqual(['unchanged'])
})

test('a file that is imported again fills a library that had fewer fields, and touches nothing that was changed here', async () => {
  const file =
    'title,author,publisher,series,pages\nEmma,Jane Austen,Murray,Novels,500\nPersuasion,Jane Austen,Murray,Novels,300\n'
  await imported(file)
  // As after an import by a version without series and pages, and a correction of the publisher.
  await db.update(book).set({ series: '', pages: null })
  await db.update(book).set({ publisher: 'John Murray' }).where(eq(book.title, 'Emma'))
  const { id } = await stageFile(manager, file)
  const { fieldChanges, choices } = await manager.call(importRouter.get, { id })
  expect(choices.fillsOnly).toBe(true)
  expect(fieldChanges).toEqual({ series: { filled: 2, changed: 0 }, pages: { filled: 2, changed: 0 } })
  const changing = await manager.call(importRouter.change, { id, choices: { ...choices, fillsOnly: false } })
  expect(changing.fieldChanges).toMatchObject({ publisher: { filled: 0, changed: 1 } })
  await manager.call(importRouter.change, { id, choices })
  await startImport(id)
  await runImport(id)
  expect(await db.select({ publisher: book.publisher, pages: book.pages }).from(book).orderBy(book.title)).toEqual([
    { publisher: 'John Murray', pages: 500 },
    { publisher: 'Murray', pages: 300 },
  ])
})
