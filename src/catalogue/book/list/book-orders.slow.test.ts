import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { bookRouter } from '../book.router.server.ts'
import type { BookSort } from '../search/book-search.schema.ts'

useDatabase()

beforeEach(async () => {
  await db.delete(book)
})

/** The titles of a list, page by page. */
async function titles(sort: BookSort, limit = 2): Promise<string[]> {
  const reader = await as('reader')
  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await reader.call(bookRouter.list, { sort, limit, ...(cursor !== undefined && { cursor }) })
    found.push(...page.items.map(({ title }) => title))
    cursor = page.nextCursor
  }
  return found
}

test('By year, books without one are last, and those of one year stand by title', async () => {
  for (const [title, year] of [
    ['The first', 1000],
    ['Zadig', 1996],
    ['A boat', 1996],
    ['Unknown B', null],
    ['Late', 2027],
    ['Unknown A', null],
    ['Candide', 1759],
  ] as const)
    await aBook({ title, year })
  expect(await titles('year')).toEqual(['Late', 'A boat', 'Zadig', 'Candide', 'The first', 'Unknown A', 'Unknown B'])
  expect(await titles('year-asc')).toEqual([
    'The first',
    'Candide',
    'A boat',
    'Zadig',
    'Late',
    'Unknown A',
    'Unknown B',
  ])
  await db
    .update(book)
    .set({ year: 1500 })
    .where(sql`title = 'Unknown B'`)
  expect(await titles('year-asc')).toEqual([
    'The first',
    'Unknown B',
    'Candide',
    'A boat',
    'Zadig',
    'Late',
    'Unknown A',
  ])
})

/** Shelf marks in the order in which they stand on a shelf. */
const MARKS = [
  ['2', '10', '٢٠', '100'],
  ['A 2', 'a 10', 'A 11', 'B 1'],
  ['R 2', 'R ٣', 'r ۴', 'R 10 KAT'],
  ['823', '823.12', '823.2', '823.912 ACH', '824', '1000'],
  ['2024.2', '2024.12', '2024.117'],
  ['3.2', '3.10'],
  ['É 1', 'e 2', 'F 1'],
  ['_', '%', 'x'],
]

test.each(MARKS.map((marks) => ({ marks })))('By shelf mark as people count: $marks', async ({ marks }) => {
  await aBook({ title: 'None', shelfMark: '' })
  for (const [index, shelfMark] of [...marks.entries()].toReversed())
    await aBook({ title: `${9 - index} ${shelfMark}`, shelfMark })
  const sorted = marks.map((mark, index) => `${9 - index} ${mark}`)
  expect(await titles('shelfMark')).toEqual([...sorted, 'None'])
  expect(await titles('shelfMark-desc', 3)).toEqual(['None', ...sorted.toReversed()])
})

test('Books of one shelf mark stand by title, over the pages', async () => {
  for (let index = 0; index < 9; index++) await aBook({ title: `Title ${index}`, shelfMark: 'R 2' })
  expect(await titles('shelfMark')).toEqual(Array.from({ length: 9 }, (_, index) => `Title ${index}`))
})

test.each([
  ['year', sql`sort_year_down, sort_title, id`],
  ['year-asc', sql`sort_year, sort_title, id`],
  ['shelfMark', sql`sort_shelf_mark, sort_title, id`],
  ['shelfMark-desc', sql`sort_shelf_mark desc, sort_title desc, id desc`],
] as const)('A page by %s is read from its index, however many books there are', async (_, order) => {
  await db.execute(sql`
    insert into book (id, title, author, year, shelf_mark)
    select gen_random_uuid(), 'Title ' || n, '', 1900 + n % 100, 'R ' || n % 500 from generate_series(1, 3000) as n`)
  await db.execute(sql`analyze book`)
  const { rows } = await db.execute(sql`explain select title from book order by ${order} limit 21`)
  const plan = JSON.stringify(rows)
  expect(plan).toContain('Index Scan')
  expect(plan).not.toContain('Sort')
})
