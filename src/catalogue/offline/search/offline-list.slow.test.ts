import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { lettersOf } from '#base/db/list/totals.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { seedBooks } from '#base/db/seed/seed.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { bookFilter, bookList } from '#catalogue/book/shared/book-list.server.ts'
import { offlineRelated } from '#catalogue/book/offline-answers.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import books from '#catalogue/book/search/search-books.json' with { type: 'json' }
import arabic from '#catalogue/book/search/search-cases-ar.json' with { type: 'json' }
import english from '#catalogue/book/search/search-cases-en.json' with { type: 'json' }
import french from '#catalogue/book/search/search-cases-fr.json' with { type: 'json' }
import swahili from '#catalogue/book/search/search-cases-sw.json' with { type: 'json' }
import forgiving from '#catalogue/book/search/search-forgiving.json' with { type: 'json' }
import judged from '#catalogue/book/search/search-judged.json' with { type: 'json' }
import typos from '#catalogue/book/search/search-typos.json' with { type: 'json' }
import { readIsbn } from '#base/lib/isbn.ts'
import { foldedWords } from '#base/lib/search/fold-words.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { differenceOf, randomLists, seededNumbers } from '#test/offline/offline-lists.ts'
import { OfflinePhone } from '#test/offline/offline-phone.ts'
import type { OfflineCatalogue } from '../catalogue-view.ts'

useDatabase()

/** An ISBN that exists once. */
const isbnOf = (at: number): string | undefined =>
  Array.from({ length: 10 }, (_, digit) => readIsbn(`97899${String(at).padStart(7, '0')}${digit}`)).find(Boolean)

/** Titles of the test data taken apart and put together anew: so many that searches have pages of hits. */
function mixedBooks(count: number): (typeof book.$inferInsert)[] {
  const next = seededNumbers(25)
  const pick = (list: readonly string[]): string => list[Math.floor(next() * list.length)] ?? ''
  const titles = books.map(({ title }) => title)
  const words = titles.flatMap((title) => title.split(' '))
  const authors = books.map(({ author }) => author)
  const signs = ['The ', "L'", 'ال', 'A ', '"', '... ', 'Les ', '#', '¿']
  return Array.from({ length: count }, (_, at) => ({
    title: [
      next() < 0.3 ? pick(signs) : '',
      next() < 0.3
        ? pick(titles)
        : [pick(words), pick(words), pick(words)].slice(0, 1 + Math.floor(next() * 3)).join(' '),
      next() < 0.2 ? ` (${pick(words)}, #${at % 30})` : next() < 0.2 ? `: ${pick(titles)}` : '',
    ].join(''),
    author: next() < 0.1 ? '' : next() < 0.3 ? `${pick(authors)}, ${pick(authors)}` : pick(authors),
    publisher: next() < 0.3 ? '' : pick(books.map(({ publisher }) => publisher)),
    isbn: next() < 0.5 ? [] : [at, at + count].flatMap((number) => isbnOf(number) ?? []),
    year: next() < 0.3 ? null : 1950 + Math.floor(next() * 70),
    language: next() < 0.3 ? null : pick(['en', 'fr', 'ar', 'sw', 'kab']),
    series: next() < 0.6 ? '' : pick(['Présence africaine', 'presence AFRICAINE', 'سلسلة', 'Points 12', "L'Espace"]),
    volume: pick(['', '1', '2', '10', '10bis', 'IX']),
    shelfMark:
      next() < 0.3
        ? ''
        : pick(['823', '82', '823.', '823.12', '823.2', 'F ', 'f', 'ر ', '٨٢٣.']) +
          pick(['', '.5', ' KAT', '12', '2', ' 1.25', '#']),
  }))
}

let reader: SignedInCaller
let offline: OfflineCatalogue
beforeAll(async () => {
  await seedBooks(db)
  const genres = await db.select({ id: genre.id, slug: genre.slug }).from(genre)
  const idOf = new Map(genres.map(({ slug, id }) => [slug, id]))
  const known = books.map(({ genre: slug, ...fields }) => ({ ...fields, genreId: idOf.get(slug) ?? null }))
  const mixed = mixedBooks(2500).map((fields, at) => ({ ...fields, genreId: genres[at % 40]?.id ?? null }))
  await db
    .insert(book)
    .values([...known, ...mixed])
    .onConflictDoNothing()
  await db.execute(sql`analyze book`)
  reader = await as('reader')
  const phone = new OfflinePhone(reader)
  await phone.refresh()
  offline = phone.catalogue
})

