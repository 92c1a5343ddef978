import { beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { seedBooks } from '#base/db/seed/seed.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { judge, scoreOf, type Judgement, type JudgedQuery } from '#test/judged-search.ts'
import { bookRouter } from '../book.router.server.ts'
import forgiving from './search-forgiving.json' with { type: 'json' }
import queries from './search-judged.json' with { type: 'json' }

useDatabase()

/** Queries that need only the sample catalogue; `npm run measure -- search-quality` runs the others too. */
const ofSample = (judged: readonly JudgedQuery[]): JudgedQuery[] =>
  judged.filter(({ catalogue }) => catalogue === undefined)

let reader: SignedInCaller
beforeAll(async () => {
  await seedBooks(db)
  reader = await as('reader')
})

test.each([
  { asked: 'what was asked for comes first', judged: ofSample(queries), least: 80, share: 0.95 },
  { asked: 'also with a word too many or a wrong one', judged: ofSample(forgiving), least: 45, share: 0.95 },
])('$asked', async ({ judged, least, share }) => {
  const judgements: Judgement[] = []
  for (const one of judged) {
    const { items, similar = [] } = await reader.call(bookRouter.list, { searchTerm: one.query, limit: 100 })
    judgements.push(judge(one, [...items, ...similar]))
  }
  const wrong = judgements.filter(({ rank }) => rank !== 1)
  const { first, reciprocalRank } = scoreOf(judgements)
  // The figures of the run are what it is for.
  console.info(
    `judged: ${judged.length} searches, first hit right ${first.toFixed(3)}, mean reciprocal rank ${reciprocalRank.toFixed(3)}`,
  )
  expect(judged.length).toBeGreaterThanOrEqual(least)
  expect(first, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(share)
})
