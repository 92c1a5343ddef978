import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { FairTurns } from '#base/db/connection/fair-turns.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { upload } from '#base/db/tables/upload.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { runBulk } from '#exchange/bulk/bulk-runner.server.ts'
import { bookBulkRouter } from '#exchange/bulk/bulk.router.server.ts'
import { genreEditRouter } from '#catalogue/genre/genre-edit.router.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { untilWaiting } from '#test/waiting.ts'
import { stageFile } from '#test/stage-file.ts'
import { importRouter } from '../import.router.server.ts'
import { discardDrafts } from '../import-drafts.server.ts'
import { startImport } from '../import.server.ts'
import { runImport } from './import-runner.server.ts'

// What an undo takes back is told by values: by what the import wrote, and what is there.

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  for (const table of [book, deletedBook, bookImport, activity, upload]) await db.delete(table)
  await db.delete(genre).where(eq(genre.name, 'Manga'))
})

async function imported(text: string): Promise<string> {
  const { id } = await stageFile(manager, text)
  await startImport(id)
  await runImport(id)
  return id
}

/** What the dialog says before the undo; then the undone import, whose numbers are the same. */
async function undo(id: string) {
  const expected = await manager.call(importRouter.expectedUndo, { id })
  await manager.call(importRouter.move, { id, to: 'undo' })
  await runImport(id)
  const { deleted, restored, kept, ...undone } = await manager.call(importRouter.get, { id })
  expect({ deleted, restored, kept, copiesRemoved: 0 }).toEqual(expected)
  const [entry] = await db.select().from(activity).where(eq(activity.action, 'book.undo-import'))
  expect(entry?.after).toEqual({ created: deleted, updated: restored, kept })
  return { ...undone, deleted, restored, kept }
}

async function changeAll(field: string, value: string, { isUndone }: { isUndone: boolean }): Promise<void> {
  const operation = { kind: 'set', field, value } as const
  const { id } = await manager.call(bookBulkRouter.create, { books: { filter: {}, except: [] }, operation })
  for (const to of isUndone ? (['start', 'undo'] as const) : (['start'] as const)) {
    await manager.call(bookBulkRouter.move, { id, to })
    await runBulk(id)
  }
}

const titles = async (table: typeof book | typeof deletedBook = book) =>
  (await db.select({ title: table.title }).from(table).orderBy(asc(table.title))).map(({ title }) => title)

const MINI = 'title,author\nOne,A\nTwo,A\nThree,A\n'

