import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { OfflinePhone } from '#test/offline/offline-phone.ts'
import { bookRouter } from '../book.router.server.ts'

useDatabase()

beforeEach(async () => {
  await db.delete(book)
})

/** The titles that the API lists for a query. */
async function titles(query: Record<string, string>): Promise<string[]> {
  const reader = await as('reader')
  const response = await reader.request(`/api/v1/books?${new URLSearchParams(query)}`)
  expect(response.status).toBe(200)
  const { items } = (await response.json()) as { items: { title: string }[] }
  return items.map(({ title }) => title)
}

const nedjma = {
  title: 'Nedjma',
  author: 'Kateb Yacine',
  isbn: ['9782020289276'],
  year: 1996,
  language: 'fr',
  series: 'Points',
  volume: '247',
  shelfMark: 'R KAT',
  subjects: ['Algérie', 'Guerre, 1945', 'الجزائر'],
}

describe('A book is found by', () => {
  test.each(['9782020289276', '978-2-02-028927-6', '2-02-028927-X', '2 02 028927 x', '٩٧٨٢٠٢٠٢٨٩٢٧٦'])(
    'its ISBN %s, and nothing else is',
    async (searchTerm) => {
      await aBook(nedjma)
      await aBook({ title: 'ISBN 9782020289276 and others' })
      expect(await titles({ searchTerm })).toEqual(['Nedjma'])
    },
  )

  test('its ISBN, also where many books have it', async () => {
    const made: string[] = []
    for (let at = 0; at < 6; at++) made.push((await aBook({ title: `Set ${at}`, isbn: ['9782070612758'] })).id)
    const { items, total } = await (await as('reader')).call(bookRouter.list, { searchTerm: '9782070612758' })
    expect([items.map(({ id }) => id).toSorted(), total]).toEqual([made.toSorted(), 6])
  })

  test('words of an ISBN that no book has', async () => {
    await aBook({ title: 'The number 9780306406157' })
    expect(await titles({ searchTerm: '9780306406157' })).toEqual(['The number 9780306406157'])
  })

  test.each(['points', 'algerie guerre', 'الجزائر', 'r kat', 'r ka', 'nedjma 1945'])(
    'words of its series, subjects and shelf mark: %s',
    async (searchTerm) => {
      await aBook(nedjma)
      await aBook({ title: 'Another', author: 'Somebody' })
      expect(await titles({ searchTerm })).toEqual(['Nedjma'])
    },
  )

  test('words that it got by a change, and not by those that it lost', async () => {
    const { id } = await aBook(nedjma)
    const manager = await as('manager')
    const change = { version: 1, subjects: ['Maroc'], series: '' }
    expect((await manager.request(`/api/v1/books/${id}`, { method: 'PATCH', body: change })).status).toBe(200)
    expect(await titles({ searchTerm: 'maroc' })).toEqual(['Nedjma'])
    expect(await titles({ searchTerm: 'algerie' })).toEqual([])
    expect(await titles({ searchTerm: 'points' })).toEqual([])
  })
})

describe('A list is narrowed to', () => {
  test.each<[Record<string, string>, string[]]>([
    [{ language: 'fr' }, ['Nedjma']],
    [{ yearFrom: '1996', yearTo: '1996' }, ['Nedjma']],
    [{ yearFrom: '1997' }, ['Later']],
    [{ yearTo: '1996' }, ['Nedjma']],
    [{ subject: 'ALGERIE' }, ['Nedjma']],
    [{ subject: 'Guerre, 1945' }, ['Nedjma']],
    [{ subject: 'Guerre' }, []],
    [{ subject: 'الجزائر' }, ['Nedjma']],
    [{ subject: '%' }, []],
    [{ series: 'points' }, ['Nedjma']],
    [{ series: 'point' }, []],
    [{ language: 'xx' }, []],
  ])('%j', async (query, found) => {
    await aBook(nedjma)
    await aBook({ title: 'Later', year: 2001, language: 'en', series: 'Points forts', subjects: ['Guerre civile'] })
    await aBook({ title: 'Unknown' })
    expect(await titles(query)).toEqual(found)
  })

  test('the same in an export and a view', async () => {
    await aBook(nedjma)
    await aBook({ title: 'Unknown' })
    const manager = await as('manager')
    const query = { language: 'fr', yearFrom: '1990', yearTo: '1999', subject: 'algerie', series: 'points' }
    const file = await manager.request(`/api/v1/books/export?${new URLSearchParams({ ...query, format: 'jsonl' })}`)
    expect((await file.text()).match(/"title":"[^"]*"/g)).toEqual(['"title":"Nedjma"'])
    const view = { list: 'books', name: 'French', isShared: false, search: query }
    const saved = await manager.request('/api/v1/views', { method: 'POST', body: view })
    expect([saved.status, (await saved.json()).search]).toMatchObject([201, query])
  })

  test('one of the languages that books have', async () => {
    const ask = async () => await (await as('reader')).call(bookRouter.listLanguages, undefined)
    expect(await ask()).toEqual({})
    await aBook({ title: 'Unknown' })
    for (const [title, language] of Object.entries({ Nedjma: 'fr', Utengano: 'sw', Mandat: 'fr', Tilettan: 'kab' }))
      await aBook({ title, language })
    expect(await ask()).toEqual({ fr: 'French', kab: 'Kabyle', sw: 'Swahili' })
    await db.update(book).set({ language: null }).where(eq(book.title, 'Utengano'))
    expect(await ask()).toEqual({ fr: 'French', kab: 'Kabyle' })
  })

  test('no year that is none', async () => {
    const reader = await as('reader')
    const response = await reader.request('/api/v1/books?yearFrom=19xx')
    expect([response.status, Object.keys((await response.json()).data.fields)]).toEqual([400, ['yearFrom']])
  })
})

test('A series has the books whose title names it in brackets with a number, offline too', async () => {
  await aBook(nedjma)
  await aBook({ title: 'The Chamber of Secrets (Harry Potter, #2)' })
  await aBook({ title: 'Night Watch (Discworld, #29; City Watch #6)' })
  await aBook({ title: 'Harry Potter and Philosophy (Popular Culture, #9)' })
  await aBook({ title: 'Points (Harry Potter)' })
  await aBook({ title: 'Zadig (Points, #12)', series: 'Folio' })
  const reader = await as('reader')
  const phone = new OfflinePhone(reader)
  await phone.refresh()
  for (const [series, found] of [
    ['harry potter', ['The Chamber of Secrets (Harry Potter, #2)']],
    ['City Watch', ['Night Watch (Discworld, #29; City Watch #6)']],
    ['potter', []],
    ['Points', ['Nedjma']],
    ['Po.nts (', []],
  ] as const) {
    expect(await titles({ series })).toEqual(found)
    expect(phone.catalogue.list({ series, limit: 10 }).books.map(({ title }) => title)).toEqual(found)
  }
})
