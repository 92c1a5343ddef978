import { asc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { workbookOf } from '#base/formats/xlsx/xlsx.test-kit.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { stageFile } from '#test/stage-file.ts'
import { importRouter } from '../import.router.server.ts'
import { startImport } from '../import.server.ts'
import type { Import } from '../import.schema.ts'
import { runImport } from '../run/import-runner.server.ts'

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await db.delete(bookImport)
})

async function staged(text: string | Buffer, choices: Partial<Import['choices']> = {}) {
  const { id, choices: before } = await stageFile(manager, text)
  await manager.call(importRouter.change, { id, choices: { ...before, ...choices } })
  const { items } = await manager.call(importRouter.rows, { id, limit: 100 })
  const reasons = items.flatMap(({ row, reason }) => (reason ? [`${row} ${reason.kind}`] : []))
  return { id, reasons, item: await manager.call(importRouter.get, { id }) }
}

async function imported(...file: Parameters<typeof staged>) {
  const { id, ...rest } = await staged(...file)
  await startImport(id)
  await runImport(id)
  const titles = (await db.select({ title: book.title }).from(book).orderBy(asc(book.title))).map(({ title }) => title)
  return { ...rest, id, titles }
}

const SECTIONS =
  'Titre;Auteur;Éditeur;Année\nROMANS;;;\nSection A;Ada Moreau;Lune;2011\nSection B;Ali Sarr;Lune;2012\nDocumentaires;;;\n' +
  'Section C;Ida Nel;Lune;2013\nTitre;Auteur;Éditeur;Année\nSection D;Uma Roy;Lune;2014\n'

test('Headings of sections and the heading of the list again are no books, and headings are, if that is chosen', async () => {
  const { reasons, item, titles } = await imported(SECTIONS)
  expect(reasons).toEqual(['2 heading', '5 heading', '7 header-again'])
  expect(item).toMatchObject({ rows: 7, refused: 3, headings: 2, noBooks: 3, sums: 0 })
  expect(titles).toEqual(['Section A', 'Section B', 'Section C', 'Section D'])
  const { id } = item
  const listed = async (result: 'refused' | 'no-book') =>
    (await manager.call(importRouter.rows, { id, result, limit: 10 })).items.length
  expect([await listed('refused'), await listed('no-book')]).toEqual([0, 3])
  expect((await imported(SECTIONS, { addsHeadings: true })).titles).toEqual([
    'Documentaires',
    'ROMANS',
    'Section A',
    'Section B',
    'Section C',
    'Section D',
  ])
})

test.each([
  ['where few rows say more', 'title,author,year\nOne,,\nTwo,,\nThree,A,2001\nFour,B,2002\n', []],
  ['where others lack something as well', 'title,author,year\nOne,,\nTwo,A,\nThree,A,2001\nFour,B,2002\n', []],
  ['unless it is in capitals', 'title,author,year\nONE,,\nTwo,A,\nThree,A,2001\nFour,B,2002\n', ['2 heading']],
  ['in a list of titles and authors', 'title,author\nONE,\nTwo,A\nThree,A\n', []],
])('A title alone is a book %s', async (_, text, reasons) => expect((await staged(text)).reasons).toEqual(reasons))

test('Rows without a title below a heading are no copies of it', async () => {
  const { reasons } = await staged('title,author,year,number\nTALES,,,\n,,,N1\nOne,A,2001,N2\nTwo,B,2002,N3\n')
  expect(reasons).toEqual(['2 heading', '3 field'])
})

const cell = (at: string, text: string) => `<c r="${at}" t="str"><v>${text}</v></c>`
const line = (row: number, [title, author]: string[], attributes = '') =>
  `<row r="${row}" ${attributes}>${cell(`A${row}`, title ?? '')}${cell(`B${row}`, author ?? '')}</row>`

test('Rows that are hidden in a workbook, or by a filter, are left out, and counted; they are read if that is chosen', async () => {
  const rows = line(1, ['Title', 'Author']) + line(2, ['One', 'A']) + line(3, ['Two', 'A'], 'hidden="1"')
  const file = await workbookOf({ sheets: { 'name="Books"': rows + line(4, ['Three', 'A'], 'hidden="true"') } })
  const { reasons, item, titles } = await imported(file)
  expect(reasons).toEqual(['3 hidden', '4 hidden'])
  expect(item).toMatchObject({ hiddenRows: 2, noBooks: 0, refused: 2, created: 1 })
  expect(titles).toEqual(['One'])
  expect((await imported(file, { addsHidden: true })).titles).toEqual(['One', 'Three', 'Two'])
})

test('A word above the heading, or groups of columns, are none of its names', async () => {
  const below = await staged('Livres;;;\n;;;\nTitre;Auteur;Éditeur;Année\nPre A;Ida Nel;Lune;2011\n')
  expect(below.item).toMatchObject({ created: 1, columns: { title: 0, author: 1, publisher: 2, year: 3 } })
  const groups = await staged(
    'Livres;;;Exemplaires;\nTitre;Auteur;Année;Code-barres;Lieu\nTwo A;Ida Nel;2011;H001;Salle\n',
  )
  expect(groups.item).toMatchObject({ created: 1, header: ['Titre', 'Auteur', 'Année', 'Code-barres', 'Lieu'] })
})
