import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { db } from './connection/client.server.ts'

useDatabase()

async function one(expression: ReturnType<typeof sql>): Promise<string | undefined> {
  const { rows } = await db.execute<{ answer: string }>(sql`select ${expression} as answer`)
  return rows[0]?.answer
}

describe('the words by which a title is looked up', () => {
  test.each([
    ['The Hunger Games (The Hunger Games, #1)', 'hunger games'],
    ['Angels & Demons  (Robert Langdon, #1)', 'angels demons'],
    ['Le Petit Prince [édition illustrée] (Folio)', 'petit prince'],
    ['Wicked: The Life and Times', 'wicked the life and times'],
    ["'Salem's Lot", 'salem s lot'],
    ['(500) Days', '500 days'],
    ['[sic]', 'sic'],
    ['(The Collected Poems)', 'collected poems'],
    ['1984', '1984'],
    ['The', 'the'],
    ['?', ''],
  ])('of %s', async (title, words) => expect(await one(sql`public.search_title(${title}::text)`)).toBe(words))

  test('are the same with and without Arabic article and hamza', async () => {
    const words = await one(sql`public.search_title('الأيام'::text)`)
    expect(await one(sql`public.search_title('ايام'::text)`)).toBe(words)
  })
})

describe('of titles that begin alike', () => {
  const sorted = async (titles: string[]) => {
    const { rows } = await db.execute<{ title: string }>(
      sql`select title from unnest(${sql.param(titles)}::text[]) as given(title) order by public.search_order(title) collate "C"`,
    )
    return rows.map(({ title }) => title)
  }

  test.each([
    [['Emma', 'Emma and Sanditon']],
    // Without its subtitle the second one is shorter than the third.
    [['Wicked', 'Wicked: The Life and Times of a Witch', 'Wicked Lovely']],
    [['Dune (Dune #1)', 'Dune Messiah (Dune #2)', 'Dune: The Movie', 'Dune Encyclopedia']],
    [
      [
        'Harry Potter and the Chamber of Secrets (Harry Potter, #2)',
        'Harry Potter and the Goblet of Fire (Harry Potter, #4)',
        'Harry Potter and the Goblet of Fire (Harry Potter, #10)',
        'Harry Potter Boxset (Harry Potter, #1-7)',
        'Harry Potter and Philosophy',
      ],
    ],
  ])('the order is %j', async (titles) => {
    expect(await sorted(titles.toReversed())).toEqual(titles)
  })

  test('every title has a place', async () => {
    for (const title of [
      '',
      '(',
      '#1',
      '(x #1)',
      `(${'x'.repeat(400)}, #999.9)`,
      'x'.repeat(500),
      'ﷺ'.repeat(500),
      '(, #1)',
    ])
      expect(await one(sql`public.search_order(${title}::text)`)).toMatch(/^\d{10}$/)
  })
})
