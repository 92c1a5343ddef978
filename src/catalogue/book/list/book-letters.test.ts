import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as, type Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { theGenre } from '#test/factories.ts'
import { bookRouter } from '../book.router.server.ts'
import type { BookListInput, BookLettersInput } from './book-list.schema.ts'

useDatabase()

/** In the order of the list. */
const BOOKS = [
  { title: '***', author: '' },
  { title: '1984', author: 'George Orwell' },
  { title: 'Élan', author: 'Zoë' },
  { title: '#GIRLBOSS', author: '“Sophia” Amoruso' },
  { title: 'The Hobbit', author: 'J. R. R. Tolkien' },
  { title: "'Salem's Lot", author: 'Stephen King' },
  { title: 'Дубровский', author: 'Пушкин' },
  { title: 'أحلام', author: 'كاتب' },
  { title: 'الأسود يليق بك', author: 'أحلام مستغانمي' },
  { title: 'الفيل الأزرق', author: 'أحمد مراد' },
  { title: 'はな', author: 'か' },
  { title: '大地', author: 'か' },
]
const TITLES = BOOKS.map(({ title }) => title)

let reader: SignedInCaller
let genreId: string
beforeAll(async () => {
  reader = await as('reader')
  genreId = (await theGenre('novel')).id
  await db.delete(book)
  const rows = BOOKS.map((row, at) => ({
    ...row,
    publisher: at < 3 ? 'Penguin' : '',
    genreId: at < 5 ? genreId : null,
  }))
  await db.insert(book).values(rows.toReversed())
})

const lettersOf = async (input: BookLettersInput = {}) => (await reader.call(bookRouter.listLetters, input)).letters
const list = (input: BookListInput) => reader.call(bookRouter.list, input)
const titlesOf = async (input: BookListInput) => (await list(input)).items.map(({ title }) => title)

describe('the order of titles', () => {
  test('ignores articles and punctuation', async () => {
    expect(await titlesOf({})).toEqual(TITLES)
    expect(await titlesOf({ sort: 'title-desc' })).toEqual(TITLES.toReversed())
  })

  test('is by the surnames of authors, without punctuation; books without one come last', async () => {
    const authors = (await list({ sort: 'author' })).items.map(({ author }) => author)
    expect(authors.slice(0, 4)).toEqual(['“Sophia” Amoruso', 'Stephen King', 'George Orwell', 'J. R. R. Tolkien'])
    expect(authors.at(-1)).toBe('')
  })
})

