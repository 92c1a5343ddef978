import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { bookRouter } from '../book.router.server.ts'

useDatabase()

const CATALOGUE = [
  ['Les Misérables', 'Victor Hugo', 'Lacroix'],
  ['Notre-Dame de Paris', 'Victor Hugo', 'Gosselin'],
  ['10% Happier', 'Dan Harris', 'It Books'],
  ['100 Years', 'Nobody', ''],
  ['snake_case', 'Guido', ''],
  ['snakeXcase', 'Guido', ''],
  ['C:\\books', 'Bill', ''],
  ['أولاد حارتنا', 'نجيب محفوظ', 'دار الآداب'],
  ['مكتبة الليل', 'ألبرتو مانغويل', 'دار الساقي'],
  ['Kaputula la Marx', 'E. Kezilahabi', 'Ng’ombe Press'],
  ['1984', 'George Orwell', 'Secker & Warburg'],
  ['Emoji 📚 book', '', ''],
] as const

let reader: SignedInCaller
beforeAll(async () => {
  reader = await as('reader')
  for (const [title, author, publisher] of CATALOGUE) await aBook({ title, author, publisher })
})
afterAll(async () => void (await db.delete(book)))

async function titlesFound(searchTerm: string): Promise<string[]> {
  const { items, total } = await reader.call(bookRouter.list, { searchTerm, limit: 100 })
  expect(total).toBe(items.length)
  return items.map(({ title }) => title).toSorted()
}

describe('search finds', () => {
  test.each([
    ['les miserables', ['Les Misérables']],
    ['MISÉRABLES', ['Les Misérables']],
    ['misérables', ['Les Misérables']],
    ['hugo victor', ['Les Misérables', 'Notre-Dame de Paris']],
    ['paris hugo', ['Notre-Dame de Paris']],
    ['gosselin notre dame', ['Notre-Dame de Paris']],
    ['iser', ['Les Misérables']],
    ['hugo orwell', []],
    ['10%', ['10% Happier']],
    ['%', ['10% Happier']],
    ['snake_case', ['snake_case']],
    ['_', ['snake_case']],
    ['\\', ['C:\\books']],
    ['c:\\b', ['C:\\books']],
    ["'", []],
    ["'; drop table book; --", []],
    ['اولاد حارتنا', ['أولاد حارتنا']],
    ['أُولادُ حارَتِنا', ['أولاد حارتنا']],
    ['مكتبه', ['مكتبة الليل']],
    ['البرتو', ['مكتبة الليل']],
    ['١٩٨٤', ['1984']],
    ['۱۹۸۴', ['1984']],
    ["ng'ombe", ['Kaputula la Marx']],
    ['ng’ombe', ['Kaputula la Marx']],
    ['secker & warburg', ['1984']],
    ['📚', ['Emoji 📚 book']],
    ['🦄', []],
    ['\uD83E', []],
    ['ｏｒｗｅｌｌ', ['1984']],
    ['  orwell \u00A0 george ', ['1984']],
  ])('%s', async (term, titles) => {
    expect(await titlesFound(term)).toEqual([...titles].toSorted())
  })

  test.each(['', ' ', '   \t ', '\u00A0'])('all books by %j', async (term) => {
    expect(await titlesFound(term)).toHaveLength(CATALOGUE.length)
  })

  test('with 200 letters, each a word', async () => {
    expect(await titlesFound('e '.repeat(100))).not.toHaveLength(0)
    expect(await titlesFound('x'.repeat(200))).toEqual([])
  })

  test('page by page', async () => {
    const first = await reader.call(bookRouter.list, { searchTerm: 'hugo', limit: 1 })
    expect(first).toMatchObject({ items: [{ title: 'Les Misérables' }], total: 2 })
    const second = await reader.call(bookRouter.list, { searchTerm: 'hugo', limit: 1, cursor: first.nextCursor ?? '' })
    expect(second).toMatchObject({ items: [{ title: 'Notre-Dame de Paris' }], nextCursor: null, total: 2 })
  })

  test('the words of a genre, in the language of the visitor', async () => {
    const poetry = await theGenre('poetry')
    await aBook({ title: 'Divan', author: 'Hafez', publisher: '', genreId: poetry.id })
    expect(await titlesFound('poetry')).toEqual(['Divan'])
    expect(await titlesFound('hafez poetry')).toEqual(['Divan'])
    expect(await withLocale('fr', () => titlesFound('poésie'))).toEqual(['Divan'])
    expect(await withLocale('ar', () => titlesFound('شعر'))).toEqual(['Divan'])
    expect(await withLocale('sw', () => titlesFound('ushairi'))).toEqual(['Divan'])
  })
})
