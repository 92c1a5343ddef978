import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeUpload } from '#base/db/uploads.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { genre } from '#base/db/tables/genre.ts'
import { createImport, startImport } from '#exchange/import/import.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { untilWaiting } from '#test/waiting.ts'
import { genreEditRouter } from './genre-edit.router.server.ts'

// The end of a genre that others are about to use.

useDatabase()

let manager: SignedInCaller
/** The genre that ends. */
let id: string
/** The one that gets its books. */
let into: string
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  into = (await theGenre('poetry')).id
  await db.delete(genre).where(eq(genre.name, 'Manga'))
  const [made] = await db.insert(genre).values({ name: 'Manga', hue: 1 }).returning()
  id = made?.id ?? ''
})

const end = () => manager.call(genreEditRouter.merge, { id, into })

async function* file() {
  yield Buffer.from('title,author,genre\nOne,A,Manga\nTwo,A,\n')
}

/** An import that gives one book the genre by its row, and one by what was chosen. */
async function started(): Promise<string> {
  const made = await createImport({ upload: await storeUpload('list.csv', file()), userId: manager.user.id })
  // Ids in capitals are valid too.
  const choices = { ...made.choices, genreId: id.toUpperCase() }
  await db.update(bookImport).set({ choices }).where(eq(bookImport.id, made.id))
  await startImport(made.id)
  return made.id
}

test('an import that has failed gives the other genre when it is resumed', async () => {
  const importId = await started()
  await db.update(bookImport).set({ state: 'failed' }).where(eq(bookImport.id, importId))
  await end()
  await db.update(bookImport).set({ state: 'running' }).where(eq(bookImport.id, importId))
  expect(await runImport(importId)).toMatchObject({ state: 'done', created: 2 })
  expect(await db.$count(book, eq(book.genreId, into))).toBe(2)
})

test('an import whose books are being written waits, and gives the other genre', async () => {
  const importId = await started()
  const taken = await aBook({ genreId: id })
  let both: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from book where id = ${taken.id} for update`)
    // It has locked the genre, and waits for its book.
    const ending = end()
    await untilWaiting()
    both = Promise.all([ending, runImport(importId)])
    // Its first chunk has locked the import, which the end of the genre needs, and waits for the genre.
    await untilWaiting(2)
  })
  await both
  expect(await db.select({ state: bookImport.state }).from(bookImport).where(eq(bookImport.id, importId))).toEqual([
    { state: 'done' },
  ])
  expect(await db.$count(book, eq(book.genreId, into))).toBe(3)
})
