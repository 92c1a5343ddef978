import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { runBulk } from './bulk-runner.server.ts'
import { bookBulkRouter } from './bulk.router.server.ts'

useDatabase()

test('Authors that are filed Last, First are turned round, and back by undo; others stay as they are', async () => {
  const manager = await as('manager')
  const authors = [
    'Hugo, Victor',
    'Hugo, Victor; Sand, George',
    'محفوظ، نجيب',
    'King, Martin Luther, Jr.',
    'Victor Hugo',
    'Victor Hugo, George Sand',
    'Kateb Yacine, Assia Djebar',
    'Ngũgĩ wa Thiong’o, Micere Mugo',
    'Ministry of Education, Kenya',
    '',
  ]
  for (const [at, author] of authors.entries()) await aBook({ title: `T${at}`, author })
  await aBook({ title: 'T0', author: 'Victor Hugo' })
  const stored = async () =>
    (await db.select({ author: book.author }).from(book).orderBy(asc(book.sortTitle), asc(book.id))).map(
      (row) => row.author,
    )
  const before = await stored()
  const preview = () =>
    manager.call(bookBulkRouter.create, {
      books: { filter: {}, except: [] },
      operation: { kind: 'turn', field: 'author' },
    })
  const { id, changed, refused } = await preview()
  // The first would become what another book is.
  expect({ changed, refused }).toEqual({ changed: 3, refused: 1 })
  await manager.call(bookBulkRouter.move, { id, to: 'start' })
  await runBulk(id)
  expect(await stored()).toEqual([
    'Hugo, Victor',
    'Victor Hugo',
    'Victor Hugo, George Sand',
    'نجيب محفوظ',
    'Martin Luther King, Jr.',
    ...authors.slice(4),
  ])
  // What was turned is not turned again.
  expect(await preview()).toMatchObject({ changed: 0 })
  const { items } = await manager.call(activityRouter.list, {})
  expect(items[0]).toMatchObject({ action: 'book.bulk-turn' })
  await manager.call(bookBulkRouter.move, { id, to: 'undo' })
  await runBulk(id)
  expect(await stored()).toEqual(before)
})
