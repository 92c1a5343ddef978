import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre, type BookRow } from '#test/factories.ts'
import { bookEditRouter } from '../edit/book-edit.router.server.ts'
import { bookInputSchema } from '../book.schema.ts'
import { bookRouter } from '../book.router.server.ts'
import { bookTrashRouter } from './book-trash.router.server.ts'
import { moveBooksToTrash, purgeBooks, restoreBooks } from '../shared/book-trash.server.ts'

useDatabase()

const UNKNOWN_ID = '01a1fc5f-3ab8-711d-bde4-965ef5d28919'
let manager: SignedInCaller
beforeEach(async () => {
  await db.delete(book)
  await db.delete(deletedBook)
  manager = await as('manager')
})

const remove = ({ id, version }: BookRow, forGood = false) =>
  manager.call(bookEditRouter.remove, { id, version, forGood })
const restore = (...ids: string[]) => manager.call(bookTrashRouter.restore, { ids })
const titles = async () => (await db.select({ title: book.title }).from(book)).map(({ title }) => title).toSorted()
const actionsOn = async (id: string) =>
  (await db.select().from(activity).where(eq(activity.subjectId, id)).orderBy(activity.id)).map(({ action }) => action)

describe('A deleted book', () => {
  test('is in the trash with all its fields, by whom and when', async () => {
    const novel = await theGenre('novel')
    const { id, createdAt } = await aBook({ title: 'Nedjma', publisher: 'Seuil', genreId: novel.id })
    const [row] = await db.select().from(book).where(eq(book.id, id))
    if (row) await remove(row)
    expect(await titles()).toEqual([])
    expect(await db.select().from(deletedBook)).toEqual([
      {
        ...bookInputSchema.parse({ title: 'Nedjma', author: 'Assia Djebar', publisher: 'Seuil', genreId: novel.id }),
        id,
        version: 1,
        createdAt,
        updatedAt: row?.updatedAt,
        deletedAt: expect.any(Date),
        deletedBy: manager.user.id,
      },
    ])
    await expect(manager.call(bookRouter.get, { id })).rejects.toMatchObject({ status: 404 })
  })

  test('is restored under its id as a new version, and both are recorded', async () => {
    const novel = await theGenre('novel')
    const row = await aBook({ title: 'Nedjma', genreId: novel.id })
    await remove(row)
    expect(await restore(row.id)).toEqual({ restored: [row.id], collided: [], gone: [] })
    const [found] = await db.select().from(book).where(eq(book.id, row.id))
    expect(found).toEqual({ ...row, version: 2, updatedAt: expect.any(Date) })
    expect(found?.updatedAt.getTime()).toBeGreaterThanOrEqual(row.updatedAt.getTime())
    expect(await db.$count(deletedBook)).toBe(0)
    expect(await actionsOn(row.id)).toEqual(['book.create', 'book.delete', 'book.restore'])
    // The name of the action ends with the restoration.
    await aBook({ title: 'Another' })
    const last = db.select({ id: activity.id, action: activity.action }).from(activity)
    expect((await last.orderBy(sql`id desc`).limit(1))[0]?.action).toBe('book.create')
  })

  test('has no genre when that was deleted meanwhile', async () => {
    const [own] = await db.insert(genre).values({ name: 'Pamphlets', hue: 40 }).returning()
    const row = await aBook({ genreId: own?.id ?? null })
    await remove(row)
    await db.delete(genre).where(eq(genre.id, own?.id ?? ''))
    expect((await restore(row.id)).restored).toEqual([row.id])
    const [found] = await db.select().from(book).where(eq(book.id, row.id))
    expect(found?.genreId).toBeNull()
  })

  test('leaves its title free, and stays in the trash while another book has it', async () => {
    const [taken, free] = [await aBook({ title: 'Nedjma' }), await aBook({ title: 'The Seven' })]
    await remove(taken)
    await remove(free)
    const other = await aBook({ title: 'NEDJMA' })
    expect(await restore(taken.id, UNKNOWN_ID, free.id)).toEqual({
      restored: [free.id],
      collided: [{ id: taken.id, name: 'Nedjma', by: other.id }],
      gone: [UNKNOWN_ID],
    })
    expect(await titles()).toEqual(['NEDJMA', 'The Seven'])
    expect(await db.$count(deletedBook)).toBe(1)
    await db.delete(book).where(eq(book.id, other.id))
    expect((await restore(taken.id)).restored).toEqual([taken.id])
  })

  test('collides with one that was deleted later and is restored with it', async () => {
    const first = await aBook({ title: 'Nedjma' })
    await remove(first)
    const second = await aBook({ title: 'Nedjma' })
    await remove(second)
    expect(await restore(first.id, second.id)).toEqual({
      restored: [second.id],
      collided: [{ id: first.id, name: 'Nedjma', by: second.id }],
      gone: [],
    })
  })

  test('that an import brought back under its id is deleted again, and is not restored twice', async () => {
    const { id, author } = await aBook({ title: 'Nedjma' })
    await manager.call(bookEditRouter.remove, { id, version: 1 })
    await db.insert(book).values({ id, title: 'Nedjma', author })
    expect(await restore(id)).toEqual({ restored: [], collided: [], gone: [id] })
    expect(await titles()).toEqual(['Nedjma'])
    expect(await db.$count(deletedBook)).toBe(0)
  })

  test('stays in the trash when an import puts something else under its id, which is deleted as well', async () => {
    const { id } = await aBook({ title: 'Nedjma' })
    await manager.call(bookEditRouter.remove, { id, version: 1 })
    const [junk] = await db.insert(book).values({ id, title: 'junk' }).returning()
    await remove(junk!)
    const trashed = await db.select().from(deletedBook)
    expect(trashed.map(({ title }) => title).toSorted()).toEqual(['Nedjma', 'junk'])
    const original = trashed.find(({ title }) => title === 'Nedjma')
    await db.insert(book).values({ id, title: 'more junk' })
    expect(await restore(id)).toMatchObject({ restored: [expect.any(String)], gone: [] })
    await restore(original!.id)
    expect((await titles()).toSorted()).toEqual(['Nedjma', 'junk', 'more junk'])
    expect(await db.$count(deletedBook)).toBe(0)
  })

  test('is not in the trash when it was deleted for good', async () => {
    const row = await aBook()
    await remove(row, true)
    expect(await db.$count(deletedBook)).toBe(0)
    expect(await restore(row.id)).toEqual({ restored: [], collided: [], gone: [row.id] })
    expect(await actionsOn(row.id)).toEqual(['book.create', 'book.delete-for-good'])
  })

  test('is deleted for good from the trash in the name of who does it', async () => {
    const row = await aBook({ title: 'Nedjma' })
    await remove(row)
    expect(await manager.call(bookTrashRouter.remove, { ids: [row.id, UNKNOWN_ID] })).toEqual({ removed: [row.id] })
    expect(await db.$count(deletedBook)).toBe(0)
    const [last] = await db
      .select()
      .from(activity)
      .orderBy(sql`id desc`)
      .limit(1)
    expect(last).toMatchObject({
      action: 'book.delete-for-good',
      actorId: manager.user.id,
      subjectId: row.id,
      subjectName: 'Nedjma',
      before: { title: 'Nedjma', author: 'Assia Djebar', publisher: 'Albin Michel' },
    })
  })

  test('is purged by its date alone', async () => {
    const [old, fresh] = [await aBook(), await aBook()]
    await remove(old)
    await remove(fresh)
    await db
      .update(deletedBook)
      .set({ deletedAt: new Date('2026-01-01T00:00:00Z') })
      .where(eq(deletedBook.id, old.id))
    expect(await db.transaction((tx) => purgeBooks(tx, new Date('2026-01-01T00:00:01Z')))).toBe(1)
    expect((await db.select({ id: deletedBook.id }).from(deletedBook)).map(({ id }) => id)).toEqual([fresh.id])
  })
})

