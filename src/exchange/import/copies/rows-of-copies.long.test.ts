import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
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
import { findImport, startImport } from '../import.server.ts'
import { runImport } from '../run/import-runner.server.ts'

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  await storeLibrarySettings({ lending: true })
  manager = await as('manager')
  await db.delete(book)
  await db.delete(bookImport)
})

/** Imports a file, of which the preview has counted the same copies; again it adds nothing. */
async function imported(text: string) {
  const { id, copies: planned } = await stageFile(manager, text)
  await startImport(id)
  await runImport(id)
  const { created, unchanged, refused, copies: added, columns } = await findImport(id)
  expect(added).toBe(planned)
  return { id, columns, counts: [created, unchanged, refused, added] }
}

async function importedTwice(text: string) {
  const done = await imported(text)
  const before = await copies()
  const { counts } = await imported(text)
  expect(counts).toMatchObject([0, expect.any(Number), done.counts[2], 0])
  expect(await copies()).toEqual(before)
  return done
}

/** The copies by the titles of their books: number (`+` for one of Maktaba), place, state, note, day. */
async function copies(): Promise<Record<string, string[]>> {
  const { number, location, condition, note, acquiredOn } = copy
  const rows = await db
    .select({
      title: book.title,
      all: sql<string[]>`array[${number}, ${location}, ${condition}, ${note}, coalesce(${acquiredOn}::text, '')]`,
    })
    .from(copy)
    .innerJoin(book, eq(book.id, copy.bookId))
    .orderBy(asc(book.title), asc(copy.sortNumber))
  const found: Record<string, string[]> = {}
  for (const { title, all } of rows)
    (found[title] ??= []).push(
      all
        .map((one) => one.replace(/^1\d{7}$/, '+'))
        .join(' ')
        .trim(),
    )
  return found
}

const rowsOf = async (id: string) => {
  const { items } = await manager.call(importRouter.rows, { id, limit: 100 })
  return items.map(({ result, reason, notes }) => [result, reason?.kind, notes])
}

test('A row for each copy adds each copy to one book; what differs is in its note, or the first row counts and is said to', async () => {
  const text =
    'Titre;Auteur;Editeur;ISBN;Code-barres;Cote;Prix;Date d’entrée\n' +
    'Les vacances;Odile Ferrand;Le Sorbier;9782070364237;B0001;R FER;5,00;2019-09-12\n' +
    'Les vacances;Odile Ferrand;Le Sorbier;9782070364237;B0002;R FER;5,50;2021-10-23\n' +
    'Autre livre;Odile Ferrand;Le Sorbier;;B0004;R FER;5,00;2019-09-12\n' +
    'Les vacances;Odile Ferrand;Le Sorbier;9782070364237;B0003;BD FER;5,00;2019-09-12\n'
  const { id, counts } = await importedTwice(text)
  expect(counts).toEqual([2, 2, 0, 4])
  expect(await copies()).toEqual({
    'Autre livre': ['B0004  ok  2019-09-12'],
    'Les vacances': ['B0001  ok  2019-09-12', 'B0002  ok Prix: 5,50 2021-10-23', 'B0003  ok  2019-09-12'],
  })
  const { items } = await manager.call(importRouter.rows, { id, limit: 100 })
  expect(items.map(({ reason }) => reason)).toEqual([
    null,
    { kind: 'further-copy', row: 2 },
    null,
    { kind: 'further-copy', row: 2, differences: [{ field: 'shelfMark', before: 'R FER', after: 'BD FER' }] },
  ])
})

test.each([
  ['the same ISBN', 'T,,9782035840103,P,D1\nT,,9782035840103,Q,D2\n', [1, 1, 0, 2]],
  ['all the same', 'T,,,P,D1\nT,,,P,D2\nT,,,P,D3\n', [1, 2, 0, 3]],
  ['nothing but the title', 'T,,,,D1\nT,,,,D2\n', [1, 1, 0, 2]],
])('Rows without an author are copies of one book by %s', async (_, rows, counts) => {
  expect((await importedTwice(`title,author,isbn,publisher,barcode\n${rows}`)).counts).toEqual(counts)
})

test('Rows without an author that say something else stay two books, of which the second is told', async () => {
  const { id, counts } = await imported('title,author,shelf mark,barcode\nT,,A 1,D1\nT,,B 2,D2\n')
  expect(counts).toEqual([1, 0, 1, 1])
  expect((await rowsOf(id))[1]).toEqual(['refused', 'repeated-title', []])
})

test('Cells that are left empty below the first copy, or merged, mean the book above', async () => {
  const text =
    'Titre;Auteur;Année;Code-barres;État;Prix\nLa rivière;Nadia Selmi;2001;N1;bon;5\n;;;N2;perdu;6\n;Nadia Selmi;2001;N3;;\n' +
    'Le grand voyage;Paul Ost;2002;N4;;7\n;Autre;;N5;;\n;;;N6;;\n'
  const { id, counts } = await imported(text)
  expect(counts).toEqual([2, 2, 2, 4])
  expect(await copies()).toEqual({
    'La rivière': ['N1  ok', 'N2  lost Prix: 6', 'N3  ok'],
    'Le grand voyage': ['N4  ok'],
  })
  // A row with another author is not completed with the title above, nor are the rows below it.
  expect((await rowsOf(id)).map(([result]) => result).slice(4)).toEqual(['refused', 'refused'])
})

