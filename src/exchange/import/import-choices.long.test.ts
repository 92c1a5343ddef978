import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import { importRouter } from './import.router.server.ts'
import { findImport, startImport } from './import.server.ts'
import { runImport } from './run/import-runner.server.ts'
import { stageFile } from '#test/stage-file.ts'

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await db.delete(bookImport)
})

const staged = (text: string) => stageFile(manager, text)

test('finds the columns by their names in four languages, also below a title', async () => {
  for (const header of [
    'Category,Title,Writer,Publishers',
    'Catégories,Titre du livre,Nom de l’auteur,Maison d’édition',
    'الفئة,اسم الكتاب,المؤلف,دار النشر',
    'Kategoria,Jina la kitabu,Mwandishi,Mchapishaji',
  ]) {
    const { columns } = await staged(`Our books,,,\n${header}\nNovel,Nedjma,Kateb Yacine,Seuil\n`)
    expect(columns).toMatchObject({ genre: 0, title: 1, publisher: 3 })
  }
  const { columns } = await staged('subject,genre,title\nShips,Novel,Moby Dick\n')
  expect(columns).toEqual({ subjects: 0, genre: 1, title: 2 })
})

test('gives a genre that is still to be added to a book that is here without one', async () => {
  await aBook({ title: 'Bare', author: 'A' })
  const { id } = await staged('title,author,genre\nBare,A,Merveilleux\n')
  expect(await findImport(id)).toMatchObject({ updated: 1, unchanged: 0 })
  await startImport(id)
  await runImport(id)
  const { items } = await manager.call(bookRouter.list, { searchTerm: 'Bare' })
  expect(items[0]).toMatchObject({ title: 'Bare', version: 2, genre: { name: 'Merveilleux' } })
  const again = await staged('title,author,genre\nBare,A,Merveilleux\n')
  expect(await findImport(again.id)).toMatchObject({ updated: 0, unchanged: 1 })
})

test('refuses a genre that does not exist, at its field', async () => {
  const { id, choices } = await staged('title,author,genre\nOne,A,Romans\n')
  const gone = newId()
  const refusal = (field: string) => ({ code: 'VALIDATION_ERROR', fields: { [field]: { key: 'genre_gone' } } })
  const change = (more: object) => manager.call(importRouter.change, { id, choices: { ...choices, ...more } })
  await expect(change({ genreId: gone })).rejects.toMatchObject(refusal('genreId'))
  await expect(change({ genres: { Romans: gone } })).rejects.toMatchObject(refusal('genres'))
  expect((await findImport(id)).choices).toEqual(choices)
})

test('remembers what became of the genres of a file, while those genres exist', async () => {
  const novel = await theGenre('novel')
  const file = 'title,author,genre\nOne,A,Romans\nTwo,A,Conte\n'
  const { id } = await staged(file)
  const genres = { Romans: novel.id, Conte: null }
  await manager.call(importRouter.change, { id, choices: { ...(await findImport(id)).choices, genres } })
  await startImport(id)
  await runImport(id)
  const again = await staged(file)
  expect(await findImport(again.id)).toMatchObject({ choices: { genres }, updated: 0, unchanged: 2 })
})

test('reads a column as in the import before only in the same header, or where it was corrected', async () => {
  const columnsOf = async (header: string, corrected?: Record<string, number>) => {
    const { id } = await staged(`${header}\n${header.replaceAll(/[^,]+/g, '1999')}\n`)
    if (corrected) await manager.call(importRouter.change, { id, columns: corrected })
    await startImport(id)
    await runImport(id)
    return (await findImport(id)).columns
  }
  expect(await columnsOf('Title,Author,Date,Summary')).toEqual({ title: 0, author: 1, year: 2, summary: 3 })
  // Here the day is that of the purchase, and this program's summary is the title once more.
  const [better, program] = ['Title,Author,Date,Year', 'Title,Primary Author,Summary,Collections']
  expect(await columnsOf(better)).toMatchObject({ year: 3 })
  expect(await columnsOf(program)).toEqual({ title: 0, author: 1 })
  await columnsOf(better, { title: 0, author: 1, year: 2 })
  expect(await columnsOf(better)).toMatchObject({ year: 2 })
  expect(await columnsOf(`${better},Shelf`)).toMatchObject({ year: 2 })
})

test('counts no change by a genre that is not to be added', async () => {
  const novel = await theGenre('novel')
  await aBook({ title: 'Known', author: 'A', genreId: novel.id })
  await aBook({ title: 'Other', author: 'A', genreId: novel.id })
  const { id } = await staged('title,author,genre,publisher\nKnown,A,Manga,\nOther,A,Manga,Seuil\n')
  const choices = { genreId: null, addsGenres: false, changesBooks: true, addsSimilar: true }
  const without = await manager.call(importRouter.change, { id, choices })
  expect(without).toMatchObject({ updated: 1, unchanged: 1, newGenres: [{ name: 'Manga', count: 2 }] })
  const { items } = await manager.call(importRouter.rows, { id, limit: 10 })
  expect(items.map(({ result, reason }) => [result, reason?.kind])).toEqual([
    ['unchanged', 'left'],
    ['updated', undefined],
  ])
  const again = await manager.call(importRouter.change, {
    id,
    columns: { title: 0, author: 1, genre: 2 },
    choices: { ...choices, leftOut: [3] },
  })
  expect(again).toMatchObject({ updated: 0, unchanged: 2, newGenres: [{ name: 'Manga', count: 2 }] })
  const added = await manager.call(importRouter.change, { id, choices: { ...choices, leftOut: [3], addsGenres: true } })
  expect(added).toMatchObject({ updated: 2, unchanged: 0 })
  await manager.call(importRouter.change, { id, choices, columns: { title: 0, author: 1, genre: 2, publisher: 3 } })
  await startImport(id)
  await runImport(id)
  expect(await findImport(id)).toMatchObject({ updated: 1, unchanged: 1 })
  expect(await db.select().from(book).orderBy(book.title)).toMatchObject([
    { title: 'Known', version: 1, genreId: novel.id },
    { title: 'Other', version: 2, genreId: novel.id, publisher: 'Seuil' },
  ])
})
