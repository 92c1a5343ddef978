import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { copy } from '#base/db/tables/copy.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { loan } from '#base/db/tables/loan.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy } from '#test/lending.ts'
import { stageFile } from '#test/stage-file.ts'
import { importRouter } from '../import.router.server.ts'
import { findImport, startImport } from '../import.server.ts'
import { DEFAULT_CHOICES } from '../import-choices.schema.ts'
import { runImport } from '../run/import-runner.server.ts'

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  await storeLibrarySettings({ lending: true })
  manager = await as('manager')
  for (const table of [loan, book, deletedBook, bookImport]) await db.delete(table)
})

const staged = (text: string) => stageFile(manager, text)

/** Imports a file; the preview has counted the same. */
async function imported(text: string) {
  const { id, copies } = await staged(text)
  await startImport(id)
  await runImport(id)
  const done = await findImport(id)
  expect(done.copies).toBe(copies)
  return done
}

/** What the dialog says before the undo; then what was undone, whose numbers are the same. */
async function undo(id: string) {
  const expected = await manager.call(importRouter.expectedUndo, { id })
  await manager.call(importRouter.move, { id, to: 'undo' })
  await runImport(id)
  const { deleted, restored, kept, copiesRemoved } = await manager.call(importRouter.get, { id })
  expect({ deleted, restored, kept, copiesRemoved }).toEqual(expected)
  return expected
}

const copies = () =>
  db
    .select({ title: book.title, number: copy.number, location: copy.location })
    .from(copy)
    .innerJoin(book, eq(book.id, copy.bookId))
    .orderBy(asc(book.title), asc(copy.sortNumber))

const numbersOf = async (title: string) =>
  (await copies()).filter((one) => one.title === title).map(({ number }) => number)

const notesOf = async (id: string) => {
  const { items } = await manager.call(importRouter.rows, { id, limit: 100 })
  return items.map(({ result, notes }) => [result, notes])
}

