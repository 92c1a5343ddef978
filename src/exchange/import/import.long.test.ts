import { asc, eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { fileFields } from '#catalogue/book/shared/file-fields.schema.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { genre } from '#base/db/tables/genre.ts'
import { upload } from '#base/db/tables/upload.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { untilWaiting } from '#test/waiting.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
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
  await db.delete(upload)
  await db.delete(genre).where(eq(genre.name, 'Manga'))
  await db.delete(bookImport)
})

const staged = (text: string | Buffer, filename?: string) => stageFile(manager, text, filename)

async function run(text: string, filename?: string) {
  const { id } = await staged(text, filename)
  await startImport(id)
  await runImport(id)
  return findImport(id)
}

const countsOf = ({ total, created, updated, unchanged, refused }: Awaited<ReturnType<typeof findImport>>) => ({
  total,
  created,
  updated,
  unchanged,
  refused,
})

const books = () =>
  db
    .select({ title: book.title, author: book.author, publisher: book.publisher, version: book.version })
    .from(book)
    .orderBy(asc(book.sortTitle))

const rowsOf = (id: string) =>
  manager
    .call(importRouter.rows, { id, limit: 100 })
    .then(({ items }) => items.map(({ row, result, reason }) => [row, result, reason?.kind ?? null]))

