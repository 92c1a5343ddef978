import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { seedBooks } from '#base/db/seed/seed.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { foldedWords } from '#base/lib/search/fold-words.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { bookRouter } from '../book.router.server.ts'
import books from './search-books.json' with { type: 'json' }
import typos from './search-typos.json' with { type: 'json' }

useDatabase()

/** A search with a typo in the sample catalogue and the books of search-books.json. */
interface TypoCase {
  query: string
  /** Titles that must be found, among the exact hits or the similar books. */
  finds: string[]
  findsNot?: string[]
  /** Nothing else may be found. */
  only?: boolean
}

const cases: TypoCase[] = typos
const counts = { wanted: 0, found: 0, wrong: 0 }

let reader: SignedInCaller
beforeAll(async () => {
  await seedBooks(db)
  const genres = await db.select({ id: genre.id, slug: genre.slug }).from(genre)
  const idOf = new Map(genres.map(({ slug, id }) => [slug, id]))
  const rows = books.map(({ genre: slug, ...fields }) => ({ ...fields, genreId: idOf.get(slug) ?? null }))
  await db.insert(book).values(rows)
  reader = await as('reader')
})

const exactHits = async (searchTerm: string) =>
  (await reader.call(bookRouter.list, { searchTerm, limit: 100 })).items.map(({ title }) => title)

test.each(cases)('$query', async ({ query, finds, findsNot = [], only = false }) => {
  const exact = await exactHits(query)
  const similar = (await reader.call(bookRouter.listSimilar, { searchTerm: query })).items.map(({ title }) => title)
  const titles = [...exact, ...similar]
  const missed = finds.filter((title) => !titles.includes(title))
  const wrong = titles.filter((title) => findsNot.includes(title) || (only && !finds.includes(title)))
  counts.wanted += finds.length
  counts.found += finds.length - missed.length
  counts.wrong += wrong.length
  const twice = similar.filter((title) => exact.includes(title))
  expect({ missed, wrong, twice }).toEqual({ missed: [], wrong: [], twice: [] })
})

/** Generated typos inside a word of 5 letters or more; the same in every run. */
const TYPOS: ((word: string, at: number) => string)[] = [
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at) => word.slice(0, at) + word.charAt(at) + word.slice(at),
  (word, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  (word, at) => word.slice(0, at) + (/\p{Script=Arabic}/u.test(word) ? 'ك' : 'o') + word.slice(at + 1),
]
const MIN_SHARE = { recall: 0.99, precision: 0.9 }

test('every fifth book is found by its author and title with a typo in each', async () => {
  const rows = await db.select({ title: book.title, author: book.author }).from(book).orderBy(book.sortTitle, book.id)
  const sums = { asked: 0, found: 0, shown: 0, right: 0 }
  for (const [index, { title, author }] of rows.entries()) {
    if (index % 5 !== 0) continue
    const searched = [title, author].map((text) => foldedWords(text).toSorted((a, b) => b.length - a.length)[0] ?? '')
    for (const [turn, word] of searched.entries()) {
      if (word.length < 5 || /\d/.test(word)) continue
      const query = TYPOS[(index / 5 + turn) % TYPOS.length]?.(word, 1 + ((index + turn) % (word.length - 3))) ?? ''
      if (query === word) continue
      const exact = await exactHits(query)
      if (exact.length >= 5) continue
      const { similar = [] } = await reader.call(bookRouter.list, { searchTerm: query })
      const isMeant = (one: (typeof similar)[number]) =>
        foldedWords(`${one.title} ${one.author} ${one.publisher}`).includes(word)
      sums.asked += 1
      sums.found += similar.some(isMeant) || exact.includes(title) ? 1 : 0
      sums.shown += similar.length
      sums.right += similar.filter(isMeant).length
    }
  }
  const shares = { recall: sums.found / sums.asked, precision: sums.right / sums.shown }
  // The figures of the run are what it is for.
  console.info(
    `typos by rule: ${sums.asked}, recall ${shares.recall.toFixed(3)}, precision ${shares.precision.toFixed(3)}`,
  )
  expect(sums.asked).toBeGreaterThan(150)
  expect(shares.recall).toBeGreaterThanOrEqual(MIN_SHARE.recall)
  expect(shares.precision).toBeGreaterThanOrEqual(MIN_SHARE.precision)
})

afterAll(() => {
  const { wanted, found, wrong } = counts
  const [recall, precision] = [found / wanted, found / (found + wrong)].map((share) => share.toFixed(3))
  // The figures of the run are what it is for.
  console.info(`typos: ${cases.length} cases, recall ${recall} (${found} of ${wanted}), precision ${precision}`)
})