test('A bulk change that was taken back is no change: all goes to the trash, and can be imported again', async () => {
  const id = await imported(MINI)
  await changeAll('publisher', 'Mini', { isUndone: true })
  const entry = async () =>
    (await manager.call(activityRouter.lines, {})).items.find(({ action }) => action === 'book.import')
  expect(await entry()).toMatchObject({ bulk: 'undo', undo: null })
  expect(await undo(id)).toMatchObject({ deleted: 3, restored: 0, kept: 0, keptAdded: 0 })
  expect(await entry()).toMatchObject({ bulk: 'report', undo: 'done' })
  expect(await titles()).toEqual([])
  expect(await titles(deletedBook)).toEqual(['One', 'Three', 'Two'])
  const [row] = await db.select().from(deletedBook)
  expect(row).toMatchObject({ deletedBy: manager.user.id })
  // One that gets no turn leaves the file where it is.
  vi.spyOn(FairTurns.prototype, 'enter').mockImplementationOnce((_party, _start, expire) => expire())
  await expect(manager.call(importRouter.again, { id })).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  const { id: next } = await manager.call(importRouter.again, { id })
  expect(await manager.call(importRouter.get, { id: next })).toMatchObject({ state: 'waiting', created: 3 })
  expect(await manager.call(importRouter.get, { id })).toMatchObject({ hasFile: false })
  await expect(manager.call(importRouter.again, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await startImport(next)
  await runImport(next)
  expect(await titles()).toEqual(['One', 'Three', 'Two'])
})

test('A file is kept as long as the trash keeps what the undo has deleted', async () => {
  const id = await imported(MINI)
  await discardDrafts()
  expect(await db.$count(upload)).toBe(1)
  const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`
  await db.update(upload).set({ createdAt: daysAgo(40) })
  await db
    .update(bookImport)
    .set({ finishedAt: daysAgo(29) })
    .where(eq(bookImport.id, id))
  await discardDrafts()
  expect(await db.$count(upload)).toBe(1)
  await db
    .update(bookImport)
    .set({ finishedAt: daysAgo(31) })
    .where(eq(bookImport.id, id))
  await discardDrafts()
  expect(await db.$count(upload)).toBe(0)
})

test('What somebody has changed stays, is counted before, and is found by the import', async () => {
  const id = await imported(MINI)
  const [one] = await db.select().from(book).where(eq(book.title, 'One'))
  await manager.call(bookEditRouter.update, { id: one?.id ?? '', version: 1, publisher: 'By hand' })
  const [two] = await db.select().from(book).where(eq(book.title, 'Two'))
  await manager.call(bookEditRouter.remove, { id: two?.id ?? '', version: 1 })
  expect(await undo(id)).toMatchObject({ deleted: 1, restored: 0, kept: 1, keptAdded: 1 })
  expect(await titles()).toEqual(['One'])
  await changeAll('publisher', 'All', { isUndone: false })
  expect(await manager.call(importRouter.get, { id })).toMatchObject({ kept: 1 })
  const rowsOf = async (result: 'kept' | 'created') =>
    (await manager.call(importRouter.rows, { id, result })).items.map(({ values }) => values.title)
  expect(await rowsOf('kept')).toEqual(['One'])
  // What was added and taken back, as it is counted.
  expect(await rowsOf('created')).toEqual(['Three'])
})

test('A book that was here gets the fields back that are still as the import made them', async () => {
  const novel = await theGenre('novel')
  const known = await aBook({ title: 'Known', author: 'A', publisher: 'Heinemann', genreId: novel.id })
  const other = await aBook({ title: 'Other', author: 'A', publisher: 'Heinemann', genreId: novel.id })
  const id = await imported('title,author,publisher,genre\nKnown,A,Mkuki,Manga\nOther,A,Mkuki,Manga\n')
  await manager.call(bookEditRouter.update, { id: known.id, version: 2, title: 'Known, and changed' })
  await manager.call(bookEditRouter.update, { id: other.id, version: 2, publisher: 'By hand' })
  expect(await undo(id)).toMatchObject({ deleted: 0, restored: 1, kept: 1 })
  const rows = await db.select().from(book).orderBy(asc(book.title))
  expect(rows).toMatchObject([
    { title: 'Known, and changed', publisher: 'Heinemann', genreId: novel.id },
    { title: 'Other', publisher: 'By hand', genreId: novel.id },
  ])
})

test('A former title that another book has by now is not taken from it; the rest goes back', async () => {
  const one = await aBook({ title: 'Draft', author: 'A', publisher: 'P' })
  const id = await imported(`id,title,author,publisher\n${one.id},Final,A,Q\n`)
  await aBook({ title: 'draft', author: 'a', publisher: 'Theirs' })
  expect(await undo(id)).toMatchObject({ restored: 0, kept: 1 })
  const [row] = await db.select().from(book).where(eq(book.id, one.id))
  expect(row).toMatchObject({ title: 'Final', publisher: 'P' })
})

test('A genre that was merged or deleted since is no change of its books', async () => {
  const { id: novelId } = await theGenre('novel')
  const { id: dramaId } = await theGenre('drama')
  const known = await aBook({ title: 'Known', author: 'A', genreId: novelId })
  const id = await imported('title,author,genre\nKnown,A,Manga\nNew,B,Manga\n')
  const [manga] = await db.select().from(genre).where(eq(genre.name, 'Manga'))
  await manager.call(genreEditRouter.merge, { id: manga?.id ?? '', into: dramaId })
  expect(await undo(id)).toMatchObject({ deleted: 1, restored: 1, kept: 0 })
  expect(await db.select({ id: book.id, genreId: book.genreId }).from(book)).toEqual([
    { id: known.id, genreId: novelId },
  ])
})

test('Nothing of an import is taken back that is changed while it is undone', async () => {
  const id = await imported(MINI)
  await manager.call(importRouter.move, { id, to: 'undo' })
  let undoing: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await tx
      .update(book)
      .set({ publisher: 'Now', version: sql`${book.version} + 1` })
      .where(eq(book.title, 'Two'))
    undoing = runImport(id)
    await untilWaiting()
  })
  await undoing
  expect(await titles()).toEqual(['Two'])
  expect(await manager.call(importRouter.get, { id })).toMatchObject({ deleted: 2, kept: 1 })
})

test('Readers and strangers are not told what an undo would do, nor import again', async () => {
  const id = await imported(MINI)
  for (const caller of [await as('reader'), await as('stranger')]) {
    for (const attempt of [
      () => caller.call(importRouter.expectedUndo, { id }),
      () => caller.call(importRouter.again, { id }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: expect.toBeOneOf([401, 403]) })
  }
})
