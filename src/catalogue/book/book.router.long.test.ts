import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as, type Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { bookSchema } from './book.schema.ts'
import { bookRouter } from './book.router.server.ts'
import { PAGE_SIZE } from '#base/lib/list/page-input.ts'
import type { bookListSchema, BookListInput } from './list/book-list.schema.ts'
import { labelled } from '#test/labelled.ts'

useDatabase()

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'

let reader: SignedInCaller
beforeAll(async () => {
  reader = await as('reader')
})
beforeEach(async () => void (await db.delete(book)))

type BookList = z.infer<typeof bookListSchema>
const list = (input: BookListInput = {}): Promise<BookList> => reader.call(bookRouter.list, input)
const titlesOf = ({ items }: { items: { title: string }[] }): string[] => items.map(({ title }) => title)
const addBooks = (titles: string[]) =>
  db.insert(book).values(titles.map((title, index) => ({ title, author: `Author ${index}` })))

/** Every page from the first to the last; `between` runs after each. */
async function allPages(
  limit: number,
  between: (page: BookList) => Promise<void> = async () => undefined,
): Promise<BookList[]> {
  const pages: BookList[] = []
  for (let cursor: string | undefined; ;) {
    const page = await list({ limit, ...(cursor === undefined ? {} : { cursor }) })
    pages.push(page)
    if (page.nextCursor === null || pages.length > 50) return pages
    cursor = page.nextCursor
    await between(page)
  }
}

describe('who may read books', () => {
  test('a reader and a manager; no visitor who is signed out and no user without a name', async () => {
    const [manager, stranger, newcomer] = [await as('manager'), await as('stranger'), await as('newcomer')]
    const { id } = await aBook({ title: 'Nedjma' })
    const calls: ((caller: Caller) => Promise<unknown>)[] = [
      (caller) => caller.call(bookRouter.list, {}),
      (caller) => caller.call(bookRouter.get, { id }),
      (caller) => caller.call(bookRouter.listNew, undefined),
      (caller) => caller.call(bookRouter.listRelated, { id }),
    ]
    for (const ask of calls) {
      await expect(ask(stranger)).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
      await expect(ask(newcomer)).rejects.toMatchObject({ code: 'NOT_ONBOARDED', status: 403 })
      for (const caller of [reader, manager]) await expect(ask(caller)).resolves.toBeTruthy()
    }
  })

  test('no user with an unknown role', async () => {
    const other = await as('reader', { role: 'guest' })
    await expect(other.call(bookRouter.list, {})).rejects.toMatchObject({
      code: 'RESOURCE_NOT_ALLOWED',
      status: 403,
      message: 'unauthorized to access resource "book"',
    })
    const both = await as('reader', { role: 'guest,user' })
    await expect(both.call(bookRouter.list, {})).resolves.toMatchObject({ total: 0 })
  })
})

