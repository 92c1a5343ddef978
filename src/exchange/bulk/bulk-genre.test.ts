import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { bookBulk } from '#base/db/tables/book-bulk.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { genreEditRouter } from '#catalogue/genre/genre-edit.router.server.ts'
import { runBulk } from './bulk-runner.server.ts'
import { bookBulkRouter } from './bulk.router.server.ts'

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await db.delete(bookBulk)
  await db.delete(genre).where(eq(genre.name, 'Manga'))
})

test.each(['by a manager', 'in the database'] as const)(
  'Books keep their genre where the one they would get is deleted before the start, %s',
  async (how) => {
    const poetry = await theGenre('poetry')
    const [made] = await db.insert(genre).values({ name: 'Manga', hue: 1 }).returning()
    const id = made?.id ?? ''
    for (const title of ['One', 'Two']) await aBook({ title, genreId: poetry.id })
    const { id: bulk } = await manager.call(bookBulkRouter.create, {
      books: { filter: {}, except: [] },
      operation: { kind: 'set', field: 'genreId', value: id },
    })
    if (how === 'by a manager') await manager.call(genreEditRouter.remove, { id })
    else await db.delete(genre).where(eq(genre.id, id))
    await manager.call(bookBulkRouter.move, { id: bulk, to: 'start' })
    await runBulk(bulk)
    expect(await manager.call(bookBulkRouter.get, { id: bulk })).toMatchObject({ state: 'done', changed: 0 })
    expect(await db.$count(book, eq(book.genreId, poetry.id))).toBe(2)
  },
)
