import { makeCases, type Case } from './cases.ts'
import type { Turn } from './in-turn.ts'
import { startMaktaba, type Maktaba, type StartOptions } from './maktaba.ts'
import { makePeople } from './people.ts'
import { withClient, type SeededData } from './seed.ts'
import { watchDatabase } from './settle.ts'
import { parentOf } from './usage.ts'

/** A started server with the cases that are measured on it, for comparisons in turn. */
export interface MeasuredServer {
  maktaba: Maktaba
  cases: Case[]
  /** The server's process and that of its database. */
  processes: readonly number[]
  /** Whether every request of a case is answered with 200. */
  answers: (one: Case) => Promise<boolean>
  turn: (one: Case) => Turn
}

/** Starts a server on seeded data, and waits until it has compared all books with each other. */
export async function startMeasured(data: SeededData, options: StartOptions = {}): Promise<MeasuredServer> {
  const cookies = await makePeople(data.dataDir)
  const maktaba = await startMaktaba(data.dataDir, options)
  const { url, processId = 0 } = maktaba
  const { untilCompared, stop } = await watchDatabase(data.dataDir)
  await untilCompared().finally(stop)
  const processes = [processId, await postmasterOf(data.dataDir)]
  return {
    maktaba,
    cases: await makeCases(url, data, cookies),
    processes,
    answers: async ({ requests, headers }) => {
      const statuses = await Promise.all(
        requests.map(async ({ path = '/' }) => {
          const answer = await fetch(url + path, { headers, redirect: 'manual' })
          await answer.arrayBuffer()
          return answer.status
        }),
      )
      return statuses.every((status) => status === 200)
    },
    turn: ({ requests, headers }) => ({ url, requests, headers, processes }),
  }
}

/** The first process of a database, which has started all others. */
const postmasterOf = (dataDir: string): Promise<number> =>
  withClient(dataDir, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0) ?? 0
  })
