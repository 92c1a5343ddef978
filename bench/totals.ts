import { restBooks } from './endpoints.ts'
import { percentile, round } from './statistics.ts'
import type { Terms } from './terms.ts'

/** How long an exact total is waited for, over a handful of different ones. Milliseconds. */
export interface TotalFigures {
  /** The slowest of those that were asked for the first time. */
  first: number
  /** The middle one of those that were asked for again. */
  cached: number
  asked: number
}

/**
 * The exact totals of the whole list and of common searches on a server that has not counted them yet, one request
 * at a time. The total comes with the list of the REST API.
 */
export async function measureTotals(url: string, cookie: string, terms: Terms): Promise<TotalFigures> {
  const searches = ['', ...terms.the, ...terms.common, ...terms.arabic, ...terms.twoLetters]
  const times = { first: new Array<number>(), again: new Array<number>() }
  for (const searchTerm of searches) {
    const path = restBooks({ searchTerm, limit: 1 })
    times.first.push(await timed(url + path, cookie))
    times.again.push(await timed(url + path, cookie))
  }
  const [first, again] = [times.first.toSorted(ascending), times.again.toSorted(ascending)]
  return { first: round(first.at(-1) ?? 0), cached: round(percentile(again, 0.5)), asked: searches.length }
}

const ascending = (a: number, b: number): number => a - b

async function timed(url: string, cookie: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url, { headers: { cookie } })
  const body: unknown = await answer.json()
  const milliseconds = performance.now() - started
  if (typeof body !== 'object' || body === null || !('total' in body) || typeof body.total !== 'number')
    throw new Error(`${url} answered ${answer.status} without a total`)
  return milliseconds
}
