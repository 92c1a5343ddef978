import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { bookRouter } from '../book.router.server.ts'

useDatabase()

const CATALOGUE = [
  ['It', 'Stephen King'],
  ['A Child Called "It" (Dave Pelzer #1)', 'Dave Pelzer'],
  ['Italian Cooking', 'Anna Rossi'],
  ['It Ends with Us', 'Colleen Hoover'],
  ['Harry Potter and Philosophy', 'David Baggett'],
  ['Harry Potter Boxset (Harry Potter, #1-7)', 'J.K. Rowling'],
  ['Harry Potter and the Goblet of Fire (Harry Potter, #4)', 'J.K. Rowling'],
  ['Harry Potter and the Chamber of Secrets (Harry Potter, #2)', 'J.K. Rowling'],
  ['The Improbable Adventures', 'Harry Turtledove, Andy Potter'],
  ['Twilight (The Mediator, #6)', 'Meg Cabot'],
  ['A Caress of Twilight', 'Laurell K. Hamilton'],
  ['New Moon (Twilight, #2)', 'Stephenie Meyer'],
  ['Twilight: The Graphic Novel', 'Young Kim'],
  ['Twilight Eyes', 'Dean Koontz'],
  ['Twilight (Twilight, #1)', 'Stephenie Meyer'],
  ['Emma', 'Jane Austen'],
  ['Emma and Sanditon', 'Jane Austen'],
  ['The Annotated Emma', 'Jane Austen, David Shapard'],
  ['Making Sense', 'Barbara Kingsolver'],
  ['Viking', 'Olaf Olsen'],
  ['The King Must Die', 'Mary Renault'],
  ['A Clash of Kings', 'George R.R. Martin'],
  ['Misery', 'Stephen King'],
  ['The Prophet', 'Kahlil Gibran'],
  ['#GIRLBOSS', 'Sophia Amoruso'],
  ['L’Étranger', 'Albert Camus'],
  ['L’Étrangère', 'Valérie Toranian'],
  ['الأيام', 'طه حسين'],
  ['كتاب الأيام الأولى', 'مؤلف'],
] as const

let reader: SignedInCaller
beforeAll(async () => {
  reader = await as('reader')
  for (const [title, author] of CATALOGUE) await aBook({ title, author, publisher: '' })
  await db.execute(sql`analyze book`)
})
afterAll(async () => void (await db.delete(book)))

const titlesFound = async (searchTerm: string, limit = 100) =>
  (await reader.call(bookRouter.list, { searchTerm, limit })).items.map(({ title }) => title)

describe('hits are ranked', () => {
  test.each([
    ['it', ['It', 'It Ends with Us', 'Italian Cooking', 'A Child Called "It" (Dave Pelzer #1)']],
    [
      'harry potter',
      [
        'Harry Potter and the Chamber of Secrets (Harry Potter, #2)',
        'Harry Potter and the Goblet of Fire (Harry Potter, #4)',
        'Harry Potter Boxset (Harry Potter, #1-7)',
        'Harry Potter and Philosophy',
        'The Improbable Adventures',
      ],
    ],
    [
      'Twilight',
      [
        'Twilight (Twilight, #1)',
        'Twilight (The Mediator, #6)',
        'Twilight: The Graphic Novel',
        'Twilight Eyes',
        'A Caress of Twilight',
        'New Moon (Twilight, #2)',
      ],
    ],
    ['the twilight', ['Twilight (The Mediator, #6)', 'Twilight: The Graphic Novel']],
    ['king', ['The King Must Die', 'A Clash of Kings', 'It', 'Misery', 'Making Sense', 'Italian Cooking', 'Viking']],
    ['stephen king', ['It', 'Misery']],
    ['emma', ['Emma', 'Emma and Sanditon', 'The Annotated Emma']],
    ['austen emma', ['Emma', 'The Annotated Emma', 'Emma and Sanditon']],
    ['emma jane austen', ['Emma', 'The Annotated Emma', 'Emma and Sanditon']],
    ['girlboss', ['#GIRLBOSS']],
    ["l'etranger", ['L’Étranger', 'L’Étrangère']],
    ['etranger', ['L’Étranger', 'L’Étrangère']],
    ['ايام', ['الأيام', 'كتاب الأيام الأولى']],
    ['الأيام', ['الأيام', 'كتاب الأيام الأولى']],
  ])('%s', async (term, titles) => expect(await titlesFound(term)).toEqual(titles))

  test('within a genre as well', async () => {
    const poetry = await theGenre('poetry')
    await db
      .update(book)
      .set({ genreId: poetry.id })
      .where(sql`title like 'Twilight%'`)
    const { items } = await reader.call(bookRouter.list, { searchTerm: 'twilight', genreId: poetry.id })
    expect(items.map(({ title }) => title)).toEqual([
      'Twilight (Twilight, #1)',
      'Twilight (The Mediator, #6)',
      'Twilight: The Graphic Novel',
      'Twilight Eyes',
    ])
  })
})

test('a cursor of a list is refused in a search, and the other way round', async () => {
  const plain = await reader.call(bookRouter.list, { limit: 1 })
  const search = await reader.call(bookRouter.list, { searchTerm: 'twilight', limit: 1 })
  const refusal = { code: 'VALIDATION_ERROR', fields: { cursor: { key: 'cursor_invalid' } } }
  await expect(
    reader.call(bookRouter.list, { searchTerm: 'twilight', cursor: plain.nextCursor ?? '' }),
  ).rejects.toMatchObject(refusal)
  await expect(reader.call(bookRouter.list, { cursor: search.nextCursor ?? '' })).rejects.toMatchObject(refusal)
})

test('similar books whose title begins with the searched words come first', async () => {
  const { items, similar = [] } = await reader.call(bookRouter.list, { searchTerm: 'hary poter' })
  expect(items).toEqual([])
  expect(similar.map(({ title }) => title)).toEqual([
    'Harry Potter and the Chamber of Secrets (Harry Potter, #2)',
    'Harry Potter and the Goblet of Fire (Harry Potter, #4)',
    'Harry Potter Boxset (Harry Potter, #1-7)',
    'Harry Potter and Philosophy',
    'The Improbable Adventures',
  ])
})
