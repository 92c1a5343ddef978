import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import books from '#base/db/seed/books.json' with { type: 'json' }
import { seedBooks, seedGenres } from '#base/db/seed/seed.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { sampleBook } from '#base/db/tables/sample.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { aBorrower, aCopy } from '#test/lending.ts'
import { copyRouter } from '#lending/copy/copy.router.server.ts'
import { dashboardRouter } from '#operations/dashboard/dashboard.router.server.ts'
import { bookEditRouter } from '../edit/book-edit.router.server.ts'
import { bookSampleRouter } from './book-sample.router.server.ts'
import { bookRouter } from '../book.router.server.ts'
import type { BookListInput } from '../list/book-list.schema.ts'

useDatabase()
let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await seedGenres(db)
  await seedBooks(db)
})

const totalOf = async (input: BookListInput) => (await manager.call(bookRouter.list, input)).total
const sampleOf = async (title: string) => {
  const { items } = await manager.call(bookRouter.list, { searchTerm: title, origin: 'sample' })
  const [found] = items
  if (!found) throw new Error(`No sample ${title}`)
  return found
}

describe('a sample book', () => {
  test('is marked, and lists can be filtered by samples or all others', async () => {
    const own = await aBook({ title: 'Our own book' })
    expect(await totalOf({ origin: 'sample' })).toBe(books.length)
    const { items, total } = await manager.call(bookRouter.list, { origin: 'own' })
    expect([total, items.map(({ id, isSample }) => [id, isSample])]).toEqual([1, [[own.id, false]]])
    expect(await totalOf({})).toBe(books.length + 1)
    expect(await sampleOf('Nedjma')).toMatchObject({ isSample: true })
    expect(await manager.call(bookRouter.count, { origin: 'sample', searchTerm: 'nedjma' })).toEqual({ total: 1 })
  })

  test('has the date of the seed, and no later change', async () => {
    const rows = await db.select({ added: book.createdAt, changed: book.updatedAt }).from(book)
    expect(rows.filter(({ added, changed }) => added.getTime() !== changed.getTime())).toEqual([])
    const ages = rows.map(({ added }) => now().getTime() - added.getTime())
    expect([Math.min(...ages) >= 0, Math.max(...ages) < 60_000]).toEqual([true, true])
    const { items } = await manager.call(bookRouter.listNew, undefined)
    expect(items[0]?.title).toBe(books.at(-1)?.title)
  })

  test('that a user has changed is not a sample any more', async () => {
    const { id, version } = await sampleOf('Nedjma')
    expect(await manager.call(bookEditRouter.update, { id, version, publisher: 'Points' })).toMatchObject({
      isSample: false,
    })
    expect(await totalOf({ origin: 'sample' })).toBe(books.length - 1)
    expect(await manager.call(bookSampleRouter.counts, undefined)).toEqual({ untouched: books.length - 1, changed: 1 })
  })

  test('is not a book that a user added before under the same title', async () => {
    await db.delete(book)
    const [first] = books
    const own = await aBook({ title: first?.title ?? '', author: first?.author ?? '', volume: first?.volume ?? '' })
    await seedBooks(db)
    expect(await manager.call(bookRouter.get, { id: own.id })).toMatchObject({ isSample: false })
    expect(await totalOf({ origin: 'sample' })).toBe(books.length - 1)
  })

  test('is marked in the REST API, and can be filtered by', async () => {
    const response = await manager.request('/api/v1/books?origin=sample&limit=1')
    expect(await response.json()).toMatchObject({ total: books.length, items: [{ isSample: true }] })
    expect((await manager.request('/api/v1/books?origin=nobody')).status).toBe(400)
  })
})

describe('the removal of the samples', () => {
  test('keeps books of users, and samples that users changed', async () => {
    const own = await aBook({ title: 'Our own book' })
    const [edited, classed] = [await sampleOf('Nedjma'), await sampleOf('Things Fall Apart')]
    await manager.call(bookEditRouter.update, { id: edited.id, version: edited.version, title: 'Nedjma (1956)' })
    const { id: genreId } = await theGenre('poetry')
    await manager.call(bookEditRouter.update, { id: classed.id, version: classed.version, genreId })
    const samples = async () => (await manager.call(dashboardRouter.figures, undefined)).attention.samples
    expect(await samples()).toBe(books.length - 2)
    const recorded = await db.$count(activity)
    expect(await manager.call(bookSampleRouter.remove, undefined)).toEqual({ removed: books.length - 2, changed: 2 })
    const left = await db.select({ id: book.id }).from(book)
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set([own.id, edited.id, classed.id]))
    expect([await samples(), await db.$count(sampleBook), await db.$count(activity)]).toEqual([0, 0, recorded])
    expect(await manager.call(bookSampleRouter.remove, undefined)).toEqual({ removed: 0, changed: 0 })
  })

  test('keeps samples that the library uses, asks for a recent proof, and is in the security log', async () => {
    const [copied, lent, reserved] = [
      await sampleOf('Nedjma'),
      await sampleOf('Things Fall Apart'),
      await sampleOf('Emma'),
    ]
    await storeLibrarySettings({ lending: true })
    await manager.call(copyRouter.create, { bookId: copied.id })
    const [own, other] = [await aCopy({ bookId: lent.id }), await aBorrower()]
    await db.delete(activity)
    const loaned = { copyId: own.id, borrowerId: other.id, lentAt: now(), dueOn: '2099-01-01', actId: newId() }
    await db.insert(loan).values({ ...loaned, returnedAt: now() })
    await db.insert(hold).values({ bookId: reserved.id, borrowerId: other.id, placedAt: now() })
    await manager.call(copyRouter.create, { bookId: copied.id })
    const [thief, before] = [await signedIn(manager.user), await db.$count(book)]
    await expect(thief.call(bookSampleRouter.remove, undefined)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(await manager.call(bookSampleRouter.counts, undefined)).toEqual({ untouched: before - 3, changed: 3 })
    expect(await manager.call(bookSampleRouter.remove, undefined)).toEqual({ removed: before - 3, changed: 3 })
    const left = (await db.select({ id: book.id }).from(book)).map(({ id }) => id)
    expect(left.toSorted()).toEqual([copied.id, lent.id, reserved.id].toSorted())
    await flushSecurityEvents()
    expect(
      await db.$count(
        securityEvent,
        and(eq(securityEvent.userId, manager.user.id), eq(securityEvent.kind, 'deleted_for_good')),
      ),
    ).toBe(1)
  })

  test('is refused to readers', async () => {
    const reader = await as('reader')
    const refused = { code: 'ACTION_NOT_ALLOWED' }
    await expect(reader.call(bookSampleRouter.counts, undefined)).rejects.toMatchObject(refused)
    await expect(reader.call(bookSampleRouter.remove, undefined)).rejects.toMatchObject(refused)
    expect(await db.$count(sampleBook)).toBe(books.length)
  })

  test('of a single book also deletes its sample mark', async () => {
    const { id } = await sampleOf('Nedjma')
    await db.delete(book).where(eq(book.id, id))
    expect(await db.$count(sampleBook)).toBe(books.length - 1)
  })
})
