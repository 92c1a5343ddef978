import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { bookName } from '#base/db/tables/book-name.ts'
import { book } from '#base/db/tables/book.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { bookEditRouter } from '../edit/book-edit.router.server.ts'

useDatabase()
afterEach(() => db.delete(book))

const { suggest, listDuplicates } = bookEditRouter
const merge = () => db.execute(sql`select public.merge_book_names()`)

/** The suggestions for a manager; checks that merging the names does not change them. */
async function suggested(text: string, field: 'author' | 'publisher' = 'author') {
  const manager = await as('manager')
  const before = await manager.call(suggest, { field, text })
  await merge()
  expect(await manager.call(suggest, { field, text })).toEqual(before)
  return before
}
const offered = async (...asked: Parameters<typeof suggested>): Promise<string[]> =>
  (await suggested(...asked)).map(({ name }) => name)

describe('While an author or a publisher is typed', () => {
  beforeEach(async () => {
    for (const author of [
      'Chinua Achebe',
      'Chinua Achebe',
      'Achmat Dangor',
      'Ngũgĩ wa Thiong’o',
      'نجيب محفوظ',
      'Mia Couto',
    ])
      await aBook({ author, publisher: 'Heinemann' })
    await aBook({ author: '', publisher: '100% Press' })
  })

  test.each([
    ['ach', ['Chinua Achebe', 'Achmat Dangor']],
    ['ACHEBE', ['Chinua Achebe']],
    ['ach chin', ['Chinua Achebe']],
    ['ngugi', ['Ngũgĩ wa Thiong’o']],
    ["thiong'o", ['Ngũgĩ wa Thiong’o']],
    ['m', ['Mia Couto', 'نجيب محفوظ'].slice(0, 1)],
    ['نج', ['نجيب محفوظ']],
    ['chebe', []],
    ['', []],
    ['  ', []],
    ['%', []],
    ['_', []],
    ['\\', []],
    ['a\0ch', ['Chinua Achebe', 'Achmat Dangor']],
    ['x'.repeat(300), []],
  ])('%j offers %j', async (text, names) => {
    expect(await offered(text)).toEqual(names)
  })

  test('publishers are offered in their own field', async () => {
    expect(await offered('hei', 'publisher')).toEqual(['Heinemann'])
    expect(await offered('%', 'publisher')).toEqual(['100% Press'])
    expect(await offered('hei')).toEqual([])
  })

  test('a name without books is not offered, and one that was just saved is', async () => {
    await merge()
    await db.update(book).set({ author: 'Achille Mbembe' }).where(eq(book.author, 'Achmat Dangor'))
    expect(await offered('ach')).toEqual(['Chinua Achebe', 'Achille Mbembe'])
    await db.delete(book).where(eq(book.author, 'Chinua Achebe'))
    expect(await offered('ach')).toEqual(['Achille Mbembe'])
    await db.delete(book)
    await merge()
    expect(await db.$count(bookName)).toBe(0)
  })

  test('each has the exact number of books with that spelling, recent changes included', async () => {
    expect(await suggested('ach')).toEqual([
      { name: 'Chinua Achebe', books: 2 },
      { name: 'Achmat Dangor', books: 1 },
    ])
    await aBook({ author: 'Achmat Dangor' })
    await aBook({ author: 'Achmat Dangor' })
    await aBook({ author: 'achmat dangor' })
    expect(await suggested('ach')).toEqual([
      { name: 'Achmat Dangor', books: 3 },
      { name: 'Chinua Achebe', books: 2 },
      { name: 'achmat dangor', books: 1 },
    ])
    await db.delete(book).where(eq(book.author, 'Chinua Achebe'))
    expect(await suggested('ach')).toHaveLength(2)
  })

  test('at most eight are offered, the most used first', async () => {
    for (let index = 0; index < 12; index++) await aBook({ author: `Zola ${index}` })
    await aBook({ author: 'Zola 11' })
    const names = await suggested('zol')
    expect(names).toHaveLength(8)
    expect(names[0]).toEqual({ name: 'Zola 11', books: 2 })
    expect(names[1]).toEqual({ name: 'Zola 0', books: 1 })
  })
})

describe('While a title is typed', () => {
  const duplicateTitles = async (title: string, author: string, id?: string) =>
    (await (await as('manager')).call(listDuplicates, { title, author, ...(id && { id }) })).map((one) => one.title)

  test.each([
    ['The Hobbit', 'Hobbit'],
    ['Hobbit', 'The Hobbit'],
    ['The Hobbit', 'the  hobit'],
    ['The Hobbit', 'The Hobbit!'],
    ['The Hobbit', 'The Hobbti'],
    ['L’Étranger', 'Etranger'],
    ['Half of a Yellow Sun', 'half of a Yelow Sum'],
    ['الهوبيت', 'هوبيت'],
    ['Kin-dza-dza', 'Kindzadza'],
  ])('%j is found as a duplicate of %j', async (title, typed) => {
    await aBook({ title, author: 'J. R. R. Tolkien' })
    expect(await duplicateTitles(typed, 'j. r. r. tolkien')).toEqual([title])
  })

  test.each([
    ['The Hobbit', 'The Habits'],
    ['Volume 1', 'Volume 2'],
    ['Emma', 'Emily'],
    ['She', 'Sea'],
    ['…', '?!'],
    ['The Hobbit', ''],
  ])('%j is not found as a duplicate of %j', async (title, typed) => {
    await aBook({ title, author: 'J. R. R. Tolkien' })
    expect(await duplicateTitles(typed, 'J. R. R. Tolkien')).toEqual([])
  })

  test('duplicates have the same author, or none like it; without the book itself; nearest first, at most three', async () => {
    const { id } = await aBook({ title: 'Beowulf', author: '' })
    expect(await duplicateTitles('Beowulf', 'Anonymous')).toEqual([])
    expect(await duplicateTitles('beowulf', '')).toEqual(['Beowulf'])
    expect(await duplicateTitles('Beowulf', '', id)).toEqual([])
    for (const title of ['Beowulff', 'The Beowulf', 'Beowolf', 'Beowul']) await aBook({ title, author: '' })
    const found = await duplicateTitles('Beowulf', '')
    expect(found).toHaveLength(3)
    expect(found.slice(0, 2).toSorted()).toEqual(['Beowulf', 'The Beowulf'])
  })

  test('special characters are searched like any other', async () => {
    for (const odd of ['\0', '\uD800', '%', '\u202E', '👩🏽‍🚀', 'x'.repeat(1000)])
      expect(await duplicateTitles(odd, odd)).toEqual([])
  })
})

test('readers get neither suggestions nor duplicates', async () => {
  const reader = await as('reader')
  await expect(reader.call(suggest, { field: 'author', text: 'a' })).rejects.toMatchObject({ status: 403 })
  await expect(reader.call(listDuplicates, { title: 'a' })).rejects.toMatchObject({ status: 403 })
})
