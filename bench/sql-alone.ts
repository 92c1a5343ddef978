import { Client } from 'pg'
import { figuresOf, type Figures } from './statistics.ts'
import { openData } from './seed.ts'
import type { Statement } from './statements.ts'

export interface SqlLoad {
  dataDir: string
  /** The statements of each request, run in turn. */
  requests: Statement[][]
  connections: number
  seconds: number
}

/** Runs the statements of requests without a server, one after the other on each connection. */
export async function sqlAlone({ dataDir, requests, connections, seconds }: SqlLoad): Promise<Figures> {
  const database = await openData(dataDir)
  const clients = Array.from({ length: connections }, () => new Client(database.connection))
  try {
    await Promise.all(clients.map((client) => client.connect()))
    const run = async (until: number) => {
      const times: number[] = []
      const work = async (client: Client, first: number) => {
        for (let at = first; performance.now() < until; at++) {
          const started = performance.now()
          for (const statement of requests[at % requests.length] ?? []) await send(client, statement)
          times.push(performance.now() - started)
        }
      }
      await Promise.all(clients.map(work))
      return times
    }
    await run(performance.now() + Math.max(500, seconds * 250))
    const started = performance.now()
    const times = await run(started + seconds * 1000)
    return figuresOf(times, (performance.now() - started) / 1000)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
    await database.close()
  }
}

const send = (client: Client, { name, text, values }: Statement) =>
  client.query({ text, values, ...(name !== undefined && { name }) })
