import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { OfflinePhone } from '#test/offline/offline-phone.ts'
import { bookRouter } from '../book.router.server.ts'

useDatabase()

const original = (value: string, name = 'original_title') => ({ details: [{ name, value }] })
const STONE = 'Harry Potter and the Sorcerer’s Stone (Harry Potter, #1)'

let reader: SignedInCaller
beforeAll(async () => {
  reader = await as('reader')
  await aBook({
    title: STONE,
    author: 'J. K. Rowling',
    ...original('Harry Potter and the Philosopher’s Stone'),
  })
  await aBook({
    title: 'The Three Musketeers',
    author: 'Alexandre Dumas',
    ...original('Les Trois Mousquetaires', 'Titre'),
  })
  await aBook({
    title: 'Season of Migration',
    author: 'Tayeb Salih',
    ...original('موسم الهجرة إلى الشمال', 'العنوان الأصلي'),
  })
  await aBook({ title: 'Animal Farm', author: 'George Orwell', ...original('Shamba la Wanyama', 'kichwa cha asili') })
  await aBook({ title: 'The Trial', author: 'Franz Kafka' })
  await db.execute(sql`analyze book`)
})

const othersOf = async (title: string, details: { name: string; value: string }[], author = '') => {
  const { rows } = await db.execute<{ words: string }>(
    sql`select public.other_words(${title}, ${author}, ${JSON.stringify(details)}::jsonb) as words`,
  )
  return rows[0]?.words
}

test.each([
  ['harry potter and the philosophers stone', STONE],
  ['philosopher stone rowling', STONE],
  ['les trois mousquetaires', 'The Three Musketeers'],
  ['trois mousquetaire dumas', 'The Three Musketeers'],
  ['roman les trois mousquetaires', 'The Three Musketeers'],
  ['موسم الهجرة الى الشمال', 'Season of Migration'],
  ['shamba la wanyama', 'Animal Farm'],
])('%j finds the book by another title that its details name, offline too', async (searchTerm, title) => {
  const { items, similar = [] } = await reader.call(bookRouter.list, { searchTerm })
  expect([items, similar].map((books) => books.map((one) => one.title))).toEqual([[], [title]])
  const phone = new OfflinePhone(reader)
  await phone.refresh()
  const here = await phone.catalogue.similar(searchTerm, {})
  expect(here.books.map((one) => one.title)).toEqual([title])
})

test('A title whose own words match comes before other titles, and alone', async () => {
  const { items, similar } = await reader.call(bookRouter.list, { searchTerm: 'three musketeers' })
  expect([items.map(({ title }) => title), similar]).toEqual([['The Three Musketeers'], undefined])
})

test('Another title is one by its name and its words: no number, no address, none that says the same', async () => {
  expect(await othersOf('It', [{ name: 'title_id', value: '18' }])).toBe('')
  expect(await othersOf('It', [{ name: 'title', value: 'https://example.org/it' }])).toBe('')
  expect(
    await othersOf('The Hunger Games (The Hunger Games, #1)', [{ name: 'Title', value: 'The hunger games' }]),
  ).toBe('')
  expect(await othersOf('It', [{ name: 'language_code', value: 'eng' }])).toBe('')
  expect(await othersOf('It', [])).toBe('')
  const two = [
    { name: 'Original title', value: 'Ça' },
    { name: 'Alternative title', value: 'Es' },
  ]
  expect(await othersOf('It', two, 'Stephen King')).toBe(' ca es\u001F stephen king')
})

test('Another title that is changed or taken away is searched as it is then', async () => {
  const kafka = sql`title = 'The Trial'`
  const similarTitles = async () =>
    (await reader.call(bookRouter.listSimilar, { searchTerm: 'der prozess' })).items.map(({ title }) => title)
  expect(await similarTitles()).toEqual([])
  await db.update(book).set(original('Der Prozess')).where(kafka)
  expect(await similarTitles()).toEqual(['The Trial'])
  await db.update(book).set({ details: [] }).where(kafka)
  expect(await similarTitles()).toEqual([])
})
