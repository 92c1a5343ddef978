import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { generateBooks, GENERATOR_VERSION } from './books.ts'
import { changesOf } from './compare.ts'
import type { SizeResult } from './results.ts'
import { figuresOf, percentile } from './statistics.ts'
import { LIMIT, verdictsOf } from './targets.ts'
import { generateUsers } from './users.ts'

const CHECKED = 2000
/** Hash of the first books and users, by version of the generator. */
const KNOWN: Record<number, string> = { 4: '35477f04caacd8b4' }

/** Throws when the benchmark itself is broken; called before measuring. */
export function selfCheck(): void {
  checkGenerator()
  checkStatistics()
  checkVerdicts()
}

function checkGenerator(): void {
  const hash = createHash('sha256')
  const books = generateBooks()
  for (let count = 0; count < CHECKED; count++) hash.update(JSON.stringify(books.next().value))
  const users = generateUsers()
  for (let count = 0; count < CHECKED; count++) hash.update(JSON.stringify(users.next().value))
  assert.equal(
    hash.digest('hex').slice(0, 16),
    KNOWN[GENERATOR_VERSION],
    'The generated books or users have changed (by their words or the sample catalogue): raise GENERATOR_VERSION',
  )
}

function checkStatistics(): void {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  assert.deepEqual(
    [0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share)),
    [50, 95, 99, 100],
  )
  const { perSecond, p50, p99 } = figuresOf([3, 1, 2, 10], 2)
  assert.deepEqual({ perSecond, p50, p99 }, { perSecond: 2, p50: 2, p99: 10 })
}

function checkVerdicts(): void {
  const figures = { perSecond: 2000, p50: 4, p95: 8, p99: 20, requests: 10_000, failures: 0 }
  const size = (perSecond: number): SizeResult => ({
    size: 100_000,
    rows: [
      { name: 'list, first page', subject: 'maktaba', connections: 10, figures: { ...figures, perSecond } },
      { name: LIMIT, subject: 'limit', connections: 10, figures: { ...figures, perSecond: 4000 } },
    ],
    totals: { first: 61, cached: 1, asked: 3 },
    found: {},
    hasSaves: false,
    imported: { rows: 10_000, seconds: 2 },
    memory: { before: 90, after: 200 },
  })
  const machine = { cores: 2, processor: '', memory: 0, node: '' }
  const verdicts = verdictsOf({ date: '', seconds: 1, machine, sizes: [size(2000)] })
  assert.deepEqual(
    verdicts.map(({ isMet }) => isMet),
    [true, false, false, true],
  )
  const [first] = changesOf(size(2000), size(1000))
  assert.equal(first?.at(-1), 'worse')
}
