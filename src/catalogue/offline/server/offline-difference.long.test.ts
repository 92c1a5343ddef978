import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { compactChanges } from '#base/db/compact-changes.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { bookTrashRouter } from '#catalogue/book/trash/book-trash.router.server.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { duplicateRouter } from '#exchange/duplicate/duplicate.router.server.ts'
import { genreEditRouter } from '#catalogue/genre/genre-edit.router.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre, type BookRow } from '#test/factories.ts'
import { OfflinePhone } from '#test/offline/offline-phone.ts'

const { url } = useDatabase()

let manager: SignedInCaller
let phone: OfflinePhone
let books: BookRow[]
beforeAll(async () => {
  manager = await as('manager')
})
beforeEach(async () => {
  await db.delete(book)
  books = [
    await aBook({ title: 'Nedjma', author: 'Kateb Yacine' }),
    await aBook({ title: 'Le polygone étoilé', author: 'Kateb Yacine' }),
    await aBook({ title: 'Weep Not, Child', author: 'Ngũgĩ wa Thiong’o' }),
  ]
  phone = new OfflinePhone(await as('reader'))
  expect(await phone.refresh()).toMatchObject({ kind: 'whole' })
})

/** What the phone has, and what the database has. */
async function expectEqual(): Promise<void> {
  const rows = await db
    .select({ id: book.id, title: book.title, author: book.author, publisher: book.publisher, genre: genre.slug })
    .from(book)
    .leftJoin(genre, eq(genre.id, book.genreId))
    .orderBy(book.sortTitle, book.id)
  const { books: kept } = phone.catalogue.list({ limit: Infinity })
  expect(kept.map(({ cover: _cover, ...one }) => ({ ...one, genre: one.genre?.slug ?? null }))).toEqual(rows)
}

const first = (): BookRow => books[0]!
const versionOf = async (id: string) => (await db.select().from(book).where(eq(book.id, id)))[0]!.version

describe('a difference has what has changed, and little else', () => {
  test.each<[what: string, change: () => Promise<unknown>]>([
    ['a book that was added', () => aBook({ title: 'Things Fall Apart', author: 'Chinua Achebe' })],
    [
      'a book that was changed',
      () => manager.call(bookEditRouter.update, { id: first().id, version: 1, title: 'Nedjma, roman' }),
    ],
    ['a book that was moved to the trash', () => manager.call(bookEditRouter.remove, { id: first().id, version: 1 })],
    [
      'a book that was deleted for good in between',
      async () => {
        await manager.call(bookEditRouter.remove, { id: first().id, version: 1 })
        await manager.call(bookTrashRouter.remove, { ids: [first().id] })
      },
    ],
    [
      'books that were merged',
      () =>
        manager.call(duplicateRouter.merge, {
          books: books.slice(0, 2).map(({ id, version }) => ({ id, version })),
          keep: first().id,
          from: {},
        }),
    ],
    [
      'a genre that was renamed',
      async () => {
        const novel = await theGenre('novel')
        await db.update(book).set({ genreId: novel.id }).where(eq(book.id, first().id))
        await phone.refresh()
        await manager.call(genreEditRouter.update, { id: novel.id, names: { en: 'Novels', fr: '', ar: '', sw: '' } })
      },
    ],
    [
      'a genre that was deleted, whose books have another one or none',
      async () => {
        const [novel, drama] = [await theGenre('novel'), await theGenre('drama')]
        await db.update(book).set({ genreId: novel.id }).where(eq(book.id, first().id))
        await db.update(book).set({ genreId: drama.id }).where(eq(book.id, books[1]!.id))
        await phone.refresh()
        await manager.call(genreEditRouter.remove, { id: novel.id, moveTo: drama.id })
      },
    ],
  ])('%s', async (_, change) => {
    await change()
    expect(await phone.refresh()).toMatchObject({ kind: 'difference' })
    await expectEqual()
  })

  test('a book that came back from the trash', async () => {
    await manager.call(bookEditRouter.remove, { id: first().id, version: await versionOf(first().id) })
    await phone.refresh()
    expect(phone.catalogue.count).toBe(2)
    await manager.call(bookTrashRouter.restore, { ids: [first().id] })
    expect(await phone.refresh()).toMatchObject({ kind: 'difference', removed: [] })
    await expectEqual()
  })

  test('one book costs less than a kilobyte, and none nothing', async () => {
    expect(await phone.refresh()).toBeUndefined()
    await aBook({ title: 'Things Fall Apart', author: 'Chinua Achebe' })
    const answer = await phone.refresh()
    expect(answer).toMatchObject({
      kind: 'difference',
      books: { title: ['Things Fall Apart'], author: ['Chinua Achebe'], genreId: [null] },
    })
    expect(JSON.stringify(answer).length).toBeLessThan(600)
    expect(await phone.refresh()).toBeUndefined()
  })

  test('after the log of changes was compacted there is still a difference, with nothing in it', async () => {
    for (let at = 0; at < 101; at += 1)
      await db
        .update(book)
        .set({ publisher: `${at}` })
        .where(eq(book.id, first().id))
    await phone.refresh()
    await compactChanges()
    const answer = await phone.refresh()
    expect(answer).toMatchObject({ kind: 'difference', removed: [] })
    expect(answer).not.toHaveProperty('books')
    expect(JSON.stringify(answer).length).toBeLessThan(200)
  })
})