describe('the list', () => {
  test('is empty without books', async () => {
    expect(await list()).toEqual({ items: [], nextCursor: null, total: 0 })
  })

  test('has the fields of a book', async () => {
    const genre = await theGenre('novel')
    const row = await aBook({ title: 'Nedjma', author: 'Kateb Yacine', publisher: 'Seuil', genreId: genre.id })
    const { id, version, createdAt, updatedAt } = row
    const { items } = await list()
    expect(items).toMatchObject([
      {
        id,
        title: 'Nedjma',
        author: 'Kateb Yacine',
        cover: null,
        publisher: 'Seuil',
        isbn: [],
        details: [],
        genre: { id: genre.id, name: 'Novel', slug: 'novel', names: null, hue: genre.hue },
        version,
        isSample: false,
        createdAt,
        updatedAt,
      },
    ])
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual(Object.keys(bookSchema.shape).toSorted())
  })

  test('is ordered by title as people expect, in every script', async () => {
    await addBooks([
      'zebra',
      'Éclair',
      'apple',
      'Zanzibar',
      'Eden',
      'Apple Pie',
      '10% Happier',
      'نجمة',
      'أحمد',
      'Œuvre',
    ])
    expect(titlesOf(await list())).toEqual([
      '10% Happier',
      'apple',
      'Apple Pie',
      'Éclair',
      'Eden',
      'Œuvre',
      'Zanzibar',
      'zebra',
      'أحمد',
      'نجمة',
    ])
  })

  test('has pages of 20 and says how many there are', async () => {
    await addBooks(Array.from({ length: 45 }, (_, index) => `Book ${index}`))
    const pages = await allPages(PAGE_SIZE)
    expect(pages.map(({ items }) => items.length)).toEqual([20, 20, 5])
    expect(pages.map(({ total }) => total)).toEqual([45, 45, 45])
    expect((await list()).items).toHaveLength(20)
  })

  test('ends with the last full page', async () => {
    await addBooks(Array.from({ length: 40 }, (_, index) => `Book ${index}`))
    expect((await allPages(20)).map(({ items }) => items.length)).toEqual([20, 20])
  })

  test('neither repeats nor loses a book, with equal and with very long titles', async () => {
    const long = 'l'.repeat(250)
    await addBooks([
      ...Array(13).fill('Same'),
      ...Array(7).fill('same'),
      ...Array(9).fill(long),
      `${long}a`,
      `${long}b`,
      ...Array(5).fill('😀'.repeat(201)),
      ...Array(5).fill('é'),
      ...Array(5).fill('e\u0301'),
    ])
    const rows = await db.select({ id: book.id }).from(book).orderBy(asc(book.sortTitle), asc(book.id))
    for (const limit of [1, 3, 20, 100]) {
      const ids = (await allPages(limit)).flatMap(({ items }) => items.map(({ id }) => id))
      expect(ids).toEqual(rows.map(({ id }) => id))
    }
  })

  test('continues at the cursor while books are added and deleted', async () => {
    const titles = Array.from({ length: 30 }, (_, index) => `Book ${String(index).padStart(2, '0')}`)
    await addBooks(titles)
    const pages = await allPages(10, async ({ items }) => {
      // One added before the cursor; the book at the cursor deleted; one added after it.
      const last = items.at(-1)
      if (!last) return
      await addBooks([`AAA ${last.title}`])
      await db.delete(book).where(eq(book.id, last.id))
      await addBooks([`${last.title}+`])
    })
    const seen = pages.flatMap(titlesOf)
    expect(seen).toEqual(
      titles.flatMap((title) => (['Book 09', 'Book 18', 'Book 27'].includes(title) ? [title, `${title}+`] : [title])),
    )
  })

  test('is filtered by genre', async () => {
    const [novel, poetry] = [await theGenre('novel'), await theGenre('poetry')]
    await aBook({ title: 'One', genreId: novel.id })
    await aBook({ title: 'Two', genreId: poetry.id })
    await aBook({ title: 'Three', genreId: null })
    expect(await list({ genreId: poetry.id })).toMatchObject({ items: [{ title: 'Two' }], total: 1 })
    expect(await list({ genreId: UNKNOWN_ID })).toMatchObject({ items: [], total: 0 })
    await expect(list({ genreId: 'poetry' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 400,
      fields: { genreId: { key: 'validation_invalid' } },
    })
  })

  test('is filtered by books without a genre, or without a publisher', async () => {
    const { id: genreId } = await theGenre('novel')
    await aBook({ title: 'Neither', genreId: null, publisher: '' })
    await aBook({ title: 'No genre', genreId: null, publisher: 'None' })
    await aBook({ title: 'No publisher', genreId, publisher: '' })
    await aBook({ title: 'Both', genreId, publisher: 'none' })
    // Folding removes such signs, but the field is not empty.
    await aBook({ title: 'A sign', genreId, publisher: '\u0640' })
    const titles = async (input: BookListInput) => {
      const { items, total } = await list(input)
      expect(total).toBe(items.length)
      const first = await list({ ...input, limit: 1 })
      const rest = first.nextCursor === null ? [] : (await list({ ...input, cursor: first.nextCursor })).items
      expect([...first.items, ...rest]).toEqual(items)
      return titlesOf({ items })
    }
    for (const sort of ['title', 'author'] as const) {
      expect(await titles({ genreId: 'none', sort })).toEqual(['Neither', 'No genre'])
      expect(await titles({ publisher: '', sort })).toEqual(['Neither', 'No publisher'])
    }
    expect(await titles({ genreId: 'none', publisher: '' })).toEqual(['Neither'])
    expect(await titles({ genreId: 'none', publisher: '', sort: 'added' })).toEqual(['Neither'])
    expect(await titles({ publisher: 'none' })).toEqual(['Both', 'No genre'])
    expect(await titles({ publisher: '', searchTerm: 'no' })).toEqual(['No publisher'])
    expect(await titles({ genreId: 'none', searchTerm: 'genre' })).toEqual(['No genre'])
    expect((await list({ genreId: 'none', searchTerm: 'neihter' })).similar).toMatchObject([{ title: 'Neither' }])
  })

  test.each(
    labelled([
      ['limit', 0, { key: 'validation_number_min', params: { limit: 1 } }],
      ['limit', -1, { key: 'validation_number_min', params: { limit: 1 } }],
      ['limit', 101, { key: 'validation_number_max', params: { limit: 100 } }],
      ['limit', 10_000, { key: 'validation_number_max', params: { limit: 100 } }],
      ['limit', 1.5, { key: 'validation_invalid' }],
      ['limit', 'x', { key: 'validation_invalid' }],
      ['limit', null, { key: 'validation_invalid' }],
      ['cursor', 'not ours', { key: 'cursor_invalid' }],
      ['cursor', '', { key: 'cursor_invalid' }],
      ['cursor', btoa('["Title","no id"]'), { key: 'cursor_invalid' }],
      ['cursor', btoa('["Title"]'), { key: 'cursor_invalid' }],
      ['cursor', btoa('null'), { key: 'cursor_invalid' }],
      ['cursor', btoa(`["a\\u0000b","${UNKNOWN_ID}"]`), { key: 'cursor_invalid' }],
      ['cursor', 'x'.repeat(2001), { key: 'cursor_invalid' }],
      ['cursor', 7, { key: 'validation_invalid' }],
      ['searchTerm', 'a\0b', { key: 'text_invalid' }],
      ['searchTerm', '\u001B[2J', { key: 'text_invalid' }],
      ['searchTerm', 'x'.repeat(201), { key: 'validation_string_max', params: { limit: 200 } }],
      ['searchTerm', 'x'.repeat(10_000), { key: 'validation_string_max', params: { limit: 200 } }],
      ['searchTerm', 7, { key: 'validation_invalid' }],
    ]),
  )('refuses %s with a message at it', async (_, field, value, problem) => {
    // A client may send anything.
    await expect(list({ [field]: value } as BookListInput)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 400,
      fields: { [field]: expect.objectContaining(problem) },
    })
  })
})

