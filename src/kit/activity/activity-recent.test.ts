import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser, theGenre } from '#test/factories.ts'
import { activityRouter } from './activity.router.server.ts'

useDatabase()

const lines = async (caller: SignedInCaller) =>
  (await caller.call(activityRouter.recent, undefined)).items.map(({ action, count, subject }) =>
    count === 1 ? [action, subject.name] : [action, count],
  )

/** Adds books as an import does: many in one transaction. */
const addMany = (count: number, title: string) =>
  withActor('operator', (tx) =>
    tx.execute(
      sql`insert into book (id, title, author, publisher) select gen_random_uuid(), ${title} || ' ' || n, '', '' from generate_series(1, ${count}::int) n`,
    ),
  )

test('A burst of equal changes is one line, however long it was', async () => {
  const manager = await as('manager')
  const by = { userId: manager.user.id }
  const { id: old } = await aBook({ title: 'Before' })
  await withActor(by, (tx) => tx.update(book).set({ title: 'Still before' }).where(eq(book.id, old)))
  await addMany(250, 'Imported')
  await withActor(by, (tx) => tx.update(book).set({ publisher: 'Mkuki' }).where(eq(book.id, old)))
  const novel = await theGenre('novel')
  const ids = await db
    .select({ id: book.id })
    .from(book)
    .where(sql`title like 'Imported 1_'`)
  await withActor(by, (tx) =>
    tx
      .update(book)
      .set({ genreId: novel.id })
      .where(
        inArray(
          book.id,
          ids.map(({ id }) => id),
        ),
      ),
  )
  expect((await lines(manager)).slice(0, 4)).toEqual([
    ['book.update', 10],
    ['book.update', 'Still before'],
    ['book.create', 250],
    ['book.update', 'Still before'],
  ])
})

test('Two of a kind stand each for itself, and so do changes of one book and of long ago', async () => {
  const manager = await as('manager')
  const by = { userId: manager.user.id }
  await withActor(by, (tx) => tx.insert(book).values([{ title: 'Pair 1' }, { title: 'Pair 2' }]))
  const { id } = await aBook({ title: 'Draft 0' })
  for (const title of ['Draft 1', 'Draft 2', 'Draft 3'])
    await withActor(by, (tx) => tx.update(book).set({ title }).where(eq(book.id, id)))
  for (const title of ['Slow 1', 'Slow 2', 'Slow 3']) {
    const [added] = await withActor(by, (tx) => tx.insert(book).values({ title }).returning())
    const minutes = Number(title.at(-1)) * 2 - 8
    await db
      .update(activity)
      .set({ at: sql`now() + make_interval(mins => ${minutes})` })
      .where(eq(activity.subjectId, added?.id ?? ''))
  }
  expect((await lines(manager)).slice(0, 9)).toEqual([
    ['book.create', 'Slow 3'],
    ['book.create', 'Slow 2'],
    ['book.create', 'Slow 1'],
    ['book.update', 'Draft 3'],
    ['book.update', 'Draft 2'],
    ['book.update', 'Draft 1'],
    ['book.create', 'Draft 0'],
    ['book.create', 'Pair 2'],
    ['book.create', 'Pair 1'],
  ])
})

test('There are ten lines at most, bursts among them, and a change shows at once', async () => {
  const manager = await as('manager')
  for (let round = 1; round <= 6; round++) {
    await addMany(round + 2, `Round ${round}`)
    await aUser()
  }
  const found = await lines(manager)
  expect(found).toHaveLength(10)
  expect(found.filter(([, count]) => typeof count === 'number')).toEqual(
    [8, 7, 6, 5, 4].map((count) => ['book.create', count]),
  )
  await aBook({ title: 'Just now' })
  expect((await lines(manager))[0]).toEqual(['book.create', 'Just now'])
})

test('It is for managers alone', async () => {
  await expect((await as('reader')).call(activityRouter.recent, undefined)).rejects.toMatchObject({ status: 403 })
  await expect((await as('stranger')).call(activityRouter.recent, undefined)).rejects.toMatchObject({ status: 401 })
})

test('Imports, bulk changes and their undos are groups already, and stand each for itself; merges add up', async () => {
  const manager = await as('manager')
  const record = (action: string, after: Record<string, unknown>, count: number) =>
    db.insert(activity).values(
      Array.from({ length: count }, (_, at) => ({
        actorKind: 'person' as const,
        actorId: manager.user.id,
        action,
        subjectKind: 'book' as const,
        subjectId: crypto.randomUUID(),
        subjectName: `${action} ${at}`,
        after,
      })),
    )
  const groups = ['book.import', 'book.undo-import', 'book.bulk-set', 'book.bulk-delete', 'book.undo-bulk']
  for (const action of [...groups, 'copy.stocktake', 'copy.undo-stocktake']) {
    await record(action, action.startsWith('copy.') ? { rows: 5, kind: 'lost' } : { books: 5 }, 4)
    const found = (await manager.call(activityRouter.lines, {})).items.slice(0, 4)
    expect(found).toMatchObject(Array.from({ length: 4 }, () => ({ action, count: 1 })))
  }
  for (const [action, count] of [
    ['book.merge', 3],
    ['book.split', 40],
  ] as const) {
    await record(action, { books: 2 }, count)
    const [line] = (await manager.call(activityRouter.lines, {})).items
    expect(line).toMatchObject({ action, count, changes: [{ field: 'books', after: 2 * count }] })
  }
})