describe('the letters of a list', () => {
  test('are the initials of the sort titles; in scripts without an alphabet the first character', async () => {
    expect(await lettersOf()).toEqual(['#', 'E', 'G', 'H', 'S', 'Д', 'ا', 'ف', 'は'])
  })

  test('or its authors', async () => {
    expect(await lettersOf({ sort: 'author' })).toEqual(['A', 'K', 'O', 'T', 'Z', 'П', 'ا', 'ك', 'か'])
  })

  test('of a filtered list are those of its books', async () => {
    expect(await lettersOf({ genreId })).toEqual(['#', 'E', 'G', 'H'])
    expect(await lettersOf({ genreId, publisher: 'PENGUIN', sort: 'author-desc' })).toEqual(['O', 'Z'])
    expect(await lettersOf({ author: 'Nobody' })).toEqual([])
  })

  test('change with the books', async () => {
    const { rows } = await db.execute<{ id: string }>(
      sql`insert into book (id, title) values (gen_random_uuid(), 'Quilombo') returning id`,
    )
    expect(await lettersOf()).toContain('Q')
    await db.execute(sql`delete from book where id = ${rows[0]?.id}`)
    expect(await lettersOf()).not.toContain('Q')
  })

  test('need a signed-in reader', async () => {
    const stranger: Caller = await as('stranger')
    await expect(stranger.call(bookRouter.listLetters, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('a list from a letter on', () => {
  test.each([
    ['title', '#', 0],
    ['title', 'E', 2],
    ['title', 'é', 2],
    ['title', 'F', 3],
    ['title', 'S', 5],
    ['title', 'T', 6],
    ['title', 'أ', 7],
    ['title', 'ف', 9],
    ['title-desc', 'S', 5],
    ['title-desc', 'T', 5],
    ['title-desc', '#', 1],
  ] as const)('by %s at %s', async (sort, letter, at) => {
    const expected = sort === 'title' ? TITLES.slice(at) : TITLES.slice(0, at + 1).toReversed()
    expect(await titlesOf({ sort, letter })).toEqual(expected)
    // Page by page as well, and within a filter.
    const { items, nextCursor, total } = await list({ sort, letter, limit: 1 })
    const next = await list({ sort, letter, limit: 100, cursor: nextCursor ?? '' }).catch(() => ({ items: [] }))
    expect([...items, ...next.items].map(({ title }) => title)).toEqual(expected)
    expect(total).toBe(expected.length)
    expect((await reader.call(bookRouter.count, { sort, letter })).total).toBe(expected.length)
    const inGenre = expected.filter((title) => TITLES.indexOf(title) < 5)
    expect(await titlesOf({ sort, letter, genreId })).toEqual(inGenre)
  })

  test('begins at every letter of the list, with a book of that letter', async () => {
    for (const sort of ['title', 'author'] as const)
      for (const letter of await lettersOf({ sort })) {
        const [first] = (await list({ sort, letter, limit: 1 })).items
        const { rows } = await db.execute<{ key: string }>(
          sql`select ${sort === 'title' ? book.sortTitle : book.sortAuthor} as key from ${book} where id = ${first?.id}`,
        )
        const begins = (rows[0]?.key ?? '').slice(0, 1).toUpperCase()
        expect(letter === '#' ? !/\p{L}/u.test(begins) : begins === letter).toBe(true)
      }
  })

  test.each([
    [{ letter: 'ab' }, 'letter_invalid'],
    [{ letter: '' }, 'letter_invalid'],
    [{ letter: '7' }, 'letter_invalid'],
    [{ letter: 'a', sort: 'added' }, 'letter_order'],
    [{ letter: 'a', searchTerm: 'hobbit' }, 'letter_order'],
  ] as const)('is refused for %j', async (input, key) => {
    await expect(list(input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', fields: { letter: { key } } })
  })
})

describe('the books of an author', () => {
  test.each(['“Sophia” Amoruso', '"SOPHIA"  AMORUSO'])('are found as %s', async (author) => {
    expect(await titlesOf({ author })).toEqual(['#GIRLBOSS'])
  })

  test('are not those of another name with the same sort key', async () => {
    expect(await titlesOf({ author: 'Sophia Amoruso' })).toEqual([])
  })

  test('are those without an author for an empty one', async () => {
    expect(await titlesOf({ author: '' })).toEqual(['***'])
    expect((await list({ author: 'か', sort: 'title' })).items).toHaveLength(2)
  })
})

describe('a cursor that was tampered with', () => {
  const cursor = (keys: string[]) =>
    Buffer.from(JSON.stringify(['changed', 0, keys, '01890000-0000-7000-8000-000000000000'])).toString('base64url')

  test.each(['', 'now', '2026-02-31T00:00:00.000000Z', '0000-01-01T00:00:00.000000Z', '2026-01-01T00:00:00Z'])(
    'is refused: a change at %j',
    async (time) => {
      await expect(list({ sort: 'changed', cursor: cursor([time]) })).rejects.toMatchObject({
        fields: { cursor: { key: 'cursor_invalid' } },
      })
    },
  )

  test('is accepted with a valid date', async () => {
    expect((await list({ sort: 'changed', cursor: cursor(['2000-01-01T00:00:00.000001Z']) })).items).toEqual([])
  })
})
