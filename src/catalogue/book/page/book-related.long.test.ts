import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { bookRouter } from '../book.router.server.ts'

useDatabase()
let reader: SignedInCaller
beforeAll(async () => {
  reader = await as('reader')
})
beforeEach(async () => {
  await db.delete(book)
})

const related = (id: string) => reader.call(bookRouter.listRelated, { id })
async function titlesOf(id: string) {
  const { inSeries, byAuthor, inGenre, more } = await related(id)
  const titles = (books: typeof more) => books.map(({ title }) => title)
  return { inSeries: titles(inSeries), byAuthor: titles(byAuthor), inGenre: titles(inGenre), more: titles(more) }
}

describe('more of the series of a book', () => {
  test('stands in the order of volumes, whoever wrote them, and once', async () => {
    const series = 'African Writers Series'
    const itself = await aBook({ title: 'Things Fall Apart', author: 'Chinua Achebe', series, volume: '1' })
    for (const [title, volume] of [
      ['Ten', '10'],
      ['Two', '2'],
      ['None', ''],
    ] as const)
      await aBook({ title, author: title, series, volume })
    await aBook({ title: 'Accents', author: 'Chinua Achebe', series: 'AFRICÁN writers series', volume: '16' })
    await aBook({ title: 'Another', series: 'African Writers', volume: '1' })
    const { inSeries, byAuthor } = await titlesOf(itself.id)
    expect([inSeries, byAuthor]).toEqual([['None', 'Two', 'Ten', 'Accents'], []])
  })

  test('goes on after the book in a long one', async () => {
    const books = []
    for (let volume = 1; volume <= 30; volume++)
      books.push(await aBook({ title: `V${volume}`, series: 'Long', volume: String(volume) }))
    const { inSeries } = await titlesOf(books[24]!.id)
    expect(inSeries).toEqual(['V26', 'V27', 'V28', 'V29', 'V30', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7'])
  })
})

describe('more by the authors of a book', () => {
  test('are found alone and among others, whatever the case and accents, and by whole names', async () => {
    const itself = await aBook({ title: 'The Talisman', author: 'Stephen King, Peter Straub' })
    await aBook({ title: 'It', author: 'STEPHEN KING' })
    await aBook({ title: 'Joyland', author: 'Someone Else; Stephén King' })
    await aBook({ title: 'Ghost Story', author: 'Peter Straub' })
    await aBook({ title: 'The Shine', author: 'Stephen Kingsley' })
    await aBook({ title: 'Kingdom', author: 'Jo Stephen King' })
    expect((await titlesOf(itself.id)).byAuthor).toEqual(['Ghost Story', 'It', 'Joyland'])
  })

  test('are found whatever the dots and spaces of initials', async () => {
    const itself = await aBook({ title: 'The Hobbit', author: 'J.R.R. Tolkien' })
    await aBook({ title: 'The Two Towers', author: 'J. R. R. Tolkien' })
    await aBook({ title: 'Beren', author: 'Christopher Tolkien & J R R Tolkien' })
    await aBook({ title: 'Mr. Bliss', author: 'J. R. Tolkien' })
    await aBook({ title: 'Dots', author: '...' })
    expect((await titlesOf(itself.id)).byAuthor.toSorted()).toEqual(['Beren', 'The Two Towers'])
  })

  test('begin with the same series by number and continue in the alphabet', async () => {
    const author = 'Terry Pratchett'
    for (const title of ['Sourcery (Discworld, #5)', 'Mort (Discworld, #4)', 'Thud! (Discworld, #34)'])
      await aBook({ title, author })
    for (const title of ['Nation', 'Dodger', 'Truckers (Bromeliad, #1)']) await aBook({ title, author })
    const itself = await aBook({ title: 'Eric (Discworld, #9; Rincewind, #4)', author })
    expect((await titlesOf(itself.id)).byAuthor).toEqual([
      'Mort (Discworld, #4)',
      'Sourcery (Discworld, #5)',
      'Thud! (Discworld, #34)',
      'Nation',
      'Truckers (Bromeliad, #1)',
      'Dodger',
    ])
  })

  test('are none for an unknown author', async () => {
    const itself = await aBook({ title: 'Beowulf', author: '' })
    await aBook({ title: 'Tales', author: '' })
    expect((await titlesOf(itself.id)).byAuthor).toEqual([])
  })

  test.each(['%', '_', '\\', "O'Neil", '50% & Co.', 'A (B', '.'])('are those of %s alone', async (author) => {
    const itself = await aBook({ title: 'One', author })
    await aBook({ title: 'Two', author })
    await aBook({ title: 'Three', author: 'Assia Djebar' })
    expect((await titlesOf(itself.id)).byAuthor).toEqual(['Two'])
  })
})

describe('more of the genre of a book', () => {
  test('are similar titles, then the next in the alphabet, from the end on from its beginning', async () => {
    const genreId = (await theGenre('novel')).id
    const poetry = (await theGenre('poetry')).id
    const authors = ['Ann Ames', 'Ben Boas', 'Cyd Cole', 'Dan Dove', 'Eve Eliot']
    const titles = ['Anthills', 'Camels', 'Rivers of the savannah', 'Zebras', 'The savannah']
    for (const [at, title] of titles.entries()) await aBook({ title, author: authors[at]!, genreId })
    await aBook({ title: 'Dunes', author: 'Fay Fox', genreId: poetry })
    const camels = (await reader.call(bookRouter.list, { searchTerm: 'camels' })).items[0]!
    const savannah = (await reader.call(bookRouter.list, { searchTerm: 'rivers' })).items[0]!
    expect((await titlesOf(savannah.id)).inGenre[0]).toBe('The savannah')
    expect((await titlesOf(camels.id)).inGenre).not.toContain('Dunes')
    expect((await titlesOf(camels.id)).inGenre.at(-1)).toBe('Anthills')
  })

  test('differ by book and are the same each time', async () => {
    const genreId = (await theGenre('novel')).id
    const rows = Array.from({ length: 60 }, (_, at) => ({
      id: newId(),
      title: `${String.fromCodePoint(97 + (at % 26))}${at}`,
      author: `Author ${at}`,
      genreId,
    }))
    await db.insert(book).values(rows)
    const sets = await Promise.all(rows.slice(0, 20).map(async ({ id }) => (await titlesOf(id)).inGenre.join()))
    expect(new Set(sets).size).toBe(20)
    expect((await titlesOf(rows[0]!.id)).inGenre.join()).toBe(sets[0])
  })
})

describe('more books', () => {
  test('share rare words of title or series, and are filled up without a genre', async () => {
    const itself = await aBook({ title: 'Quidditch Through the Ages (Hogwarts Library, #2)', author: 'Kenneth Wide' })
    const wanted = ['The Hogwarts library of monsters', 'A guide to Hogwarts']
    for (const title of [...wanted, 'The end', 'Thorough', 'Ravens', 'Spoons', 'Teeth', 'Umbrellas'])
      await aBook({ title, author: `By ${title}` })
    const { more } = await titlesOf(itself.id)
    expect(more.slice(0, 2)).toEqual(wanted)
    expect(more).toHaveLength(6)
  })

  test('have no book twice, not the book itself, and at most twelve', async () => {
    const genreId = (await theGenre('novel')).id
    const rows = Array.from({ length: 40 }, (_, at) => ({
      id: newId(),
      title: `Savannah ${at}`,
      author: at % 2 ? 'Ann Ames' : `Author ${at}`,
      genreId: at % 3 ? genreId : null,
    }))
    await db.insert(book).values(rows)
    const { byAuthor, inGenre, more } = await related(rows[1]!.id)
    const ids = [...byAuthor, ...inGenre, ...more].map(({ id }) => id)
    expect(new Set([...ids, rows[1]!.id]).size).toBe(ids.length + 1)
    for (const books of [byAuthor, inGenre, more]) expect(books.length).toBeLessThanOrEqual(12)
    expect(byAuthor).toHaveLength(12)
  })

  test('are none for an unknown book', async () => {
    expect(await titlesOf(newId())).toEqual({ inSeries: [], byAuthor: [], inGenre: [], more: [] })
  })
})
