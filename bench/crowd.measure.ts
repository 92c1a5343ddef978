import { setTimeout as sleep } from 'node:timers/promises'
import { watchNeighbour, CROWD_BOOKS, crowdsAt, NO_ANSWER, warmNeighbour, type NamedCrowd } from './crowd.ts'
import { startMaktaba, type Maktaba } from './maktaba.ts'
import type { Neighbour } from './neighbour.ts'
import { makePeople, type Cookies } from './people.ts'
import { seededData } from './seed.ts'
import { figuresOf } from './statistics.ts'

/** Milliseconds that somebody else's page may take meanwhile, the slowest included. */
const LIMIT = 300
const NOTHING: NamedCrowd = { name: 'nothing', send: () => sleep(2000, 'idle') }

/** Prints what a neighbour noticed of a crowd; false when a page took too long. */
async function report({ name, send }: NamedCrowd, neighbour: Neighbour): Promise<boolean> {
  const { seconds, said, times } = await watchNeighbour(neighbour, send)
  const { p50, p99 } = figuresOf(times, seconds)
  const max = Math.max(...times)
  const isGood = max <= LIMIT && !said.includes(NO_ANSWER)
  console.log(
    `${isGood ? '✓' : '✗'} ${name.padEnd(34)} ${seconds.toFixed(1)} s (${said}); a page p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, max ${max.toFixed(0)} of ${LIMIT} ms`,
  )
  return isGood
}

async function measure({ url }: Maktaba, { reader, admin }: Cookies, words: string[]): Promise<boolean> {
  const neighbour = await warmNeighbour(url, admin)
  const results: boolean[] = []
  for (const crowd of [NOTHING, ...crowdsAt(url, reader, words)]) results.push(await report(crowd, neighbour))
  return results.every(Boolean)
}

/** Measures what others notice when one reader searches 400 times at once, and when a stranger guesses 1,500 codes. */
export default async function measureCrowd(): Promise<boolean> {
  const { dataDir, terms } = await seededData(CROWD_BOOKS, console.log)
  const cookies = await makePeople(dataDir)
  const maktaba = await startMaktaba(dataDir)
  try {
    return await measure(maktaba, cookies, Object.values(terms).flat().map(String))
  } finally {
    await maktaba.stop()
  }
}
