import { FUNCTION_HEADERS, functionPath, listBooks } from './endpoints.ts'
import { percentile, round } from './statistics.ts'
import type { Terms } from './terms.ts'

/** Milliseconds until an exact total, over several different ones. */
export interface TotalFigures {
  /** The slowest first request. */
  first: number
  /** The median of repeated requests. */
  cached: number
  asked: number
}

/**
 * Measures the exact totals of the whole list and of common searches on a server that has not counted them yet, one
 * request at a time, as the page requests the total after its list.
 */
export async function measureTotals(url: string, cookie: string, terms: Terms): Promise<TotalFigures> {
  const searches = ['', ...terms.the, ...terms.common, ...terms.arabic, ...terms.twoLetters]
  // A first request, whose cost in a new process is not that of counting.
  await timed(url + (await listBooks()), cookie, 'items')
  const times = { first: new Array<number>(), again: new Array<number>() }
  for (const searchTerm of searches) {
    const path = await functionPath('book.countBooks', { searchTerm })
    times.first.push(await timed(url + path, cookie))
    times.again.push(await timed(url + path, cookie))
  }
  const [first, again] = [times.first.toSorted(ascending), times.again.toSorted(ascending)]
  return { first: round(first.at(-1) ?? 0), cached: round(percentile(again, 0.5)), asked: searches.length }
}

const ascending = (a: number, b: number): number => a - b

async function timed(url: string, cookie: string, holding = 'total'): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url, { headers: { cookie, ...FUNCTION_HEADERS } })
  const body = await answer.text()
  const milliseconds = performance.now() - started
  if (!answer.ok || !body.includes(holding)) throw new Error(`${url} answered ${answer.status} without ${holding}`)
  return milliseconds
}
