import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import books from '#catalogue/book/search/search-books.json' with { type: 'json' }
import { useDatabase } from '#test/database.ts'
import { oddTexts } from '#test/odd-texts.ts'
import { deriveBook, type DerivedFields, type DerivingTexts as Texts } from './derive-book.ts'
import { authors, searchTitles, similarTitles, sortTitles } from './derive-cases.json' with { type: 'json' }
import { compareKeys } from './search/compare-keys.ts'

// The rules of folding, sort keys and search are written in SQL and in TypeScript; this is what holds them together: both
// must give what the cases say, and the same for odd texts and for real titles.

useDatabase()
beforeEach(() => db.delete(book))

/** What the trigger computed of the books that there are. Of two with the same title and author one was not added. */
async function derivedInSql(): Promise<(Texts & DerivedFields)[]> {
  const {
    title,
    author,
    publisher,
    series,
    shelfMark,
    allWords,
    authorWords,
    searchTitle,
    searchOrder,
    sortTitle,
    sortAuthor,
  } = book
  const texts = { title, author, publisher, series, shelfMark }
  const columns = { ...texts, allWords, authorWords, searchTitle, searchOrder, sortTitle, sortAuthor }
  const rows = await db.select(columns).from(book).orderBy(book.id)
  for (const row of rows) expect(row.searchOrder).toMatch(/^\d{10}$/)
  return rows.map((row) => ({ ...row, searchOrder: Number(row.searchOrder) }))
}

const derive = (texts: Partial<Texts>): DerivedFields =>
  deriveBook({ title: '', author: '', publisher: '', series: '', shelfMark: '', ...texts })

async function addBooks(texts: readonly (Partial<Texts> & { title: string })[]): Promise<void> {
  const column = (field: keyof Texts) => sql`${sql.param(texts.map((one) => one[field] ?? ''))}::text[]`
  await db.execute(sql`
    insert into book (id, title, author, publisher, series, shelf_mark)
    select ('00000000-0000-7000-8000-' || lpad(at::text, 12, '0'))::uuid, title, author, publisher, series, shelf_mark
    from unnest(${column('title')}, ${column('author')}, ${column('publisher')}, ${column('series')}, ${column('shelfMark')})
      with ordinality as given(title, author, publisher, series, shelf_mark, at) on conflict do nothing`)
}

/** The books of which a phone computes something else than the trigger did. */
async function differences() {
  const rows = await derivedInSql()
  return rows.flatMap(({ title, author, publisher, series, shelfMark, ...inSql }) => {
    const onPhone = deriveBook({ title, author, publisher, series, shelfMark })
    return JSON.stringify(inSql) === JSON.stringify(onPhone) ? [] : [{ title, author, inSql, onPhone }]
  })
}

describe('a book is filed and found as the cases say', () => {
  test.each<[field: 'sortTitle' | 'searchTitle' | 'sortAuthor', of: 'title' | 'author', cases: string[][]]>([
    ['sortTitle', 'title', sortTitles],
    ['searchTitle', 'title', searchTitles],
    ['sortAuthor', 'author', authors],
  ])('%s', async (field, of, cases) => {
    await addBooks(cases.map(([text = ''], at) => ({ title: `${at}`, author: `${at}`, [of]: text })))
    const rows = await derivedInSql()
    expect(rows.map((row) => [row[of], row[field]])).toEqual(cases)
    expect(await differences()).toEqual([])
  })

  test.each(similarTitles)('titles that begin alike: %#', async (...titles) => {
    await addBooks(titles.toReversed().map((title) => ({ title })))
    const rows = await derivedInSql()
    expect(rows.toSorted((a, b) => a.searchOrder - b.searchOrder).map(({ title }) => title)).toEqual(titles)
  })

  test('a title is looked up with and without Arabic article and hamza', () => {
    const [one, other] = ['الأيام', 'ايام'].map((title) => derive({ title }).searchTitle)
    expect(one).toBe(other)
  })
})

