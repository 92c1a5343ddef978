import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, QueryConfig } from 'pg'
import { connect, disconnect } from '#db/client.server.ts'
import { request } from '#test/http.ts'
import { useEnv } from '#test/env.ts'
import { openData } from './seed.ts'
import { BENCH_SECRET } from './people.ts'

/** A statement as the server sends it. */
export interface Statement {
  /** The name of a prepared statement. */
  name: string | undefined
  text: string
  values: unknown[]
}

export interface CaptureOptions {
  dataDir: string
  cookie: string
  /** Paths of the REST API, by the name of what is measured. */
  paths: Record<string, string>
  /** Each is asked once before: what the server keeps (a total, a plan) is there already, as under load. */
  isWarm: boolean
}

/** Nothing more is sent so long after an answer: a count may follow its list (ms). */
const AFTERMATH = 100

/**
 * Runs requests through the whole server, short of the socket, in this process, and answers the statements that each
 * of them sent to PostgreSQL, in their order: what is explained and timed is what is really sent. Import it by
 * Vite's runner, since the server's messages are compiled for it.
 */
export async function captureStatements(options: CaptureOptions): Promise<Map<string, Statement[]>> {
  const { dataDir, cookie, paths, isWarm } = options
  useEnv({ DATA_DIR: dataDir, AUTH_SECRET: BENCH_SECRET, LOG_LEVEL: 'silent', MAIL: 'outbox' })
  const database = await openData(dataDir)
  const captured = new Map<string, Statement[]>()
  let current: Statement[] = []
  const pool = connect(database.connection, () => undefined)
  pool.on('connect', (client) => listen(client, (statement) => current.push(statement)))
  try {
    for (const [name, path] of Object.entries(paths)) {
      for (const _ of isWarm ? ['before', 'heard'] : ['heard']) {
        current = []
        const answer = await request(path, { headers: { cookie } })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
        await answer.arrayBuffer()
        await sleep(AFTERMATH)
      }
      captured.set(name, current)
    }
  } finally {
    await disconnect()
    await database.close()
  }
  return captured
}

/** Hears what a connection is told: by pg a text, or a config with a text; the values beside or in it. */
function listen(client: ClientBase, hear: (statement: Statement) => void): void {
  client.query = new Proxy(client.query, {
    apply(target, self, args: [QueryConfig | string, unknown?, ...unknown[]]) {
      const [config, given] = args
      const values = Array.isArray(given) ? given : typeof config === 'string' ? [] : (config.values ?? [])
      if (typeof config === 'string') hear({ name: undefined, text: config, values })
      else hear({ name: config.name, text: config.text, values })
      return Reflect.apply(target, self, args)
    },
  })
}
