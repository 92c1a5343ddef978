import { asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { bookBulk, bookBulkRow } from '#base/db/tables/book-bulk.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { user } from '#base/db/tables/user.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { untilWaiting, WAITING } from '#test/waiting.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { genreEditRouter } from '#catalogue/genre/genre-edit.router.server.ts'
import { cleanUp } from '#kit/clean-up/shared/clean-up.server.ts'
import { bulkJob, runBulk } from './bulk-runner.server.ts'
import { bookBulkRouter } from './bulk.router.server.ts'
import type { BulkBooks, BulkOperationInput } from './bulk.schema.ts'

useDatabase()

const { create, get, move, rows } = bookBulkRouter
let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await db.delete(bookBulk)
})

const ALL: BulkBooks = { filter: {}, except: [] }
const REMOVE: BulkOperationInput = { kind: 'delete' }
const setTo = (field: 'author' | 'publisher' | 'genreId', value: string | null): BulkOperationInput => ({
  kind: 'set',
  field,
  value,
})
const replace = (
  find: string,
  by: string,
  more: { field?: 'title' | 'publisher' | 'subjects' | 'summary'; isWholeWord?: boolean } = {},
) => ({ kind: 'replace', field: 'title', isWholeWord: false, ...more, find, by }) as const

const preview = (operation: BulkOperationInput, books: BulkBooks = ALL) => manager.call(create, { books, operation })
const go = async (id: string, to: 'start' | 'undo' = 'start') => {
  await manager.call(move, { id, to })
  await runBulk(id)
  return manager.call(get, { id })
}
const run = async (operation: BulkOperationInput, books?: BulkBooks) => go((await preview(operation, books)).id)
const resultsOf = async (id: string) =>
  (await manager.call(rows, { id, limit: 100 })).items.map(({ title, result, reason, after }) => [
    title,
    result,
    reason ?? after,
  ])
const stored = () =>
  db
    .select({ title: book.title, author: book.author, publisher: book.publisher, version: book.version })
    .from(book)
    .orderBy(asc(book.sortTitle))
const subjectsOf = async () =>
  (await db.select({ subjects: book.subjects }).from(book).orderBy(asc(book.sortTitle))).map(({ subjects }) => subjects)
const touch = (id: string) =>
  db
    .update(book)
    .set({ publisher: 'By hand', version: sql`${book.version} + 1` })
    .where(eq(book.id, id))
const many = (count: number) =>
  db.insert(book).values(Array.from({ length: count }, (_, at) => ({ title: `Row ${at}`, author: `A ${at % 7}` })))