test('the list for readers has JSON values only, since it is sent as JSON', async () => {
  await aBook({ title: 'Nedjma', publisher: 'Seuil', genreId: (await theGenre('novel')).id })
  await aBook({ title: 'Without a genre', genreId: null })
  const list = await reader.call(bookRouter.listSummaries, {})
  expect(titlesOf(list)).toEqual(['Nedjma', 'Without a genre'])
  expect(JSON.parse(JSON.stringify(list))).toStrictEqual(list)
})

describe('one book', () => {
  test('is found by its id, in capitals too', async () => {
    const { id } = await aBook({ title: 'Nedjma' })
    expect(await reader.call(bookRouter.get, { id })).toMatchObject({ id, title: 'Nedjma', genre: null })
    expect(await reader.call(bookRouter.get, { id: id.toUpperCase() })).toMatchObject({ id })
  })

  test.each([UNKNOWN_ID, 'nonsense', '', '1', `${UNKNOWN_ID}x`, "' or 1=1 --", 'a\0b'])(
    '%j is not found',
    async (id) => {
      await expect(reader.call(bookRouter.get, { id })).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
    },
  )
})

describe('the newest books', () => {
  test('come first, twelve of them', async () => {
    for (let day = 1; day <= 14; day += 1)
      await aBook({ title: `Day ${day}`, createdAt: new Date(Date.UTC(2026, 0, day)) })
    const { items } = await reader.call(bookRouter.listNew, undefined)
    expect(items.map(({ title }) => title)).toEqual(Array.from({ length: 12 }, (_, index) => `Day ${14 - index}`))
    // Null until they are counted, however long that takes.
    await expect.poll(async () => (await reader.call(bookRouter.listNew, undefined)).total).toBe(14)
  })
})
