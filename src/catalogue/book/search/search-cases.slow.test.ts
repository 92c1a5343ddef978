import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { seedBooks } from '#base/db/seed/seed.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { bookRouter } from '../book.router.server.ts'
import books from './search-books.json' with { type: 'json' }
import arabic from './search-cases-ar.json' with { type: 'json' }
import english from './search-cases-en.json' with { type: 'json' }
import french from './search-cases-fr.json' with { type: 'json' }
import swahili from './search-cases-sw.json' with { type: 'json' }

useDatabase()

/** What a search must answer in the sample catalogue and the books of search-books.json. */
interface SearchCase {
  query: string
  /** What the case tests. */
  why: string
  /** Titles that must be found. */
  finds: string[]
  /** Titles that must not be found. */
  findsNot?: string[]
  /** Titles that must come before all others, in this order. */
  first?: string[]
  /** Nothing else may be found. */
  only?: boolean
}

const languages: Record<string, SearchCase[]> = { English: english, French: french, Arabic: arabic, Swahili: swahili }
const counts = { cases: 0, wanted: 0, found: 0, wrong: 0 }

let reader: SignedInCaller
beforeAll(async () => {
  await seedBooks(db)
  const genres = await db.select({ id: genre.id, slug: genre.slug }).from(genre)
  const idOf = new Map(genres.map(({ slug, id }) => [slug, id]))
  const rows = books.map(({ genre: slug, ...fields }) => ({ ...fields, genreId: idOf.get(slug) ?? null }))
  await db.insert(book).values(rows)
  reader = await as('reader')
})

/** All titles that a search finds, in order, over all pages. */
async function titlesOf(searchTerm: string): Promise<string[]> {
  const titles: string[] = []
  for (let cursor: string | undefined; ;) {
    const page = await reader.call(bookRouter.list, { searchTerm, limit: 100, ...(cursor ? { cursor } : {}) })
    titles.push(...page.items.map(({ title }) => title))
    if (page.nextCursor === null) return titles
    cursor = page.nextCursor
  }
}

describe.each(Object.entries(languages))('in %s', (_, cases) => {
  test.each(cases)('$query: $why', async ({ query, finds, findsNot = [], first = [], only = false }) => {
    const titles = await titlesOf(query)
    const missed = finds.filter((title) => !titles.includes(title))
    const wrong = titles.filter((title) => findsNot.includes(title) || (only && !finds.includes(title)))
    counts.cases += 1
    counts.wanted += finds.length
    counts.found += finds.length - missed.length
    counts.wrong += wrong.length
    expect({ missed, wrong, first: titles.slice(0, first.length) }).toEqual({ missed: [], wrong: [], first })
  })
})

afterAll(() => {
  const { cases, wanted, found, wrong } = counts
  const [recall, precision] = [found / wanted, found / (found + wrong)].map((share) => share.toFixed(3))
  // The figures of the run are what it is for.
  console.info(
    `search: ${cases} cases, recall ${recall} (${found} of ${wanted}), precision ${precision} (${wrong} wrong)`,
  )
})
