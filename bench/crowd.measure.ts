import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '#lib/project-root.server.ts'
import { startMaktaba, type Maktaba } from './maktaba.ts'
import { makePeople, type Cookies } from './people.ts'
import type { Neighbour } from './neighbour.ts'
import { seededData } from './seed.ts'
import { figuresOf } from './statistics.ts'

const BOOKS = 11_000
const SEARCHES = 400
const GUESSES = 1500
/** Milliseconds that somebody else's page may take meanwhile, the slowest included. */
const LIMIT = 300

/** Sends requests all at once, and answers how many there were of each status. */
async function crowd(requests: (() => Promise<Response>)[]): Promise<string> {
  const statuses = new Map<number, number>()
  await Promise.all(
    requests.map(async (send) => {
      const response = await send()
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }),
  )
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
}

/** Has a neighbour open a page again and again while `work` goes on; false when one took too long. */
async function beside(name: string, neighbour: Neighbour, work: () => Promise<string>): Promise<boolean> {
  const worker = new Worker(join(projectRoot, 'bench', 'neighbour.ts'), { workerData: neighbour })
  const looking = once(worker, 'message')
  await sleep(600)
  const started = performance.now()
  const said = await work()
  const seconds = (performance.now() - started) / 1000
  worker.postMessage('stop', [])
  const [times]: number[][] = await looking
  if (!times) throw new Error('The neighbour said nothing')
  const { p50, p99 } = figuresOf(times, seconds)
  const max = Math.max(...times)
  const isGood = max <= LIMIT
  console.log(
    `${isGood ? '✓' : '✗'} ${name.padEnd(34)} ${seconds.toFixed(1)} s (${said}); a page p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, max ${max.toFixed(0)} of ${LIMIT} ms`,
  )
  return isGood
}

async function measure({ url }: Maktaba, { reader, admin }: Cookies, words: string[]): Promise<boolean> {
  const neighbour = { url: `${url}/app/books`, cookie: admin }
  for (let warm = 0; warm < 30; warm++) await (await fetch(neighbour.url, { headers: { cookie: admin } })).text()
  const search = (term: string) => () =>
    fetch(`${url}/api/v1/books?searchTerm=${encodeURIComponent(term)}`, { headers: { cookie: reader } })
  const terms = Array.from({ length: SEARCHES }, (_, index) => words[index % words.length] ?? '')
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  const many = Array.from({ length: 100 }, (_, index) => letters[index % 26]).join(' ')
  const guess = () =>
    fetch(`${url}/api/auth/sign-in/email-otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url.replace('127.0.0.1', 'localhost') },
      body: JSON.stringify({ email: 'reader@bench.example', otp: '000000' }),
    })
  const results = [
    await beside('nothing', neighbour, async () => {
      await sleep(2000)
      return 'idle'
    }),
    await beside(`${SEARCHES} searches of one reader`, neighbour, () => crowd(terms.map(search))),
    await beside(`${SEARCHES} of a hundred letters`, neighbour, () => crowd(terms.map(() => search(many)))),
    await beside(`${GUESSES} guesses`, neighbour, () => crowd(Array.from({ length: GUESSES }, () => guess))),
  ]
  return results.every(Boolean)
}

/** Measures what others notice when one reader searches 400 times at once, and when a stranger guesses 1,500 codes. */
export default async function measureCrowd(): Promise<boolean> {
  const { dataDir, terms } = await seededData(BOOKS, console.log)
  const cookies = await makePeople(dataDir)
  const maktaba = await startMaktaba(dataDir)
  try {
    return await measure(maktaba, cookies, Object.values(terms).flat().map(String))
  } finally {
    await maktaba.stop()
  }
}