describe('A file', () => {
  test.each([
    'title,author,barcode,copies,place',
    'Titre,Auteur,Code-barres,Nombre d’exemplaires,Emplacement',
    'العنوان,المؤلف,الباركود,عدد النسخ,الموقع',
    'Kichwa,Mwandishi,Msimbopau,Idadi ya nakala,Mahali',
    'Title,Author,Number,Copies,Location',
  ])('with the columns %s adds copies, and none twice', async (header) => {
    await aBook({ title: 'Here', author: 'A' })
    const text = `${header}\nOne,A,K-1;K-2,3,Hall\nTwo,A,k-3,,\nHere,A,"K-4, K-5",,Attic\nNone,A,,0,\n`
    const { copies: added, created, unchanged } = await imported(text)
    expect([added, created, unchanged]).toEqual([6, 3, 1])
    expect(await copies()).toEqual([
      { title: 'Here', number: 'K-4', location: 'Attic' },
      { title: 'Here', number: 'K-5', location: 'Attic' },
      { title: 'One', number: expect.stringMatching(/^1\d{7}$/), location: 'Hall' },
      { title: 'One', number: 'K-1', location: 'Hall' },
      { title: 'One', number: 'K-2', location: 'Hall' },
      { title: 'Two', number: 'k-3', location: '' },
    ])
    expect((await imported(text)).copies).toBe(0)
    expect((await imported(text.replaceAll('K-', 'k-'))).copies).toBe(0)
    expect(await db.$count(copy)).toBe(6)
  })

  test('with a row for each copy adds them to one book', async () => {
    const text = 'title,author,accession no,copies\nOne,A,11,3\nOne,A,12,3\nTwo,A,13,1\nOne,A,14,3\nOne,A,14,3\n'
    const { copies: added, created } = await imported(text)
    expect([added, created]).toEqual([4, 2])
    expect(await numbersOf('One')).toEqual(['11', '12', '14'])
    expect(await numbersOf('Two')).toEqual(['13'])
  })

  test('has several numbers in the lines of a cell, as a formula, in other digits, and a place for each', async () => {
    await imported('title,copy number,place\nOne,"A-1\nA-2\r\n=""007""; ١٢٣","Hall; ; Attic; Hall"\n')
    expect(await copies()).toEqual([
      { title: 'One', number: '007', location: 'Attic' },
      { title: 'One', number: '123', location: 'Hall' },
      { title: 'One', number: 'A-1', location: 'Hall' },
      { title: 'One', number: 'A-2', location: '' },
    ])
  })

  test('keeps rows whose numbers are wrong or taken, and names these', async () => {
    const { number } = await aCopy()
    const { card } = await aBorrower()
    const wrong = `N°1;${'9'.repeat(31)};9782020289276`
    const text = `title,barcode,copies,place\nOne,${number};${card};B-1,,\nTwo,b-1,many,\nThree,${wrong};B-2,,Hall\nFour,,,Hall\n`
    const { id } = await staged(text)
    const notes = [
      ['created', [`taken:copyNumber:${number}`, `taken:copyNumber:${card}`]],
      ['created', ['left-out:copies:many', 'taken:copyNumber:b-1']],
      ['created', wrong.split(';').map((one) => `left-out:copyNumber:${one}`)],
      ['created', ['left-out:copyPlace:Hall']],
    ]
    const sorted = (all: unknown[][]) => all.map(([result, of]) => [result, (of as string[]).toSorted()])
    expect(sorted(await notesOf(id))).toEqual(sorted(notes))
    // Taken since the preview.
    await aCopy({ number: 'B-2' })
    await startImport(id)
    await runImport(id)
    expect(sorted(await notesOf(id))).toEqual(
      sorted(notes.with(2, ['created', [...(notes[2]?.[1] ?? []), 'taken:copyNumber:B-2']])),
    )
    expect([await numbersOf('One'), await numbersOf('Two'), await numbersOf('Three')]).toEqual([['B-1'], [], []])
    expect((await findImport(id)).copies).toBe(1)
  })

  test.each([
    ['title,barcode,condition,note,acquired on', 'damaged', 'Not for loan'],
    ['Titre,Code-barres,État,Remarque,Acquis le', 'abîmé', 'EXCLU DU PRET'],
    ['العنوان,الباركود,الحالة,ملاحظات,تاريخ الاقتناء', 'تالفة', 'لا تُعار'],
    ['Kichwa,Msimbopau,Hali,Maelezo,Tarehe ya kupatikana', 'imeharibika', 'Haiazimishwi'],
    ['title,copyNumber,copyCondition,copyNote,copyAcquired', 'damaged', 'reference'],
    ['title,Copy numbers,State of the copies,Notes about the copies,Copies acquired on', 'Damaged', 'Not for loan'],
  ])('with the columns %s has the state, a note and the first day of each copy', async (header, damaged, reference) => {
    const { id } = await staged(
      `${header}\nOne,A-1;bad!;A-2,${damaged};lost;${reference},;x;Torn,2026-11-02\nTwo,B-1,odd,Gift; of A,٢٠٢٦/٣/٧\nThree,C-1,Lost,,31/12/2025\nFour,D-1,ok,,1/2/2025\n`,
    )
    await startImport(id)
    await runImport(id)
    expect((await notesOf(id)).map(([, notes]) => notes)).toEqual([
      ['left-out:copyNumber:bad!'],
      ['left-out:copyCondition:odd'],
      [],
      // The column says by 31/12 that the day stands first.
      [],
    ])
    const { number, condition, note, acquiredOn } = copy
    expect(await db.select({ number, condition, note, acquiredOn }).from(copy).orderBy(asc(number))).toEqual([
      { number: 'A-1', condition: 'damaged', note: '', acquiredOn: '2026-11-02' },
      { number: 'A-2', condition: 'reference', note: 'Torn', acquiredOn: '2026-11-02' },
      { number: 'B-1', condition: 'ok', note: 'Gift; of A', acquiredOn: '2026-03-07' },
      { number: 'C-1', condition: 'lost', note: '', acquiredOn: '2025-12-31' },
      { number: 'D-1', condition: 'ok', note: '', acquiredOn: '2025-02-01' },
    ])
  })

  test('changes no copy that is there', async () => {
    const { bookId } = await aCopy({ number: 'A-1', location: 'Hall', note: 'Own' })
    const [{ title = '', author = '' } = {}] = await db.select().from(book).where(eq(book.id, bookId))
    const { copies: added } = await imported(
      `title,author,barcode,place,condition,note\n${title},${author},A-1;A-2,Attic,lost,Other\n`,
    )
    expect(added).toBe(1)
    const { location, condition, note } = copy
    expect(await db.select({ location, condition, note }).from(copy).orderBy(asc(copy.number))).toEqual([
      { location: 'Hall', condition: 'ok', note: 'Own' },
      { location: 'Attic', condition: 'lost', note: 'Other' },
    ])
  })

  test('has states and notes of something else, which are details', async () => {
    const { columns } = await staged('title,barcode,status,year\nOne,A-1,In process,1999\nTwo,A-2,Ordered,1998\n')
    expect(columns).not.toHaveProperty('copyCondition')
    const { columns: ofBooks } = await staged('title,copies,notes\nOne,3,Signed\n')
    expect(ofBooks).not.toHaveProperty('copyNote')
  })

  test('has numbers of rows and ISBNs, which are no copies', async () => {
    const { columns } = await staged(
      'number,barcode,place,title\n1,9782020289276,Paris,One\n2,9780435905491,Oxford,Two\n',
    )
    expect(columns).toEqual({ isbn: 1, title: 3 })
  })

  test('does nothing for known books that are to be left', async () => {
    await aBook({ title: 'Here', author: 'A' })
    const { id, copies: before } = await staged('title,author,barcode\nHere,A,C-1\nNew,A,C-2\n')
    const choices = { ...DEFAULT_CHOICES, changesBooks: false }
    const changed = await manager.call(importRouter.change, { id, choices })
    expect([before, changed.copies]).toEqual([2, 1])
    await startImport(id)
    await runImport(id)
    expect((await copies()).map(({ number }) => number)).toEqual(['C-2'])
  })

  test('of a library that does not lend has details', async () => {
    await storeLibrarySettings({ lending: false })
    const { id, columns } = await imported('title,barcode,copies,place\nOne,D-1,3,Hall\n')
    expect(columns).toEqual({ title: 0 })
    expect((await manager.call(importRouter.get, { id })).fields).not.toContain('copyNumber')
    const [one] = await db.select({ details: book.details }).from(book)
    expect(one?.details.map(({ name, value }) => [name, value])).toEqual([
      ['barcode', 'D-1'],
      ['copies', '3'],
      ['place', 'Hall'],
    ])
    const change = { id: (await staged('title,barcode\nTwo,D-2\n')).id, columns: { title: 0, copyNumber: 1 } }
    await expect(manager.call(importRouter.change, change)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await db.$count(copy)).toBe(0)
  })
})