test('A restoration that is rolled back leaves the trash as it was', async () => {
  const row = await aBook()
  await remove(row)
  const failing = withActor({ userId: manager.user.id }, async (tx) => {
    await restoreBooks(tx, [row.id])
    throw new Error('later')
  })
  await expect(failing).rejects.toThrow('later')
  expect(await titles()).toEqual([])
  expect(await db.$count(deletedBook)).toBe(1)
})

test('A thousand books go to the trash and back in one transaction each', async () => {
  const rows = Array.from({ length: 1000 }, (_, n) => ({ title: `Many ${n}`, author: `Author ${n % 50}` }))
  const ids = (await db.insert(book).values(rows).returning({ id: book.id })).map(({ id }) => id)
  const actor = { userId: manager.user.id }
  expect(await withActor(actor, (tx) => moveBooksToTrash(tx, inArray(book.id, ids), actor))).toHaveLength(1000)
  expect((await restore(...ids)).restored).toHaveLength(1000)
  expect(await db.$count(book)).toBe(1000)
})

test('The REST API moves to the trash, and deletes for good where that is asked for', async () => {
  const [kept, gone] = [await aBook({ title: 'Kept' }), await aBook({ title: 'Gone' })]
  const send = async (path: string, method = 'GET') =>
    (await manager.request(`/api/v1/books/${path}`, { method })).status
  expect(await send(`${kept.id}?version=1`, 'DELETE')).toBe(204)
  expect(await send(`${gone.id}?version=1&forGood=yes`, 'DELETE')).toBe(400)
  expect(await send(`${gone.id}?version=1&forGood=true`, 'DELETE')).toBe(204)
  expect([await send(kept.id), await send(gone.id)]).toEqual([404, 404])
  expect(await db.select({ title: deletedBook.title }).from(deletedBook)).toEqual([{ title: 'Kept' }])
})