describe('nothing is missed', () => {
  test('that was written before and committed later, in a part of a transaction too', async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await client.query('begin')
      await client.query(`insert into book (id, title) values ('01a1fc5f-3ab8-711d-bde4-965ef5d28919', 'Late')`)
      await client.query('savepoint one')
      await client.query(`update book set title = 'Later' where id = $1`, [first().id])
      await client.query('release one')
      // Later in the log, and committed before.
      await aBook({ title: 'Early' })
      await phone.refresh()
      await expectEqual()
      await client.query('commit')
    } finally {
      await client.end()
    }
    expect(await phone.refresh()).toMatchObject({ kind: 'difference' })
    await expectEqual()
    expect(phone.catalogue.list({ search: 'later', limit: 9 }).total).toBe(1)
  })

  test('when a book was deleted without a trace: the sums differ, and all is fetched', async () => {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('maktaba.actor', 'none', true)`)
      await tx.delete(book).where(eq(book.id, first().id))
    })
    expect(await phone.refresh()).toMatchObject({ kind: 'whole' })
    await expectEqual()
  })

  test.each<[why: string, version: (version: string) => string]>([
    ['of another database', (version) => version.replace(/(?<=^\d\.)[0-9a-f]+/, '000000000000')],
    ['of a database before it was restored', (version) => version.replace(/^(\d\.\w+)\.\d+/, '$1.99999999999')],
    ['that is a month old', (version) => version.replace(/\d+$/, (seconds) => String(Number(seconds) - 31 * 86_400))],
    ['of another form', (version) => version.replace(/^\d/, '1')],
    ['that nobody wrote', () => `3.' or true --`],
  ])('by a version %s: all is sent', async (_, version) => {
    phone.version = version(phone.version ?? '')
    expect(await phone.refresh()).toMatchObject({ kind: 'whole' })
    await expectEqual()
  })

  test('when so much has changed that the whole is smaller', async () => {
    await db.insert(book).values(Array.from({ length: 600 }, (_, at) => ({ title: `Volume ${at}` })))
    expect(await phone.refresh()).toMatchObject({ kind: 'whole' })
    await expectEqual()
    await db
      .update(book)
      .set({ publisher: 'Seuil' })
      .where(sql`sort_title like 'volume 1%'`)
    expect(await phone.refresh()).toMatchObject({ kind: 'difference' })
    await expectEqual()
  })
})