describe('A preview', () => {
  test('says of each row what it will become, and writes nothing', async () => {
    await aBook({ title: 'Known', author: 'A', publisher: 'Heinemann' })
    await aBook({ title: 'Other', author: 'A', publisher: 'Heinemann' })
    const { id } = await staged(
      'title;author;publisher\nNew;B;\nknown;a;\nOther;A;Mkuki na Nyota\nNEW;b;x\nnew;B;\n;C;\nShort\n'.replaceAll(
        ';',
        ',',
      ),
    )
    expect(await rowsOf(id)).toEqual([
      [2, 'created', null],
      [3, 'unchanged', null],
      [4, 'updated', null],
      [5, 'refused', 'repeated'],
      [6, 'unchanged', 'repeated-same'],
      [7, 'refused', 'field'],
      [8, 'refused', 'columns'],
    ])
    expect(countsOf(await findImport(id))).toEqual({ total: 7, created: 1, updated: 1, unchanged: 2, refused: 3 })
    expect(await db.$count(book)).toBe(2)
    const { items } = await manager.call(importRouter.rows, { id, result: 'updated' })
    expect(items[0]).toMatchObject({ values: { publisher: 'Mkuki na Nyota' } })
    expect(items[0]?.before).toEqual({ publisher: 'Heinemann' })
  })

  test('names the genre that a book had, and values of each column', async () => {
    const novel = await theGenre('novel')
    await aBook({ title: 'Known', author: 'A', genreId: novel.id })
    const { id } = await staged('title,author,genre,year\nKnown,A,Manga,1956\nNew,B,Novel,\nOther,B,,1979\n')
    const { examples, fields } = await manager.call(importRouter.get, { id })
    expect(examples).toEqual([
      ['Known', 'New', 'Other'],
      ['A', 'B'],
      ['Manga', 'Novel'],
      ['1956', '1979'],
    ])
    expect(fields).toEqual([...fileFields.map((field) => field.replace(/Id$/, '')), 'id'])
    const { items } = await manager.call(importRouter.rows, { id, result: 'updated' })
    expect(items[0]).toMatchObject({ genre: 'Manga', before: { genreId: novel.id } })
  })

  test('is not started half read: whoever starts it during a correction waits', async () => {
    const { id } = await staged(`name\n${Array.from({ length: 3000 }, (_, at) => `Row ${at}\n`).join('')}`)
    await manager.call(importRouter.change, { id, columns: { title: 0 } })
    await Promise.all([manager.call(importRouter.change, { id, columns: { title: 0 } }), startImport(id)]).catch(
      (error: unknown) => expect(error).toMatchObject({ code: 'IMPORT_STATE' }),
    )
    await runImport(id)
    expect(countsOf(await findImport(id))).toMatchObject({ total: 3000, created: 3000 })
    expect(await db.$count(book)).toBe(3000)
  })

  test('finds similar books once it is asked to, or when they are to be left out', async () => {
    await aBook({ title: 'The Hobbit', author: 'Tolkien' })
    const { id } = await staged('title,author\nHobbit,Tolkien\nNedjma,Kateb Yacine\n')
    expect(await manager.call(importRouter.get, { id })).toMatchObject({ similar: null })
    expect(await manager.call(importRouter.compare, { id })).toMatchObject({ similar: 1 })
    const { items } = await manager.call(importRouter.rows, { id, result: 'similar' })
    expect(items.map(({ similar }) => similar?.title)).toEqual(['The Hobbit'])
    const choices = { genreId: null, addsGenres: true, changesBooks: true, addsSimilar: false }
    const changed = await manager.call(importRouter.change, { id, columns: { title: 0, author: 1 }, choices })
    expect(changed).toMatchObject({ similar: null })
    await startImport(id)
    await runImport(id)
    expect(await rowsOf(id)).toEqual([
      [2, 'refused', 'similar'],
      [3, 'created', null],
    ])
  })

  test('can be corrected: columns, and choices', async () => {
    const { id } = await staged('Was,Wer\nNedjma,Kateb Yacine\n')
    expect(await findImport(id)).toMatchObject({ columns: {}, total: 1, refused: 1 })
    await expect(manager.call(importRouter.move, { id, to: 'start' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    const changed = await manager.call(importRouter.change, { id, columns: { title: 0, author: 1 } })
    expect(changed).toMatchObject({ rows: 1, created: 1, refused: 0 })
    await startImport(id)
    await runImport(id)
    expect(await books()).toMatchObject([{ title: 'Nedjma', author: 'Kateb Yacine' }])
    const next = await staged('Was,Wer\nSo Long a Letter,Mariama Bâ\n')
    expect(next.columns).toEqual({ title: 0, author: 1 })
  })

  test('names a file that is none', async () => {
    for (const [text, sentence] of [
      ['', 'The file is empty'],
      [' \n', 'The file is empty'],
      ['%PDF-1.7\n', /^This is a PDF\./],
    ] as const) {
      const given = await manager.request('/api/v1/imports', {
        method: 'POST',
        body: text,
      })
      expect(await given.json()).toMatchObject({ message: expect.stringMatching(sentence) })
    }
    expect(await db.$count(upload)).toBe(0)
  })
})

describe('An import', () => {
  test('writes what the preview said, as one entry of the activity; twice changes nothing', async () => {
    const known = await aBook({ title: 'Known', author: 'A', publisher: 'Heinemann' })
    const file = 'Titre,Auteur,Éditeur,Genre\nNew,B,,Riwaya\nKnown,A,Mkuki na Nyota,\nThird,,,Manga\n'
    const done = await run(file, 'donation-2026.csv')
    expect(done).toMatchObject({
      state: 'done',
      processed: 3,
      total: 3,
      created: 2,
      updated: 1,
      unchanged: 0,
      refused: 0,
    })
    expect(await books()).toEqual([
      { title: 'Known', author: 'A', publisher: 'Mkuki na Nyota', version: known.version + 1 },
      { title: 'New', author: 'B', publisher: '', version: 1 },
      { title: 'Third', author: '', publisher: '', version: 1 },
    ])
    const genres = await db
      .select({ slug: genre.slug, name: genre.name })
      .from(book)
      .innerJoin(genre, eq(genre.id, book.genreId))
      .orderBy(asc(book.sortTitle))
    expect(genres).toEqual([
      { slug: 'novel', name: 'Novel' },
      { slug: null, name: 'Manga' },
    ])
    const entries = await db.select().from(activity).where(eq(activity.subjectId, done.id))
    expect(entries).toMatchObject([
      { action: 'book.import', actorId: manager.user.id, subjectName: 'donation-2026.csv' },
    ])
    const ids = (await db.select({ id: book.id }).from(book)).map(({ id }) => id).filter((id) => id !== known.id)
    expect(await db.$count(activity, inArray(activity.subjectId, ids))).toBe(0)
    const again = await run(file)
    expect(countsOf(again)).toEqual({ total: 3, created: 0, updated: 0, unchanged: 3, refused: 0 })
  })

  test('takes an id: the book is found by it, and empty cells clear its fields', async () => {
    const one = await aBook({ title: 'Draft', author: 'A', publisher: 'P' })
    await aBook({ title: 'Taken', author: 'A', publisher: 'Q' })
    const fresh = '01a1fc5f-3ab8-7e21-8c44-5b2f0d9e7a11'
    const done = await run(`id,title,author,publisher\n${one.id},Final,A,\n${fresh},Brought,B,\n7,No id,C,\n`)
    expect(countsOf(done)).toEqual({ total: 3, created: 2, updated: 1, unchanged: 0, refused: 0 })
    expect((await books()).map(({ title, publisher }) => [title, publisher])).toEqual([
      ['Brought', ''],
      ['Final', ''],
      ['No id', ''],
      ['Taken', 'Q'],
    ])
    expect(await db.$count(book, eq(book.id, fresh))).toBe(1)
    const clash = await run(`id,title,author\n${one.id},taken,A\n`)
    expect(await rowsOf(clash.id)).toEqual([[2, 'refused', 'taken']])
  })

  test('follows the choices', async () => {
    const novel = await theGenre('novel')
    await aBook({ title: 'Known', author: 'A', publisher: 'Heinemann' })
    const { id } = await staged('title,author,publisher,genre\nKnown,A,Other,\nNew,B,,Manga\nPlain,C,,\n')
    await manager.call(importRouter.change, {
      id,
      choices: { genreId: novel.id, addsGenres: false, changesBooks: false, addsSimilar: true },
    })
    await startImport(id)
    await runImport(id)
    expect(countsOf(await findImport(id))).toEqual({ total: 3, created: 2, updated: 0, unchanged: 1, refused: 0 })
    expect(await db.$count(book, eq(book.genreId, novel.id))).toBe(2)
    expect(await db.$count(genre, eq(genre.name, 'Manga'))).toBe(0)
    const { items } = await manager.call(importRouter.rows, { id })
    expect(items[1]?.notes).toEqual(['genre-left-out'])
  })

  test('leaves a book that somebody added since the preview', async () => {
    const { id } = await staged('title,author,publisher\nRace,A,Mine\nOther,A,\n')
    await aBook({ title: 'race', author: 'a', publisher: 'Theirs' })
    await startImport(id)
    await runImport(id)
    expect(countsOf(await findImport(id))).toEqual({ total: 2, created: 1, updated: 0, unchanged: 1, refused: 0 })
    expect((await books()).map(({ publisher }) => publisher)).toEqual(['', 'Theirs'])
  })

  test('that failed goes on where it did', async () => {
    const { id } = await staged(`title\n${Array.from({ length: 3000 }, (_, at) => `Row ${at}\n`).join('')}`)
    await startImport(id)
    await runImport(id, { onProgress: async () => void (await manager.call(importRouter.move, { id, to: 'pause' })) })
    await db.update(bookImport).set({ state: 'failed', failure: 'The disk is full' }).where(eq(bookImport.id, id))
    await manager.call(importRouter.move, { id, to: 'resume' })
    await runImport(id)
    expect(await findImport(id)).toMatchObject({ state: 'done', created: 3000, failure: null })
  })

  test('is a filter of the list of books', async () => {
    await aBook({ title: 'By hand' })
    await aBook({ title: 'Known', author: 'A' })
    const { id } = await run('title,author,publisher\nKnown,A,Other\nNew,B,\n')
    const { items, total } = await manager.call(bookRouter.list, { importId: id })
    expect([items.map(({ title }) => title), total]).toEqual([['New'], 1])
    expect(await manager.call(bookRouter.count, { importId: id, searchTerm: 'known' })).toEqual({ total: 0 })
    const response = await manager.request(`/api/v1/books?importId=${id}`)
    expect(await response.json()).toMatchObject({ total: 1 })
    await manager.call(importRouter.move, { id, to: 'undo' })
    await runImport(id)
    expect(await manager.call(bookRouter.count, { importId: id })).toEqual({ total: 0 })
  })

  test('can be paused, resumed and cancelled', async () => {
    const { id } = await staged(`title\n${Array.from({ length: 6000 }, (_, at) => `Row ${at}\n`).join('')}`)
    await startImport(id)
    await runImport(id, { onProgress: async () => void (await manager.call(importRouter.move, { id, to: 'pause' })) })
    const paused = await findImport(id)
    expect(paused).toMatchObject({ state: 'paused', total: 6000 })
    expect(await db.$count(book)).toBe(paused.processed)
    await manager.call(importRouter.move, { id, to: 'resume' })
    await runImport(id, { onProgress: async () => void (await manager.call(importRouter.move, { id, to: 'cancel' })) })
    const ended = await findImport(id)
    expect(ended).toMatchObject({ state: 'cancelled', total: ended.processed, created: ended.processed })
    expect(await db.$count(book)).toBe(ended.processed)
    await expect(manager.call(importRouter.move, { id, to: 'resume' })).rejects.toMatchObject({ code: 'IMPORT_STATE' })
  })
})

test('A cancel counts the rows that are written meanwhile', async () => {
  const { id } = await staged('title\nNew\n')
  await startImport(id)
  let cancelling: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    // What the first rows save. The cancel has read the import before, and waits.
    await tx.update(bookImport).set({ processed: 1, created: 1 }).where(eq(bookImport.id, id))
    cancelling = manager.call(importRouter.move, { id, to: 'cancel' })
    await untilWaiting()
  })
  await cancelling
  expect(await findImport(id)).toMatchObject({ state: 'cancelled', total: 1, created: 1 })
})

describe('An undo', () => {
  test('gives the same catalogue as before', async () => {
    await aBook({ title: 'Known', author: 'A', publisher: 'Heinemann' })
    const snapshot = () =>
      db
        .execute(sql`select title, author, publisher, genre_id, title_hash from book order by title`)
        .then(({ rows }) => rows)
    const [before, genres] = [await snapshot(), await db.$count(genre)]
    const { id } = await run('title,author,publisher,genre\nKnown,A,Other,Manga\nNew,B,,Manga\n')
    expect(await db.$count(genre)).toBe(genres + 1)
    await manager.call(importRouter.move, { id, to: 'undo' })
    await runImport(id)
    expect(await findImport(id)).toMatchObject({ state: 'undone', undoneAt: expect.any(Date), created: 1, updated: 1 })
    expect(await snapshot()).toEqual(before)
    expect(await db.$count(genre)).toBe(genres)
    await expect(manager.call(importRouter.move, { id, to: 'undo' })).rejects.toMatchObject({ code: 'IMPORT_STATE' })
  })

  test('keeps and names what somebody has changed since', async () => {
    await aBook({ title: 'Known', author: 'A', publisher: 'Heinemann' })
    const { id } = await run('title,author,publisher\nKnown,A,Other\nNew,B,\nEdited,B,\n')
    for (const title of ['Known', 'Edited'])
      await db
        .update(book)
        .set({ publisher: 'By hand', version: sql`${book.version} + 1` })
        .where(eq(book.title, title))
    await manager.call(importRouter.move, { id, to: 'undo' })
    await runImport(id)
    expect((await books()).map(({ title, publisher }) => [title, publisher])).toEqual([
      ['Edited', 'By hand'],
      ['Known', 'By hand'],
    ])
    expect(await manager.call(importRouter.get, { id })).toMatchObject({ state: 'undone', kept: 2 })
    const { items } = await manager.call(importRouter.rows, { id, result: 'kept' })
    expect(items.map(({ values }) => values.title)).toEqual(['Known', 'Edited'])
  })

  test('takes back what was written beside rows that failed', async () => {
    await aBook({ title: 'Cut 2600', author: 'A', publisher: 'Heinemann' })
    const rows = Array.from({ length: 3000 }, (_, at) => `Cut ${at},A,Other\n`)
    const { id } = await staged(`title,author,publisher\n${rows.join('')}`)
    await startImport(id)
    await db.transaction(async (tx) => {
      // The first chunk waits for this transaction, which adds a book of the same title. The second one does not.
      await tx.insert(book).values({ title: 'Cut 1', author: 'A' })
      const blocker = await tx.execute(sql`select pg_backend_pid() as pid`)
      const failed = expect(runImport(id)).rejects.toThrow()
      await expect.poll(() => db.$count(book)).toBe(500)
      await expect
        .poll(async () => {
          const { rowCount } = await db.execute(
            sql`select pg_cancel_backend(pid) from pg_stat_activity where ${blocker.rows[0]?.pid} = any(pg_blocking_pids(pid))`,
          )
          return rowCount
        })
        .toBe(1)
      await failed
    })
    await manager.call(importRouter.move, { id, to: 'cancel' })
    expect(await findImport(id)).toMatchObject({ state: 'cancelled', processed: 0 })
    await manager.call(importRouter.move, { id, to: 'undo' })
    await runImport(id)
    expect((await books()).map(({ title, publisher }) => [title, publisher])).toEqual([
      ['Cut 1', ''],
      ['Cut 2600', 'Heinemann'],
    ])
  })
})

test('The dashboard has an import as soon as it is done, though it was read before its end', async () => {
  const latest = async () => (await manager.call(activityRouter.recent, undefined)).items[0]
  const { id } = await staged('title\nLately\n')
  await startImport(id)
  await runImport(id, { onProgress: async () => expect(await latest()).not.toMatchObject({ subject: { id } }) })
  expect(await latest()).toMatchObject({ action: 'book.import', subject: { id } })
})
