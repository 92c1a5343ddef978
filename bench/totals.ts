import { FUNCTION_HEADERS, functionPath, listBooks } from '../testing/endpoints.ts'
import { percentile, round } from './statistics.ts'
import type { Terms } from './terms.ts'

/** Milliseconds until an exact total, over several different ones. */
export interface TotalFigures {
  /** The slowest first request, of each search the median over the servers. */
  first: number
  /** The median of repeated requests. */
  cached: number
  asked: number
}

/** Milliseconds of each search, on one server. */
type Times = Record<'first' | 'again', number[]>

const searchesOf = (terms: Terms): string[] => ['', ...terms.the, ...terms.common, ...terms.arabic, ...terms.twoLetters]

/**
 * Times the exact totals of the whole list and of common searches on a server that has not counted them yet, one
 * request at a time, as the page requests the total after its list.
 */
export async function timeTotals(url: string, cookie: string, terms: Terms): Promise<Times> {
  // A first request, whose cost in a new process is not that of counting.
  await timed(url + (await listBooks()), cookie, 'items')
  const times: Times = { first: [], again: [] }
  for (const searchTerm of searchesOf(terms)) {
    const path = await functionPath('book.countBooks', { searchTerm })
    times.first.push(await timed(url + path, cookie))
    times.again.push(await timed(url + path, cookie))
  }
  return times
}

/** The figures of several servers: a search can be the first one only once on each, and one pause would decide. */
export function totalFigures(servers: readonly Times[]): TotalFigures {
  const asked = servers[0]?.first.length ?? 0
  const firsts = Array.from({ length: asked }, (_, search) => median(servers.map(({ first }) => first[search] ?? 0)))
  return {
    first: round(Math.max(...firsts)),
    cached: round(median(servers.flatMap(({ again }) => again))),
    asked,
  }
}

const median = (times: readonly number[]): number => percentile(times.toSorted(ascending), 0.5)

const ascending = (a: number, b: number): number => a - b

async function timed(url: string, cookie: string, holding = 'total'): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url, { headers: { cookie, ...FUNCTION_HEADERS } })
  const body = await answer.text()
  const milliseconds = performance.now() - started
  if (!answer.ok || !body.includes(holding)) throw new Error(`${url} answered ${answer.status} without ${holding}`)
  return milliseconds
}