describe('A preview', () => {
  test('says what becomes of each book, and writes nothing', async () => {
    await aBook({ title: 'Old title', author: 'A', publisher: 'Seuil' })
    await aBook({ title: 'Other', author: 'A', publisher: '' })
    const made = await preview(setTo('publisher', ' Seuil '))
    expect(made).toMatchObject({ state: 'waiting', total: 2, changed: 1, unchanged: 1, refused: 0, processed: 0 })
    const { items } = await manager.call(rows, { id: made.id, result: 'changed' })
    expect(items).toMatchObject([{ title: 'Other', author: 'A', before: '', after: 'Seuil' }])
    expect((await stored()).map(({ version }) => version)).toEqual([1, 1])
  })

  test('refuses what would be the same as another book, or is not valid, and names a book that is gone', async () => {
    await aBook({ title: 'Sea (old)', author: 'A' })
    await aBook({ title: 'Sea', author: 'a' })
    await aBook({ title: '(old)', author: 'B' })
    const { id } = await preview(replace('(old)', ''))
    expect(await resultsOf(id)).toEqual([
      ['(old)', 'refused', 'invalid'],
      ['Sea', 'unchanged', null],
      ['Sea (old)', 'refused', 'taken'],
    ])
    await db.delete(book)
    const twins = [await aBook({ title: 'Same', author: 'C' }), await aBook({ title: 'Same', author: 'D' })]
    const gone = newId()
    const other = await preview(setTo('author', 'E'), { ids: [...twins.map((one) => one.id), gone, gone] })
    expect(await resultsOf(other.id)).toEqual([
      ['Same', 'changed', 'E'],
      ['Same', 'refused', 'taken'],
      ['', 'refused', 'missing'],
    ])
  })

  test('replaces exactly, also signs of patterns, and whole words of any script', async () => {
    await aBook({ title: 'Cat, cats. (CAT) cat$ concat', author: 'A' })
    await aBook({ title: 'عين وعين', author: 'B' })
    const afterOf = async (operation: BulkOperationInput) =>
      (await manager.call(rows, { id: (await preview(operation)).id, result: 'changed' })).items.map((row) => row.after)
    expect(await afterOf(replace('cat', '$&'))).toEqual(['Cat, $&s. (CAT) $&$ con$&'])
    expect(await afterOf(replace('cat', 'dog', { isWholeWord: true }))).toEqual(['Cat, cats. (CAT) dog$ concat'])
    expect(await afterOf(replace('(CAT)', '', { isWholeWord: true }))).toEqual(['Cat, cats.  cat$ concat'])
    expect(await afterOf(replace('عين', 'عيون', { isWholeWord: true }))).toEqual(['عيون وعين'])
  })

  test('replaces in each subject, where two that become one are one', async () => {
    await aBook({ title: 'A', subjects: ['Novels', '"Quoted", novels', 'Cats'] })
    await aBook({ title: 'B', subjects: ['Romans', 'novels'] })
    await aBook({ title: 'C', summary: 'One\nnovels', subjects: ['Dogs'] })
    const { id } = await preview(replace('novels', 'Romans', { field: 'subjects', isWholeWord: true }))
    expect(await resultsOf(id)).toEqual([
      ['A', 'changed', ['Novels', '"Quoted", Romans', 'Cats']],
      ['B', 'changed', ['Romans']],
      ['C', 'unchanged', null],
    ])
    expect(await go(id)).toMatchObject({ state: 'done', changed: 2 })
    expect(await go(id, 'undo')).toMatchObject({ state: 'undone', kept: 0 })
    expect(await subjectsOf()).toEqual([['Novels', '"Quoted", novels', 'Cats'], ['Romans', 'novels'], ['Dogs']])
    const removed = await run(replace('Dogs', '', { field: 'subjects' }))
    expect(removed).toMatchObject({ changed: 1 })
    expect((await subjectsOf()).at(-1)).toEqual([])
    const inLines = await run(replace('novels', 'Romans', { field: 'summary' }))
    expect(inLines).toMatchObject({ changed: 1 })
  })

  test('fixes the books: a search and a filter with exceptions, whatever is added later', async () => {
    const novel = await theGenre('novel')
    const kept = await aBook({ title: 'Sea of one', genreId: novel.id })
    await aBook({ title: 'Sea of two', genreId: novel.id })
    await aBook({ title: 'Sea of none' })
    const { id, total } = await preview(setTo('publisher', 'P'), {
      filter: { searchTerm: 'sea', genreId: novel.id },
      except: [kept.id],
    })
    expect(total).toBe(1)
    await aBook({ title: 'Sea of later', genreId: novel.id })
    expect(await go(id)).toMatchObject({ state: 'done', changed: 1 })
    expect((await stored()).filter(({ publisher }) => publisher === 'P')).toMatchObject([{ title: 'Sea of two' }])
  })

  test('is discarded by cancel, and a day later', async () => {
    await aBook()
    const [cancelled, old] = [await preview(REMOVE), await preview(REMOVE)]
    await manager.call(move, { id: cancelled.id, to: 'cancel' })
    await db
      .update(bookBulk)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(bookBulk.id, old.id))
    await cleanUp()
    expect(await db.$count(bookBulk)).toBe(0)
    expect(await db.$count(bookBulkRow, inArray(bookBulkRow.bulkId, [cancelled.id, old.id]))).toBe(0)
    await expect(manager.call(get, { id: old.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('A change', () => {
  test('sets and clears a genre: each book that differs is a version on, and it is one entry of each history', async () => {
    const novel = await theGenre('novel')
    const [first, second] = [await aBook(), await aBook({ genreId: novel.id })]
    const { id } = await run(setTo('genreId', novel.id))
    expect((await stored()).map(({ version }) => version).toSorted()).toEqual([1, 2])
    const entries = await db.select().from(activity).where(eq(activity.subjectId, id))
    expect(entries).toMatchObject([
      {
        actorId: manager.user.id,
        action: 'book.bulk-set',
        subjectName: novel.name,
        after: { books: 1, isCleared: false },
      },
    ])
    expect(await run(setTo('genreId', null))).toMatchObject({ changed: 2 })
    expect(await db.$count(book, eq(book.genreId, novel.id))).toBe(0)
    const historyOf = async (book: { id: string }) =>
      (await manager.call(activityRouter.of, { kind: 'book', id: book.id })).items.map(({ action }) => action)
    expect(await historyOf(first)).toEqual(['book.bulk-set', 'book.bulk-set', 'book.create'])
    expect(await historyOf(second)).toEqual(['book.bulk-set', 'book.create'])
  })

  test('leaves what somebody has changed, deleted or taken since the preview, and says so', async () => {
    const [changed, removed] = [await aBook({ title: 'k x' }), await aBook({ title: 'l x' })]
    await aBook({ title: 'm x', author: 'C' })
    await aBook({ title: 'n x', author: 'D' })
    const { id } = await preview(replace(' x', ''))
    await touch(changed.id)
    await db.delete(book).where(eq(book.id, removed.id))
    await aBook({ title: 'M', author: 'c' })
    expect(await go(id)).toMatchObject({ state: 'done', changed: 1, refused: 3 })
    expect(await resultsOf(id)).toEqual([
      ['k x', 'refused', 'changed'],
      ['l x', 'refused', 'missing'],
      ['m x', 'refused', 'taken'],
      ['n x', 'changed', 'n'],
    ])
  })

  test('that starts while it is discarded is cancelled', async () => {
    await many(2)
    const { id } = await preview(REMOVE)
    let cancelling: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await tx.update(bookBulk).set({ state: 'running' }).where(eq(bookBulk.id, id))
      cancelling = manager.call(move, { id, to: 'cancel' })
      await untilWaiting()
    })
    await cancelling
    expect(await manager.call(get, { id })).toMatchObject({ state: 'cancelled', changed: 0 })
  })

  test.each(['merge', 'remove'] as const)('of the genre goes on with the other one after a %s', async (end) => {
    const other = await theGenre('poetry')
    const [made] = await db
      .insert(genre)
      .values({ name: `Manga ${end}`, hue: 1 })
      .returning()
    const given = made?.id ?? ''
    await many(3)
    const { id } = await preview(setTo('genreId', given))
    await (end === 'merge'
      ? manager.call(genreEditRouter.merge, { id: given, into: other.id })
      : manager.call(genreEditRouter.remove, { id: given, moveTo: other.id }))
    expect(await go(id)).toMatchObject({ state: 'done', changed: 3 })
    expect(await db.$count(book, eq(book.genreId, other.id))).toBe(3)
  })

  test('whose genre is deleted while it is written goes on without', async () => {
    const [made] = await db.insert(genre).values({ name: 'Manhwa', hue: 1 }).returning()
    await many(3)
    const { id } = await preview(setTo('genreId', made?.id ?? ''))
    await manager.call(move, { id, to: 'start' })
    let running: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await tx.delete(genre).where(eq(genre.id, made?.id ?? ''))
      running = runBulk(id)
      await untilWaiting()
    })
    expect(await running).toMatchObject({ state: 'done' })
    expect(await db.$count(book, isNull(book.genreId))).toBe(3)
  })

  test('goes on after its connection was ended in the middle of a chunk', async () => {
    await many(3)
    const { id } = await preview(REMOVE)
    const warn = vi.fn()
    const stop = bulkJob.start({ warn } as never)
    await db.transaction(async (tx) => {
      // The chunk waits for this row.
      await tx.execute(sql`select from book limit 1 for update`)
      await manager.call(move, { id, to: 'start' })
      await untilWaiting()
      await db.execute(sql`select pg_terminate_backend(pid) from (${WAITING}) as one`)
      await expect.poll(() => warn).toHaveBeenCalled()
    })
    expect(await manager.call(get, { id })).toMatchObject({ state: 'running' })
    bulkJob.wake()
    await expect.poll(async () => (await manager.call(get, { id })).state).toBe('done')
    await stop()
    expect(await db.$count(book)).toBe(0)
  })

  test('two at once: both end, and no book is lost', async () => {
    await many(300)
    const changes = [await preview(setTo('publisher', 'P')), await preview(setTo('publisher', 'Q'))]
    const ended = await Promise.all(changes.map(({ id }) => go(id)))
    expect(ended.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(ended[0]!.changed + ended[1]!.changed).toBe(300)
  })

  test('stops when its user may not change books any more', async () => {
    await many(10)
    const { id } = await preview(REMOVE)
    await manager.call(move, { id, to: 'start' })
    await db.update(user).set({ role: 'user' }).where(eq(user.id, manager.user.id))
    await expect(runBulk(id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await db.$count(book)).toBe(10)
  })

  test('runs in the background, and a failure ends it', async () => {
    await many(3)
    const stop = bulkJob.start({ error: () => undefined } as never)
    const { id } = await preview(REMOVE)
    await manager.call(move, { id, to: 'start' })
    await expect.poll(async () => (await manager.call(get, { id })).state).toBe('done')
    const undone = await preview(REMOVE, { ids: [newId()] })
    await db.update(bookBulk).set({ userId: null }).where(eq(bookBulk.id, undone.id))
    await db.update(bookBulk).set({ state: 'running', total: 1 }).where(eq(bookBulk.id, undone.id))
    bulkJob.wake()
    await expect.poll(async () => (await manager.call(get, { id: undone.id })).state).toBe('failed')
    await stop()
  })
})

describe('An undo', () => {
  const snapshot = () =>
    db
      .execute(sql`select id, title, author, publisher, genre_id, created_at, title_hash from book order by id`)
      .then((found) => found.rows)

  test.each([REMOVE, setTo('author', ''), setTo('genreId', null), replace('Row', 'Line')])(
    'of %o gives the same catalogue as before',
    async (operation) => {
      await many(20)
      await aBook({ title: 'Row with all', publisher: 'P', genreId: (await theGenre('novel')).id })
      const before = await snapshot()
      const { id } = await run(operation)
      expect(await snapshot()).not.toEqual(before)
      expect(await go(id, 'undo')).toMatchObject({ state: 'undone', kept: 0 })
      expect(await snapshot()).toEqual(before)
      await expect(manager.call(move, { id, to: 'undo' })).rejects.toMatchObject({ code: 'BULK_STATE' })
      const actions = await db
        .select({ action: activity.action })
        .from(activity)
        .where(eq(activity.subjectId, id))
        .orderBy(activity.id)
      expect(actions.map(({ action }) => action)).toEqual([`book.bulk-${operation.kind}`, 'book.undo-bulk'])
    },
  )

  test('keeps and names what was changed, deleted or taken since', async () => {
    const books = [
      await aBook({ title: 'A1' }),
      await aBook({ title: 'A2' }),
      await aBook({ title: 'A3', author: 'X' }),
    ]
    const last = await aBook({ title: 'A4' })
    const { id } = await run(replace('A', 'B'))
    await db.update(book).set({ title: 'By hand' }).where(eq(book.id, books[0]!.id))
    await db.delete(book).where(eq(book.id, books[1]!.id))
    await aBook({ title: 'a3', author: 'x' })
    expect(await go(id, 'undo')).toMatchObject({ state: 'undone', kept: 3, gone: 1 })
    const { items } = await manager.call(rows, { id, result: 'kept' })
    expect(items.map(({ title, kept }) => [title, kept])).toEqual([
      ['A1', 'changed'],
      ['A2', 'missing'],
      ['A3', 'taken'],
    ])
    expect(await db.$count(book, eq(book.id, last.id))).toBe(1)
  })

  test('does not restore a deleted book that was added again, nor a genre that is gone', async () => {
    const [made] = await db.insert(genre).values({ name: 'Manga', hue: 1 }).returning()
    const gone = made?.id ?? ''
    await aBook({ title: 'Again', author: 'A' })
    await aBook({ title: 'Was manga', genreId: gone })
    const { id } = await run(REMOVE)
    await db.delete(genre).where(eq(genre.id, gone))
    await aBook({ title: 'again', author: 'a' })
    expect(await go(id, 'undo')).toMatchObject({ kept: 1 })
    expect(await db.$count(book, eq(book.title, 'Was manga'))).toBe(1)
  })
})

describe('Refused', () => {
  test.each([
    [setTo('genreId', newId()), 'genreId'],
    [setTo('genreId', 'novel'), 'genreId'],
    [setTo('author', 'x'.repeat(301)), 'author'],
    [setTo('title' as 'author', 'Same for all'), 'operation.field'],
    [replace('', 'x'), 'operation.find'],
    [replace('a\0', 'x'), 'operation.find'],
    [replace('9', 'x', { field: 'isbn' as 'title' }), 'operation.field'],
  ])('%o', async (operation, at) => {
    await aBook()
    await expect(preview(operation)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: { [at]: expect.anything() },
    })
  })

  test('readers, strangers, and no books', async () => {
    const { id } = await aBook()
    const waiting = await preview(REMOVE)
    for (const caller of [await as('stranger'), await as('reader'), await as('manager', { banned: true })]) {
      for (const attempt of [
        () => caller.call(create, { books: { ids: [id] }, operation: REMOVE }),
        () => caller.call(move, { id: waiting.id, to: 'start' }),
        () => caller.call(rows, { id: waiting.id }),
      ])
        await expect(attempt()).rejects.toMatchObject({ status: expect.toBeOneOf([401, 403]) })
    }
    await expect(preview(REMOVE, { ids: [] })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await manager.call(get, { id: waiting.id })).toMatchObject({ state: 'waiting' })
  })
})
