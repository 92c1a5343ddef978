import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/connection/client.server.ts'
import { searchWords } from '#lib/search/fold-words.ts'
import { useDatabase } from '#test/database.ts'
import { oddTexts } from '#test/odd-texts.ts'
import { compareKeys } from './search/compare-keys.ts'
import { allWords, authorWords, searchOrder, searchTitle, sortAuthor, sortTitle } from './derive-book.ts'

useDatabase()

// U+001F parts words and is in no title: the schema refuses control characters.
const ODD = oddTexts(8000).map((text) => text.replaceAll('\u001F', ''))
let TEXTS: string[]

/**
 * Leaves out texts with characters that the Unicode of this PostgreSQL does not know yet, or that of Node: rare
 * ones, of which none is Latin, Greek, Cyrillic, Hebrew or Arabic.
 */
beforeAll(async () => {
  const classes = { alnum: /[\p{L}\p{Nd}]/u, punct: /\p{P}/u, space: /[\p{Z}\t-\r\x1c-\x1f\x85]/u }
  const characters = [...new Set(ODD.join(''))].filter((one) => one.isWellFormed())
  const { rows } = await db.execute<{ one: string; alnum: boolean; punct: boolean; space: boolean }>(sql`
    select one, one collate "und-x-icu" ~ '[[:alnum:]]' as alnum, one collate "und-x-icu" ~ '[[:punct:]]' as punct,
      one collate "und-x-icu" ~ '[[:space:]]' as space
    from unnest(${sql.param(characters)}::text[]) as one`)
  const unknown = rows
    .filter(
      (row) =>
        [row.alnum, row.punct, row.space].join() !==
        Object.values(classes)
          .map((one) => one.test(row.one))
          .join(),
    )
    .map(({ one }) => one)
  expect(unknown.filter((one) => one < '\u0800')).toEqual([])
  TEXTS = ODD.filter((text) => !unknown.some((one) => text.includes(one)))
  expect(TEXTS.length).toBeGreaterThan(7000)
})

/** What PostgreSQL makes of each text, `next` being the text behind it. */
async function inSql(expression: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ result: string }>(sql`
    with given as (select text, at, lead(text, 1, '') over (order by at) as next
      from unnest(${sql.param(TEXTS)}::text[]) with ordinality as one(text, at))
    select ${expression} as result from given order by at`)
  return rows.map(({ result }) => result)
}

describe('what a phone computes of a book is what the database does', () => {
  test.each<[string, SQL, (text: string, next: string) => string]>([
    ['sort_title', sql`left(public.sort_key(public.without_article(text)), 200)`, sortTitle],
    [
      'sort_author',
      sql`case when btrim(text) = '' then U&'\\FFFF' else left(public.sort_key(public.author_order(text)), 200) end`,
      sortAuthor,
    ],
    ['search_title', sql`public.search_title(text)`, searchTitle],
    ['search_order', sql`public.search_order(text)`, (text) => String(searchOrder(text)).padStart(10, '0')],
    ['author_words', sql`public.fold_words(text) || ' '`, authorWords],
    [
      'all_words',
      sql`public.fold_words(text || E'\\x1f' || next || ' ' || 'x')`,
      (text, next) => allWords(text, next, 'x'),
    ],
    ['the words of a search', sql`btrim(public.fold_words(text))`, (text) => searchWords(text).join(' ')],
  ])('%s', async (_, expression, compute) => {
    const expected = await inSql(expression)
    const differing = TEXTS.flatMap((text, at) => {
      const computed = compute(text, TEXTS[at + 1] ?? '')
      return computed === expected[at] ? [] : [{ text, computed, expected: expected[at] }]
    })
    expect(differing.slice(0, 10)).toEqual([])
  })

  test('the order of keys', async () => {
    // Pictures and marks without a letter have found other places since the Unicode of this PostgreSQL.
    const keys = [...new Set(TEXTS.map(sortTitle))].filter(
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
