import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { copy } from '#base/db/tables/copy.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { stageFile } from '#test/stage-file.ts'
import { importRouter } from '../import.router.server.ts'
import { findImport, startImport } from '../import.server.ts'
import { runImport } from '../run/import-runner.server.ts'

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await storeLibrarySettings({ lending: true })
  await db.delete(book)
  await db.delete(bookImport)
})

async function imported(text: string) {
  const { id } = await stageFile(manager, text)
  await startImport(id)
  await runImport(id)
  const { created, updated, unchanged, refused, copies } = await findImport(id)
  return { id, counts: [created, updated, unchanged, refused, copies] }
}

const books = () =>
  db
    .select({ volume: book.volume, edition: book.edition, year: book.year })
    .from(book)
    .orderBy(asc(book.volume), asc(book.edition), asc(book.year))
const volumes = async () => (await books()).map(({ volume }) => volume)

/** What is in the library is the same after the file comes again. */
async function changesNothing(text: string) {
  const state = async () => ({ books: await db.select().from(book).orderBy(book.id), copies: await db.$count(copy) })
  const before = await state()
  const { counts } = await imported(text)
  expect(counts).toMatchObject([0, 0, expect.any(Number), 0, 0])
  expect(await state()).toEqual(before)
}

test.each([
  [
    'without ISBNs',
    'Titre;Auteur;Tome;Editeur\nKaze;Sato Kenji;1;Kana\nKaze;Sato Kenji;2;Kana\nKaze;Sato Kenji;3;Kana\n',
    0,
  ],
  [
    'with labels',
    'Titre;Auteur;Tome;Code-barres\nKaze;Sato Kenji;1;R001\nKaze;Sato Kenji;2;R002\nKaze;Sato Kenji;3;R003\n',
    3,
  ],
  [
    'with ISBNs and labels',
    'Titre;Auteur;Tome;Editeur;Année;ISBN;Code-barres\nKaze;Sato Kenji;1;Kana;2002;9782871299103;V001\n' +
      'Kaze;Sato Kenji;2;Kana;2002;9782871299110;V002\nKaze;Sato Kenji;3;Kana;2003;9782871299127;V003\n',
    3,
  ],
])('The volumes of a series %s are books of their own, and no editions', async (_, text, labels) => {
  expect((await imported(text)).counts).toEqual([3, 0, 0, 0, labels])
  expect((await books()).map(({ volume, edition }) => [volume, edition])).toEqual([
    ['1', ''],
    ['2', ''],
    ['3', ''],
  ])
  await changesNothing(text)
})

test('A book without a volume gets that of the first row, and other volumes are added, whatever is chosen for editions', async () => {
  await aBook({ title: 'Kaze', author: 'Sato' })
  const text = 'title,author,volume\nKaze,Sato,2\nKaze,Sato,3\n'
  const { id } = await stageFile(manager, text)
  const { choices } = await findImport(id)
  await manager.call(importRouter.change, { id, choices: { ...choices, editions: 'leave' } })
  await startImport(id)
  await runImport(id)
  expect(await volumes()).toEqual(['2', '3'])
  await changesNothing(text)
})

test('A book without a volume stays as it is where a row of the file names it so, or has another ISBN', async () => {
  await aBook({ title: 'Kaze', author: 'Sato' })
  await aBook({ title: 'Ligue', author: 'Moreau', isbn: ['9782871299103'] })
  const text =
    'title,author,volume,isbn\nKaze,Sato,2,\nKaze,Sato,,\nLigue,Moreau,1,9782871299110\nLigue,Moreau,2,9782871299127\n'
  expect((await imported(text)).counts).toEqual([3, 0, 1, 0, 0])
  expect(await volumes()).toEqual(['', '', '1', '2', '2'])
  await changesNothing(text)
})

test('A volume is no possible duplicate of another one', async () => {
  await aBook({ title: 'Kaze', author: 'Sato', volume: '1' })
  const { id } = await stageFile(manager, 'title,author,volume\nKaze,Sato,2\nKaze!,Sato,1\n')
  await manager.call(importRouter.compare, { id })
  expect(await manager.call(importRouter.get, { id })).toMatchObject({ created: 2, similar: 1 })
})

const HEAD = 'title,author,edition,publisher,year,isbn\n'
const EMMA = `${HEAD}Emma,Jane Austen,,,1815,9780141439587\n`

test('A file changes nothing the second time where it filled up a book that was here, and neither does that of the book', async () => {
  await imported(EMMA)
  const text = `${HEAD}Emma,Jane Austen,2nd,Murray,1815,\nEmma,Jane Austen,,Oxford,2008,9780199535521\nEmma,Jane Austen,,,,\n`
  const { id } = await imported(text)
  expect((await books()).map(({ edition, year }) => [edition, year])).toEqual([
    ['', 1815],
    ['2nd', 1815],
    ['Oxford, 2008', 2008],
  ])
  await changesNothing(text)
  await changesNothing(EMMA)
  await manager.call(importRouter.move, { id, to: 'undo' })
  await runImport(id)
  expect(await books()).toEqual([{ volume: '', edition: '', year: 1815 }])
})

test('A row without an edition or a volume is the book that has got one, by its ISBN', async () => {
  await imported(EMMA)
  const text = `${HEAD}Emma,Jane Austen,2nd,Murray,1815,\nEmma,Jane Austen,,Oxford,2008,9780199535521\n`
  await imported(text)
  expect((await books()).map(({ edition }) => edition)).toEqual(['2nd', 'Oxford, 2008'])
  await changesNothing(text)
  await changesNothing(EMMA)
  await db.update(book).set({ volume: '1' }).where(eq(book.edition, '2nd'))
  await changesNothing(EMMA)
})
