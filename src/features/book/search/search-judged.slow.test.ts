import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/connection/client.server.ts'
import { seedBooks } from '#db/seed/seed.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { judge, scoreOf, type Judgement, type JudgedQuery } from '#test/judged-search.ts'
import { bookRouter } from '../book.router.server.ts'
import queries from './search-judged.json' with { type: 'json' }

useDatabase()

/** Queries that need only the sample catalogue; `npm run measure -- search-quality` runs the others too. */
const SAMPLE: JudgedQuery[] = queries.filter((one: JudgedQuery) => one.catalogue === undefined)
const MIN_FIRST_HITS = 0.95

let reader: SignedInCaller
beforeAll(async () => {
  await seedBooks(db)
  reader = await as('reader')
})

test('what was asked for comes first', async () => {
  const judgements: Judgement[] = []
  for (const one of SAMPLE) {
    const { items, similar = [] } = await reader.call(bookRouter.list, { searchTerm: one.query, limit: 100 })
    judgements.push(judge(one, [...items, ...similar]))
  }
  const wrong = judgements.filter(({ rank }) => rank !== 1)
  const { first, reciprocalRank } = scoreOf(judgements)
  // The figures of the run are what it is for.
  console.info(
    `judged: ${SAMPLE.length} searches, first hit right ${first.toFixed(3)}, mean reciprocal rank ${reciprocalRank.toFixed(3)}`,
  )
  expect(SAMPLE.length).toBeGreaterThanOrEqual(80)
  expect(first, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(MIN_FIRST_HITS)
})
