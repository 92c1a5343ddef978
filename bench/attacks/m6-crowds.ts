import { setTimeout as sleep } from 'node:timers/promises'
import { beside, CROWD_BOOKS, crowdsAt, warmNeighbour, type NamedCrowd } from '../crowd.ts'
import { median } from '../median.ts'
import type { Neighbour } from '../neighbour.ts'
import { makePeople } from '../people.ts'
import { fill, withClient } from '../seed.ts'
import { attempt, type Attack, type Attempt } from './attack.ts'
import { withTarget } from './target.ts'

const ROUNDS = 3
/**
 * A neighbour's page is stalled after a second, and on a machine that is busy with other work after ten times the slowest
 * one without a crowd. `npm run measure -- crowd` has a stricter limit, for a quiet machine.
 */
const STALLED = { milliseconds: 1000, times: 10 }

const attack: Attack = {
  finding: 'M6',
  about: 'One reader, or one stranger, stalls everybody',
  run: () =>
    withTarget(async ({ url, database }) => {
      const words = await withClient(database, (client) => fill(client, CROWD_BOOKS))
      const { reader, admin } = await makePeople(database)
      const neighbour = await warmNeighbour(url, admin)
      const attempts: Attempt[] = []
      for (const crowd of crowdsAt(url, reader, Object.values(words).flat().map(String)))
        attempts.push(await stall(crowd, neighbour))
      return attempts
    }),
}
export default attack

async function stall({ name, send }: NamedCrowd, neighbour: Neighbour): Promise<Attempt> {
  const alone = slowestOf(await beside(neighbour, () => sleep(2000, 'idle')))
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await beside(neighbour, send))
  const slowest = rounds.map(slowestOf)
  const answers = rounds.map(({ said }) => said).at(-1)
  return attempt(
    `${name}, at once`,
    `a neighbour’s slowest page ${inMs(median(slowest))} (of ${slowest.map(inMs).join(', ')}; alone ${inMs(alone)}); ${answers}`,
    median(slowest) <= Math.max(STALLED.milliseconds, STALLED.times * alone),
  )
}

const slowestOf = ({ times }: { times: readonly number[] }): number => Math.max(...times)

const inMs = (value: number): string => `${Math.round(value).toLocaleString('en')} ms`
