import * as fc from 'fast-check'
import { desc, eq, sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { RANK } from '#base/db/list/ranks.server.ts'
import { searchOf, type Search } from '#base/db/list/search.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { bookList } from '../shared/book-list.server.ts'
import { bookRouter } from '../book.router.server.ts'
import { bookSortSchema, type BookSort } from '../search/book-search.schema.ts'

useDatabase()

const WORDS = ['the', 'king', 'of', 'sea', 'les', 'île', 'مكتبة', 'الليل', 'kitabu', 'ya', 'a', '10%', 'night', 'Ωmega']
const TERMS = [
  '',
  'the',
  'king',
  'of the',
  'king sea',
  'a',
  'k',
  'ile',
  'مكتبه',
  '%',
  'night the',
  'ing',
  'nowhere',
  'the of',
  // A title with its author, prefixes, words within words, a series, Arabic with and without article.
  'night king',
  'the king the sea',
  'kin',
  'kitabu ya the',
  'sea #2',
  'ليل',
  'الليل',
]

let reader: SignedInCaller
beforeAll(async () => {
  reader = await as('reader')
  // Few words, so that searches have many hits, some, or few.
  const random = fc.sample(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }), {
    numRuns: 600,
    seed: 7,
  })
  const rows = random.map((words, index) => ({
    title: words.join(' ') + (index % 7 === 0 ? ` (The ${words[0]}, #${index % 9})` : ''),
    author: `${WORDS[index % WORDS.length]} ${WORDS[index % 5]}${index % 4 === 0 ? '' : ` ${index}`}`,
    publisher: index % 3 === 0 ? 'King & Sons' : '',
    // Some at the same time; in microseconds, which JavaScript dates lack.
    updatedAt: sql`timestamptz '2026-01-01' + ${index % 50} * interval '1.000001 s'`,
  }))
  // Longer than the part of the title that the index holds.
  const long = { title: `${'word '.repeat(90)}night`, author: 'the king of the sea', publisher: '' }
  await db
    .insert(book)
    .values([...rows, long])
    .onConflictDoNothing()
  await db.execute(sql`analyze book`)
})

async function read(term: string): Promise<Search | null> {
  const search = await searchOf(bookList, term, 'of this test')
  if (search === 'none') throw new Error('No words')
  return search
}

/** The order of all hits as one query would sort them. */
const ranked = ({ rank, titles }: Search): SQL[] => [
  rank,
  ...[titles?.order, titles?.key].map(
    (key) => sql`case when ${rank} <= ${RANK.beginningInWord} then ${key ?? null} end`,
  ),
  sql`case when ${rank} > ${RANK.beginningInWord} then ${book.sortTitle} end`,
  sql`${book.id}`,
]

interface Paging {
  sort?: BookSort
  between?: () => Promise<void>
}

/** Every page of a list, one after the other. */
async function allPages(searchTerm: string, limit: number, { sort = 'title', between }: Paging = {}) {
  const ids: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await reader.call(bookRouter.list, { searchTerm, limit, sort, ...(cursor && { cursor }) })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
    await between?.()
  } while (cursor)
  return ids
}