test('the offline list has the books of the server in its order, for all judged searches', async () => {
  const searches = [judged, english, french, arabic, swahili].flat().map(({ query }) => query)
  const differing = []
  for (const [at, searchTerm] of [...new Set(searches)].entries()) {
    // Hits are ranked by title alone: a few searches prove the other orders.
    for (const sort of at % 10 === 0 ? (['title', 'author', 'added'] as const) : (['title'] as const)) {
      const difference = await differenceOf(reader, offline, { searchTerm, sort }, 100)
      if (difference !== undefined) differing.push(difference)
    }
  }
  expect(searches.length).toBeGreaterThan(350)
  expect(differing).toEqual([])
})

test('and for random searches, filters, letters and orders, on their first pages and deep ones', async () => {
  const lists = randomLists(offline, 500, 57)
  const differing = []
  for (const list of lists) {
    const difference = await differenceOf(reader, offline, list)
    if (difference !== undefined) differing.push(difference)
  }
  expect(differing).toEqual([])
})

test.each(['title', 'author', 'added', 'year', 'year-asc', 'shelfMark'] as const)(
  'and from the first book to the last one by %s',
  async (sort) => {
    expect(await differenceOf(reader, offline, { sort }, Infinity)).toBeUndefined()
  },
)

const titlesOf = (found: readonly { title: string }[]) => found.map(({ title }) => title)

test('the books that a mistyped search may have meant are those of the server', async () => {
  const next = seededNumbers(41)
  const generated = books.flatMap(({ title }) => {
    const word = foldedWords(title).find(({ length }) => length > 4)
    const at = Math.floor(next() * 4) + 1
    return word === undefined ? [] : [word.slice(0, at) + word.slice(at + 1)]
  })
  const searches = [...typos, ...forgiving].map(({ query }) => query).concat(generated)
  expect(searches.length).toBeGreaterThan(200)
  const [, ...genres] = offline.genres
  for (const [at, searchTerm] of searches.entries()) {
    const filter = at % 5 === 0 ? { genreId: genres[at % genres.length]?.id } : {}
    const similar = await reader.call(bookRouter.listSimilar, { searchTerm, ...filter })
    const here = await offline.similar(searchTerm, filter)
    expect({ searchTerm, without: here.without, titles: titlesOf(here.books) }).toEqual({
      searchTerm,
      without: similar.without,
      titles: titlesOf(similar.items),
    })
  }
})

test('more of a series, and the languages that there are, are those of the server', async () => {
  const ofSeries = offline
    .list({ limit: Infinity })
    .books.flatMap(({ id }) => offline.get(id) ?? [])
    .filter(({ series }) => series !== '')
  expect(ofSeries.length).toBeGreaterThan(500)
  for (const one of ofSeries.filter((_, at) => at % 20 === 0)) {
    const { inSeries } = await reader.call(bookRouter.listRelated, { id: one.id })
    expect(offlineRelated(offline, one.id).inSeries).toEqual(inSeries)
  }
  const languages = await reader.call(bookRouter.listLanguages, undefined)
  expect(offline.languages().toSorted()).toEqual(Object.keys(languages))
})

test('it goes on behind a book of the server’s list', async () => {
  for (const searchTerm of ['', 'the']) {
    const { items } = await reader.call(bookRouter.listSummaries, { searchTerm, sort: 'title', limit: 40 })
    expect(items).toHaveLength(40)
    for (const at of [0, 19, 39])
      expect(offline.offsetAfter({ search: searchTerm, sort: 'title' }, items[at]?.id ?? '')).toBe(at + 1)
  }
  expect(offline.offsetAfter({ search: 'zzzz' }, offline.list({ limit: 1 }).books[0]?.id ?? '')).toBeUndefined()
  expect(offline.offsetAfter({}, 'unknown')).toBeUndefined()
})

test('its letters are those of the server, and count every book that has one', async () => {
  const filters = [{}, { genreId: 'none' as const }, { genreId: offline.genres[3]?.id }, { author: 'j r r tolkien' }]
  for (const sort of ['title', 'author'] as const) {
    for (const filter of filters) {
      const letters = offline.letters({ sort, ...filter })
      expect(letters.map(({ letter }) => letter)).toEqual(
        await lettersOf(bookList, { sort, filter: bookFilter(filter) }),
      )
      const counted = letters.reduce((sum, { count }) => sum + count, 0)
      const withoutLetter =
        sort === 'author' ? offline.list({ ...filter, author: filter.author ?? '', limit: 1 }).total : 0
      const { total } = offline.list({ ...filter, limit: 1 })
      if (filter.author === undefined) expect(counted + withoutLetter).toBe(total)
      else expect(counted).toBe(total)
    }
  }
})
