import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '#lib/project-root.server.ts'
import { useDatabase } from '#test/database.ts'
import { oddTexts } from '#test/odd-texts.ts'
import { db } from './connection/client.server.ts'
import { book } from './tables/book.ts'

useDatabase()

/**
 * The functions of the earlier migrations, in a schema `before`. A migration that changes a rule on purpose takes its
 * function out of this test.
 */
async function addFunctionsBefore(): Promise<void> {
  await db.execute(sql`create schema before`)
  for (const name of ['0000_functions', '0015_sort_keys', '0016_search_titles']) {
    const statements = readFileSync(join(projectRoot, 'drizzle', `${name}.sql`), 'utf8').split(
      '--> statement-breakpoint',
    )
    for (const statement of statements.filter((one) => /^CREATE (OR REPLACE )?FUNCTION/m.test(one)))
      await db.execute(sql.raw(statement.replaceAll('public.', 'before.')))
  }
}

describe('the functions of derived columns return what their earlier definitions did', () => {
  beforeAll(addFunctionsBefore)

  /** The texts for which an expression differs between the schemas. */
  async function differences(texts: string[], expression: (schema: SQL) => SQL) {
    const { rows } = await db.execute(sql`
      with given as (select text, lead(text, 1, '') over () as next from unnest(${sql.param(texts)}::text[]) as text)
      select text, ${expression(sql`public`)} as now, ${expression(sql`before`)} as before from given
      where ${expression(sql`public`)} is distinct from ${expression(sql`before`)}`)
    return rows
  }

  test.each<[string, (schema: SQL) => SQL]>([
    ['fold', (schema) => sql`${schema}.fold(text)`],
    ['fold_hash', (schema) => sql`${schema}.fold_hash(text, next)`],
    ['fold_words', (schema) => sql`${schema}.fold_words(text)`],
    ['fold_words of a book', (schema) => sql`${schema}.fold_words(text || E'\\x1f' || next || ' ' || text)`],
    ['without_article', (schema) => sql`${schema}.without_article(text)`],
    ['without_brackets', (schema) => sql`${schema}.without_brackets(text)`],
    ['sort_key', (schema) => sql`${schema}.sort_key(text)`],
    ['sort_key of a title', (schema) => sql`${schema}.sort_key(${schema}.without_article(text))`],
    ['search_title', (schema) => sql`${schema}.search_title(text)`],
    ['search_order', (schema) => sql`${schema}.search_order(text)`],
  ])('%s', async (_, expression) => {
    expect(await differences(oddTexts(8000), expression)).toEqual([])
  })

  test('null', async () => {
    const { rows } = await db.execute(sql`
      select num_nulls(public.fold(null), public.fold_words(null), public.without_article(null),
        public.without_brackets(null), public.sort_key(null), public.search_order(null)) as nulls`)
    expect(rows).toEqual([{ nulls: 6 }])
  })

  test('the columns of a book, added and changed', async () => {
    const texts = oddTexts(3000)
    await db.execute(sql`
      insert into book (id, title, author, publisher)
      select gen_random_uuid(), text, lead(text, 1, '') over (), lead(text, 2, '') over ()
      from unnest(${sql.param(texts)}::text[]) as text on conflict do nothing`)
    const differing = async () => {
      const { rows } = await db.execute(sql`
        select title, author, publisher, to_jsonb(kept) as kept, to_jsonb(expected) as expected from book,
          lateral (select all_words, walk_words, author_words, search_title, search_order, sort_title, title_hash) as kept,
          lateral (select before.fold_words(title || E'\\x1f' || author || ' ' || publisher) as all_words,
            left(before.fold_words(title || E'\\x1f' || author || ' ' || publisher), 400) as walk_words,
            before.fold_words(author) || ' ' as author_words,
            before.search_title(title) as search_title, before.search_order(title) as search_order,
            left(before.sort_key(before.without_article(title)), 200) as sort_title,
            before.fold_hash(title, author) as title_hash) as expected
        where to_jsonb(kept) <> to_jsonb(expected)`)
      return rows
    }
    expect(await db.$count(book)).toBeGreaterThan(2000)
    expect(await differing()).toEqual([])
    // One column at a time, and back in a circle: author to publisher, publisher to title.
    await db.execute(sql`update book set publisher = author`)
    expect(await differing()).toEqual([])
    await db.execute(sql`update book set author = title || ' ' || author`)
    expect(await differing()).toEqual([])
    await db.execute(sql`update book set title = publisher || ' ' || id`)
    expect(await differing()).toEqual([])
  })
})