test('A copy without a label gets the next number where other rows of its book have one, once', async () => {
  await aBook({ title: 'Here', author: 'A' })
  const text =
    'title,author,barcode,place\nOne,A,,Attic\nOne,A,C-1,Hall\nOne,A,,Cellar\nTwo,A,,Hall\nHere,A,C-2,\nHere,A,,\nThree,A,,\nThree,A,,\n'
  const { id, counts } = await importedTwice(text)
  expect(counts).toEqual([3, 5, 0, 5])
  expect(await copies()).toEqual({
    Here: ['+  ok', 'C-2  ok'],
    One: ['+ Attic ok', '+ Cellar ok', 'C-1 Hall ok'],
  })
  expect(await rowsOf(id)).toEqual([
    ['created', undefined, ['next-number']],
    ['unchanged', 'further-copy', []],
    ['unchanged', 'further-copy', ['next-number']],
    ['created', undefined, ['left-out:copyPlace:Hall']],
    ['unchanged', undefined, []],
    ['unchanged', 'further-copy', ['next-number']],
    ['created', undefined, []],
    ['unchanged', 'repeated-same', []],
  ])
})

test('A copy of the book that is here already stands for one without a label', async () => {
  const { bookId } = await aCopy({ number: 'OLD-1' })
  await db.update(book).set({ title: 'One', author: 'A' }).where(eq(book.id, bookId))
  expect((await importedTwice('title,author,barcode\nOne,A,C-1\nOne,A,\nOne,A,\n')).counts[3]).toBe(2)
  expect(await copies()).toEqual({ One: ['+  ok', 'C-1  ok', 'OLD-1  ok'] })
})

test('A column of labels is none of counts, whatever it is called; a label in a column of counts is left out, and named', async () => {
  const { counts, columns } = await importedTwice(
    'Titre,Auteur,Exemplaire\nA,Ida Nel,H0012\nB,Uma Roy,0034 et 0035\nC,Zoe Ray,BIB-0150\n',
  )
  expect(columns).toEqual({ title: 0, author: 1, copyNumber: 2 })
  expect([counts, await copies()]).toEqual([
    [3, 0, 0, 4],
    { A: ['H0012  ok'], B: ['0034  ok', '0035  ok'], C: ['BIB-0150  ok'] },
  ])
  const { id, columns: counted } = await imported('title,author,copies\nD,A,2\nE,A,3\nF,A,H0012\nG,A,012\n')
  expect(counted).toMatchObject({ copies: 2 })
  expect((await rowsOf(id)).map(([, , notes]) => notes)).toEqual([
    [],
    [],
    ['left-out:copies:H0012'],
    ['left-out:copies:012'],
  ])
  expect((await findImport(id)).copies).toBe(5)
})

test('Several labels in a cell are copies each, and a range of as many as are counted', async () => {
  const { counts } = await importedTwice(
    'title,author,copies,barcode\nRange,A,3,1001-1003\nSpace,A,2,B30 B31\nSlash,A,2,B10 / B11\nBrackets,A,2,<S1><S2>\n',
  )
  expect(counts[3]).toBe(9)
  expect((await copies())['Range']).toEqual(['1001  ok', '1002  ok', '1003  ok'])
})

test('What a column was in an import before counts only where its cells say so', async () => {
  const { columns } = await imported('Titre,Exemplaires,Statut\nA,2,Perdu\n')
  expect(columns).toEqual({ title: 0, copies: 1, copyCondition: 2 })
  expect((await imported('Titre,Exemplaires,Statut\nB,H0012,Perdu\n')).columns).toEqual({
    title: 0,
    copyNumber: 1,
    copyCondition: 2,
  })
  // Without copies it is the state of something else, and a detail.
  expect((await imported('Titre,Statut\nC,Perdu\n')).columns).toEqual({ title: 0 })
})

test.each([
  [
    'Koha',
    'title,author,barcode,notforloan,damaged,itemlost,withdrawn\n',
    'T,A,K1,0,0,0,0\nT,A,K2,0,1,0,0\nT,A,K3,0,0,4,0\nT,A,K4,1,0,0,0\nT,A,K5,0,0,1,1\n',
  ],
  [
    'Destiny and Alexandria',
    'Title,Author,Copy Barcode,Copy Status\n',
    'T,A,K1,Checked Out\nT,A,K2,In Repair\nT,A,K3,Lost\nT,A,K4,Non-circulating\nT,A,K5,Weeded\n',
  ],
  [
    'BCDI',
    'Titre;Auteurs;Exemplaire;Statut\n',
    'T;A;K1;En service\nT;A;K2;En réparation\nT;A;K3;Perdu\nT;A;K4;Exclu du prêt\nT;A;K5;Pilonné\n',
  ],
])('States of copies of %s stay what they are', async (_, header, rows) => {
  await importedTwice(`${header}${rows}`)
  expect(await copies()).toEqual({
    T: ['K1  ok', 'K2  damaged', 'K3  lost', 'K4  reference', 'K5  withdrawn'],
  })
  const [one] = await db.select({ details: book.details }).from(book)
  expect(one?.details).toEqual([])
})

test('Flags of copies stay details where nothing is lent', async () => {
  await storeLibrarySettings({ lending: false })
  const { columns } = await stageFile(manager, 'title,barcode,itemlost,withdrawn\nT,K1,1,0\n')
  expect(columns).toEqual({ title: 0 })
  await imported('title,barcode,itemlost,withdrawn\nT,K1,1,0\n')
  const [one] = await db.select({ details: book.details }).from(book)
  expect(one?.details.map(({ name, value }) => `${name} ${value}`)).toEqual(['barcode K1', 'itemlost 1', 'withdrawn 0'])
})

test('Rows that count the copies, or number them, add as many as the one that says most', async () => {
  expect((await importedTwice('title,author,copy index\nOne,A,1\nOne,A,2\nOne,A,3\n')).counts).toEqual([1, 2, 0, 3])
  const { id } = await imported('title,author,copies,shelf mark\nTwo,A,1,X\nTwo,A,1,Y\n')
  expect((await rowsOf(id))[1]).toEqual(['refused', 'repeated', []])
})
