import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '#base/lib/project-root.server.ts'
import type { Neighbour } from './neighbour.ts'
import { makeRandom, pick } from './random.ts'

/** Books of the catalogue that a crowd searches. */
export const CROWD_BOOKS = 11_000
const SEARCHES = 400
const GUESSES = 1500
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')
/** In the count of answers: the connection broke. */
export const NO_ANSWER = 'no answer'

/** Requests sent at once, and their name. */
export interface NamedCrowd {
  name: string
  send: () => Promise<string>
}

async function statusOf(send: () => Promise<Response>): Promise<number> {
  const response = await send()
  await response.arrayBuffer()
  return response.status
}

/** Sends requests all at once, and answers how many there were of each status. */
async function sendAll(requests: (() => Promise<Response>)[]): Promise<string> {
  const statuses = new Map<number | string, number>()
  await Promise.all(
    requests.map(async (send) => {
      const status = await statusOf(send).catch(() => NO_ANSWER)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }),
  )
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
}

/**
 * The crowds: 400 searches of one reader, 400 long ones, and 1,500 guesses of a stranger at one address. Each search is
 * another one, since the server remembers the answers of those before.
 */
export function crowdsAt(url: string, reader: string, words: readonly string[]): NamedCrowd[] {
  const random = makeRandom(53)
  const several = (count: number, from: readonly string[]) =>
    Array.from({ length: count }, () => pick(random, from)).join(' ')
  const searches = (newTerm: () => string) =>
    sendAll(
      Array.from({ length: SEARCHES }, newTerm).map(
        (term) => () =>
          fetch(`${url}/api/v1/books?searchTerm=${encodeURIComponent(term)}`, { headers: { cookie: reader } }),
      ),
    )
  const guess = () =>
    fetch(`${url}/api/auth/sign-in/email-otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url.replace('127.0.0.1', 'localhost') },
      body: JSON.stringify({ email: 'reader@bench.example', otp: '000000' }),
    })
  return [
    { name: `${SEARCHES} searches of one reader`, send: () => searches(() => several(2, words)) },
    { name: `${SEARCHES} of a hundred letters`, send: () => searches(() => several(100, LETTERS)) },
    { name: `${GUESSES} guesses`, send: () => sendAll(Array.from({ length: GUESSES }, () => guess)) },
  ]
}

/** The page that a neighbour opens during a crowd, after it was opened some times. */
export async function warmNeighbour(url: string, cookie: string): Promise<Neighbour> {
  const neighbour = { url: `${url}/app/books`, cookie }
  for (let warm = 0; warm < 30; warm++) await (await fetch(neighbour.url, { headers: { cookie } })).text()
  return neighbour
}

interface Noticed {
  seconds: number
  /** What the work answered. */
  said: string
  /** Milliseconds of each page of the neighbour. */
  times: number[]
}

/** Has a neighbour open a page again and again while `work` goes on. */
export async function watchNeighbour(neighbour: Neighbour, work: () => Promise<string>): Promise<Noticed> {
  const worker = new Worker(join(projectRoot, 'bench', 'neighbour.ts'), { workerData: neighbour })
  const looking = once(worker, 'message')
  await sleep(600)
  const started = performance.now()
  const said = await work()
  const seconds = (performance.now() - started) / 1000
  worker.postMessage('stop', [])
  const [times]: number[][] = await looking
  if (!times) throw new Error('The neighbour said nothing')
  return { seconds, said, times }
}
