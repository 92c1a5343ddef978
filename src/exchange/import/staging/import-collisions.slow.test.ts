import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { genre } from '#base/db/tables/genre.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { importRouter } from '../import.router.server.ts'
import { findImport, startImport } from '../import.server.ts'
import { runImport } from '../run/import-runner.server.ts'
import { stageFile } from '#test/stage-file.ts'

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await db.delete(bookImport)
})

const staged = (text: string) => stageFile(manager, text)

async function run(id: string) {
  await startImport(id)
  await runImport(id)
  return findImport(id)
}

const rowsOf = (id: string) =>
  manager
    .call(importRouter.rows, { id, limit: 100 })
    .then(({ items }) => items.map(({ result, reason }) => [result, reason?.kind ?? null]))

const titles = () =>
  db
    .select({ title: book.title })
    .from(book)
    .orderBy(asc(book.title))
    .then((rows) => rows.map(({ title }) => title))

describe('Rows that meet in the catalogue', () => {
  test('ids with the same titles, in the two chunks that are written at once', async () => {
    const half = () => Array.from({ length: 2500 }, (_, at) => `${newId()},Same ${at},A\n`)
    const { id } = await staged(`id,title,author\n${[...half(), ...half()].join('')}`)
    expect(await run(id)).toMatchObject({ state: 'done', processed: 5000, created: 2500, unchanged: 2500 })
    expect(await db.$count(book)).toBe(2500)
  })

  test('the second chunk goes on later where somebody else holds a book of it', async () => {
    const held = await aBook({ title: 'Held', author: 'A', publisher: 'Heinemann' })
    const others = Array.from({ length: 2600 }, (_, at) => `Other ${at},A,Other\n`)
    const { id } = await staged(`title,author,publisher\n${others.join('')}Held,A,Other\n`)
    await startImport(id)
    let running: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from book where id = ${held.id} for update`)
      running = runImport(id)
      await expect.poll(async () => (await findImport(id)).processed).toBe(2500)
    })
    await running
    expect(await findImport(id)).toMatchObject({ state: 'done', created: 2600, updated: 1 })
  })

  test('a book is not given the title of another one, nor the one that an earlier row has given', async () => {
    const [one, two, three] = [
      await aBook({ title: 'One', author: 'A' }),
      await aBook({ title: 'Two', author: 'A' }),
      await aBook({ title: 'Three', author: 'A' }),
    ]
    const { id } = await staged(`id,title,author\n${one.id},New,A\n${two.id},New,A\n${three.id},Taken,A\n`)
    await aBook({ title: 'Taken', author: 'A' })
    expect(await run(id)).toMatchObject({ state: 'done', updated: 1, refused: 2 })
    expect(await rowsOf(id)).toEqual([
      ['updated', null],
      ['refused', 'taken'],
      ['refused', 'taken'],
    ])
    expect(await titles()).toEqual(['New', 'Taken', 'Three', 'Two'])
  })

  test('without a column of authors, a title is compared with the author that the book has', async () => {
    await aBook({ title: 'Taken', author: 'A' })
    const one = await aBook({ title: 'One', author: 'A' })
    const { id } = await staged(`id,title\n${one.id},Taken\n`)
    expect(await run(id)).toMatchObject({ state: 'done', updated: 0, refused: 1 })
    expect(await titles()).toEqual(['One', 'Taken'])
  })

  test('a row that adds a title comes before one that would give it to a book', async () => {
    const one = await aBook({ title: 'One', author: 'A' })
    const { id } = await staged(`id,title,author\n,New,A\n${one.id},New,A\n`)
    expect(await run(id)).toMatchObject({ state: 'done', created: 1, refused: 1 })
    expect(await titles()).toEqual(['New', 'One'])
  })
})

test('A genre that ended while the file was read is looked for again by its name', async () => {
  const [gone] = await db.insert(genre).values({ name: 'Manga', hue: 1 }).returning()
  const { id } = await staged('title,genre\nAkira,Manga\n')
  // Its end cannot see rows that are not committed yet.
  await db.delete(genre).where(eq(genre.id, gone?.id ?? ''))
  expect(await run(id)).toMatchObject({ state: 'done', created: 1 })
})

test('Files that are sent at once are read in turn, and none of them waits for the connection of another', async () => {
  const files = Array.from({ length: 12 }, (_, at) => staged(`title\nTogether ${at}\n`))
  expect((await Promise.all(files)).map(({ total, created }) => [total, created])).toEqual(files.map(() => [1, 1]))
})

test('An undo that has failed and is begun again calls nothing changed that it has restored', async () => {
  await aBook({ title: 'One', author: 'A', publisher: 'Heinemann' })
  const { id } = await staged('title,author,publisher\nOne,A,Other\n')
  await run(id)
  await manager.call(importRouter.move, { id, to: 'undo' })
  await runImport(id)
  // As if its last step had failed.
  await db.update(bookImport).set({ state: 'failed' }).where(eq(bookImport.id, id))
  await manager.call(importRouter.undo, { id })
  await runImport(id)
  expect(await manager.call(importRouter.get, { id })).toMatchObject({ state: 'undone', kept: 0 })
})