describe('An undo', () => {
  const lend = async (code: string) => {
    const desk = await as('manager')
    await desk.call(deskRouter.scan, { actId: newId(), code, borrowerId: (await aBorrower()).id })
  }

  test('takes the copies back, and the same file can be imported again', async () => {
    await aBook({ title: 'Here', author: 'A' })
    const text = 'title,author,barcode,publisher\nHere,A,E-1,P\nHere,A,E-2,P\nNew,A,E-3,\n'
    const { id } = await imported(text)
    expect(await db.$count(copy)).toBe(3)
    expect(await undo(id)).toEqual({ deleted: 1, restored: 1, kept: 0, copiesRemoved: 2 })
    expect(await db.$count(copy)).toBe(0)
    expect((await imported(text)).copies).toBe(3)
    expect(await numbersOf('Here')).toEqual(['E-1', 'E-2'])
  })

  test('of an import that added nothing but copies', async () => {
    await aBook({ title: 'Here', author: 'A' })
    const { id, created, updated } = await imported('title,author,copies\nHere,A,2\n')
    expect([created, updated]).toEqual([0, 0])
    expect(await undo(id)).toEqual({ deleted: 0, restored: 0, kept: 0, copiesRemoved: 2 })
  })

  test('leaves copies that were lent or changed, and the books of those that are on loan', async () => {
    await aBook({ title: 'Here', author: 'A' })
    const { id } = await imported('title,author,barcode,publisher\nHere,A,F-1;F-2;F-3,P\nLent,A,F-4,\nNew,A,F-5,\n')
    await lend('F-1')
    await lend('F-4')
    await db.update(copy).set({ note: 'Torn', version: 2 }).where(eq(copy.number, 'F-2'))
    expect(await undo(id)).toEqual({ deleted: 1, restored: 0, kept: 2, copiesRemoved: 1 })
    expect((await copies()).map(({ number }) => number)).toEqual(['F-1', 'F-2', 'F-4'])
  })
})
