import { setTimeout as sleep } from 'node:timers/promises'
import { restBooks } from '../../testing/endpoints.ts'
import type { Library } from './host.ts'
import { makeRandom, pick } from '../random.ts'
import { figuresOf } from '../statistics.ts'

const PAGE = '/app/books'
/** Milliseconds between two pages of a visitor. */
const PACE = 200
const WARM = 20

/** Milliseconds until the whole answer is there; endless for an answer that is none. */
async function visit({ maktaba }: Library, path: string, cookie: string): Promise<number> {
  const started = performance.now()
  const isGood = await fetch(maktaba.url + path, { headers: { cookie } }).then(
    async (response) => (await response.arrayBuffer(), response.ok),
    () => false,
  )
  return isGood ? performance.now() - started : Infinity
}

/** Opens a page every 200 ms while `work` goes on. Answers with its milliseconds, and what `work` did. */
export async function visitDuring<T>(library: Library, cookie: string, work: () => Promise<T>): Promise<[number[], T]> {
  for (let warm = 0; warm < WARM; warm++) await visit(library, PAGE, cookie)
  const visits: Promise<number>[] = []
  const timer = setInterval(() => visits.push(visit(library, PAGE, cookie)), PACE)
  try {
    const result = await work()
    return [await Promise.all(visits), result]
  } finally {
    clearInterval(timer)
  }
}

/** Searches that are each another one, since the server remembers the answers of those before. */
export function makeSearches(words: readonly string[], seed: number): () => string {
  const random = makeRandom(seed)
  return () => restBooks({ searchTerm: `${pick(random, words)} ${pick(random, words)}` })
}

/** Opens a page and searches by turns, one of them every so many milliseconds: a library with some readers. */
export async function useLibrary(
  library: Library,
  cookie: string,
  { newSearch, pause, until }: { newSearch: () => string; pause: number; until: number },
): Promise<{ pages: number[]; searches: number[] }> {
  const [pages, searches]: [number[], number[]] = [[], []]
  for (let turn = 0; performance.now() < until; turn++) {
    const isPage = turn % 2 === 0
    const took = await visit(library, isPage ? PAGE : newSearch(), cookie)
    ;(isPage ? pages : searches).push(took)
    await sleep(Math.max(0, pause - took))
  }
  return { pages, searches }
}

/** Many connections that search without pause. Answers with how many answers there were of each status. */
export async function hammer(
  { maktaba }: Library,
  cookie: string,
  { newSearch, connections, until }: { newSearch: () => string; connections: number; until: number },
): Promise<string> {
  const statuses = new Map<number | string, number>()
  const pound = async () => {
    while (performance.now() < until) {
      const status = await fetch(maktaba.url + newSearch(), { headers: { cookie } }).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => 'no answer',
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: connections }, pound))
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
}

/** Milliseconds as text, such as 'p50 9, p95 20, worst 60 ms (150)'. */
export function describeTimes(times: readonly number[]): string {
  const { p50, p95 } = figuresOf(times, 1)
  return `p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, worst ${Math.max(...times).toFixed(0)} ms (${times.length})`
}

export const p95Of = (times: readonly number[]): number => figuresOf(times, 1).p95