describe('what a phone computes of a book is what the database does', () => {
  /** Characters that the Unicode of this PostgreSQL does not know yet, or that of Node: rare ones. */
  let unknown: Set<string>
  let texts: string[]
  beforeAll(async () => {
    // U+001F parts words and is in no title: the schema refuses control characters.
    const odd = [
      ...oddTexts(8000).map((text) => text.replaceAll('\u001F', '')),
      ...['x', '!', '…', 'ﷺ', '٪', '🐘', 'the ', '(x #1)'].map((text) => text.repeat(99)),
    ]
    const classes = { alnum: /[\p{L}\p{Nd}]/u, punct: /\p{P}/u, space: /[\p{Z}\t-\r\x1c-\x1f\x85]/u }
    const characters = [...new Set(odd.join(''))].filter((one) => one.isWellFormed())
    const { rows } = await db.execute<{ one: string; alnum: boolean; punct: boolean; space: boolean }>(sql`
      select one, one collate "und-x-icu" ~ '[[:alnum:]]' as alnum, one collate "und-x-icu" ~ '[[:punct:]]' as punct,
        one collate "und-x-icu" ~ '[[:space:]]' as space
      from unnest(${sql.param(characters)}::text[]) as one`)
    const isKnown = ({ one, ...row }: (typeof rows)[number]) =>
      classes.alnum.test(one) === row.alnum &&
      classes.punct.test(one) === row.punct &&
      classes.space.test(one) === row.space
    unknown = new Set(rows.filter((row) => !isKnown(row)).map(({ one }) => one))
    // None is Latin, Greek, Cyrillic, Hebrew or Arabic.
    expect([...unknown].filter((one) => one < '\u0800')).toEqual([])
    texts = odd.filter((text) => [...text].every((one) => !unknown.has(one)))
    expect(texts.length).toBeGreaterThan(7000)
  })

  const oddBooks = () =>
    texts.map((title, at) => {
      const [, author = '', publisher = '', series = '', shelfMark = ''] = texts.slice(at, at + 5)
      return { title, author, publisher, series, shelfMark }
    })

  test('for real books', async () => {
    await addBooks(books)
    expect(await db.$count(book)).toBeGreaterThan(books.length * 0.9)
    expect(await differences()).toEqual([])
  })

  test('for odd texts, also by each function alone, and when books are changed', async () => {
    await addBooks(oddBooks())
    expect(await db.$count(book)).toBeGreaterThan(6000)
    expect(await differences()).toEqual([])
    const { rows } = await db.execute(sql`
      select title, author, publisher from book where (all_words, walk_words, author_words, search_title, search_order, sort_title, title_hash)
        is distinct from (public.fold_words(concat_ws(' ', title || E'\\x1f' || author, publisher, series, shelf_mark)), left(all_words, 400),
          public.fold_words(author) || ' ', public.search_title(title), public.search_order(title),
          left(public.sort_key(public.without_article(title)), 200), public.book_hash(title, author, edition, volume))
        or octet_length(sort_title) > 800 or (sort_title = '' and title <> '')`)
    expect(rows).toEqual([])
    // One column at a time, and back in a circle: author to publisher, publisher to title.
    await db.delete(book).where(sql`id > '00000000-0000-7000-8000-000000002000'`)
    await db.execute(sql`update book set publisher = author`)
    await db.execute(sql`update book set author = title || ' ' || author`)
    await db.execute(sql`update book set title = publisher || ' ' || id`)
    expect(await differences()).toEqual([])
  })

  test('null stays null', async () => {
    const { rows } = await db.execute(sql`
      select num_nulls(public.fold(null), public.fold_words(null), public.without_article(null),
        public.without_brackets(null), public.sort_key(null), public.search_order(null)) as nulls`)
    expect(rows).toEqual([{ nulls: 6 }])
  })

  test('the order of keys', async () => {
    // Pictures and marks without a letter have found other places since the Unicode of this PostgreSQL.
    const keys = [...new Set(oddBooks().map((one) => deriveBook(one).sortTitle))].filter(
      (key) => /^\p{L}|\p{Nd}/u.test(key) && !/[^\0-\uFFFF]/u.test(key),
    )
    expect(keys.length).toBeGreaterThan(4000)
    const { rows } = await db.execute<{ key: string }>(
      sql`select key from unnest(${sql.param(keys)}::text[]) as key order by key collate "und-x-icu"`,
    )
    const sorted = keys.toSorted(compareKeys)
    const differing = rows.flatMap(({ key }, at) => (key === sorted[at] ? [] : [[key, sorted[at]]]))
    expect(differing.slice(0, 10)).toEqual([])
  })
})
