import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, QueryConfig } from 'pg'
import { connect, disconnect } from '#base/db/connection/client.server.ts'
import { request } from '#test/http.ts'
import { useEnv } from '#test/env.ts'
import { openData } from './seed.ts'
import { BENCH_SECRET } from './people.ts'

/** An SQL statement of the server. */
export interface Statement {
  /** The name of a prepared statement. */
  name: string | undefined
  text: string
  values: unknown[]
}

export interface CaptureOptions {
  dataDir: string
  cookie: string
  /** REST paths by case name. */
  paths: Record<string, string>
  /** Sends each request once before, so that the server's caches (totals, plans) are filled, as under load. */
  isWarm: boolean
}

/** Milliseconds to wait for statements after a response, such as a count that follows its list. */
const AFTERMATH = 100

/**
 * Runs requests through the whole server in this process, without a socket, and returns the statements that each sent
 * to PostgreSQL, in order, so that the real statements are explained and timed. Import it by Vite's runner, since the
 * server's messages are compiled for it.
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

/** Intercepts the queries of a connection: pg takes a text or a config with a text, and values as argument or in it. */
function listen(client: ClientBase, onStatement: (statement: Statement) => void): void {
  client.query = new Proxy(client.query, {
    apply(target, self, args: [QueryConfig | string, unknown?, ...unknown[]]) {
      const [config, given] = args
      const values = Array.isArray(given) ? given : typeof config === 'string' ? [] : (config.values ?? [])
      if (typeof config === 'string') onStatement({ name: undefined, text: config, values })
      else onStatement({ name: config.name, text: config.text, values })
      return Reflect.apply(target, self, args)
    },
  })
}