describe('pages one after the other', () => {
  test.each(TERMS)('have the same rows in the same order as one list: %j', async (term) => {
    const search = await read(term)
    const whole = await db
      .select({ id: book.id })
      .from(book)
      .where(search?.matches)
      .orderBy(...(search ? ranked(search) : [book.sortTitle, book.id]))
    const expected = whole.map(({ id }) => id)
    expect(await allPages(term, 7)).toEqual(expected)
    expect(await allPages(term, 100)).toEqual(expected)
  })

  const ORDERS = {
    title: [book.sortTitle, book.id],
    author: [book.sortAuthor, book.sortTitle, book.id],
    added: [desc(book.id)],
    'title-desc': [desc(book.sortTitle), desc(book.id)],
    'author-desc': [desc(book.sortAuthor), desc(book.sortTitle), desc(book.id)],
    'added-asc': [book.id],
    year: [book.sortYearDown, book.sortTitle, book.id],
    'year-asc': [book.sortYear, book.sortTitle, book.id],
    shelfMark: [book.sortShelfMark, book.sortTitle, book.id],
    'shelfMark-desc': [desc(book.sortShelfMark), desc(book.sortTitle), desc(book.id)],
    changed: [desc(book.updatedAt), desc(book.id)],
    'changed-asc': [book.updatedAt, book.id],
  } satisfies Record<BookSort, unknown>
  test.each(
    Object.entries(ORDERS).flatMap(([sort, columns]) =>
      ['', 'the', 'king sea', 'ile'].map((term) => ({ sort, columns, term })),
    ),
  )('are sorted by $sort in a search for "$term"', async ({ sort, columns, term }) => {
    const search = await read(term)
    const whole = await db
      .select({ id: book.id })
      .from(book)
      .where(search?.matches)
      .orderBy(...(search && sort === 'title' ? ranked(search) : columns))
    const expected = whole.map(({ id }) => id)
    expect(await allPages(term, 7, { sort: bookSortSchema.parse(sort) })).toEqual(expected)
    expect(await allPages(term, 100, { sort: bookSortSchema.parse(sort) })).toEqual(expected)
  })

  test('hold every hit of any search once, in the order of one list, whatever their size', async () => {
    const word = fc.tuple(fc.constantFrom(...WORDS), fc.nat(5)).map(([text, cut]) => text.slice(0, Math.max(1, cut)))
    const term = fc.array(fc.oneof(word, fc.constantFrom(...WORDS)), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(term, fc.integer({ min: 13, max: 60 }), async (words, limit) => {
        const search = await read(words.join(' '))
        if (!search) return
        const whole = await db
          .select({ id: book.id })
          .from(book)
          .where(search.matches)
          .orderBy(...ranked(search))
        expect(await allPages(words.join(' '), limit)).toEqual(whole.map(({ id }) => id))
      }),
      { numRuns: 20, seed: 5 },
    )
  }, 30_000)

  test('keep their sort order: a cursor of another one is refused', async () => {
    const { nextCursor } = await reader.call(bookRouter.list, { limit: 5 })
    await expect(
      reader.call(bookRouter.list, { limit: 5, sort: 'author', cursor: nextCursor ?? '' }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', fields: { cursor: { key: 'cursor_invalid' } } })
  })

  test('have every row that existed throughout exactly once, whatever is added, changed and deleted in between', async () => {
    const change = fc.record({
      what: fc.constantFrom('insert', 'rename', 'remove'),
      words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
      at: fc.nat(10_000),
    })
    let made = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('', 'the', 'king', 'ile', 'night king', 'kin'),
        fc.constantFrom<BookSort>('title', 'author', 'added', 'title-desc', 'changed'),
        fc.array(change, { maxLength: 30 }),
        async (term, sort, changes) => {
          const before = await db
            .select({ id: book.id })
            .from(book)
            .where((await read(term))?.matches)
          const touched = new Set<string>()
          const waiting = [...changes]
          const between = async () => {
            for (const { what, words, at } of waiting.splice(0, 3)) {
              made += 1
              const title = `${words.join(' ')} ${made}`
              const victim = before[at % before.length]?.id
              if (what === 'insert') await db.insert(book).values({ title, author: 'New' })
              else if (victim !== undefined) {
                touched.add(victim)
                if (what === 'remove') await db.delete(book).where(eq(book.id, victim))
                else await db.update(book).set({ title }).where(eq(book.id, victim))
              }
            }
          }
          const seen = await allPages(term, 23, { sort, between })
          const times = new Map<string, number>()
          for (const id of seen) times.set(id, (times.get(id) ?? 0) + 1)
          for (const { id } of before) if (!touched.has(id)) expect(times.get(id)).toBe(1)
          for (const [id, count] of times) if (!touched.has(id)) expect(count).toBe(1)
        },
      ),
      { numRuns: 20, seed: 11 },
    )
  })
})
