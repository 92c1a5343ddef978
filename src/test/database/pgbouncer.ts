import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionSettings } from '../server.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) =>
  existsSync(path),
)

/** Whether PgBouncer is installed: it is in no package of npm. */
export const hasPgBouncer = PROGRAM !== undefined

export interface PgBouncer {
  host: string
  port: number
  stop: () => Promise<void>
}

/** Starts a PgBouncer in transaction mode before a PostgreSQL, for all of its databases, with so few sessions for each. */
export async function startPgBouncer(
  { host, port, user, password }: ConnectionSettings,
  folder: string,
  sessions = 3,
): Promise<PgBouncer> {
  if (PROGRAM === undefined) throw new Error('PgBouncer is not installed')
  const own = { host: '127.0.0.1', port: await freePort() }
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${host} port=${port} user=${user} password=${password} connect_query='set statement_timeout = 60000'
[pgbouncer]
listen_addr = ${own.host}
listen_port = ${own.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
ignore_startup_parameters = extra_float_digits
`,
    { mode: 0o600 },
  )
  const child = spawn(PROGRAM, [...asOther(host, folder, file), file], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for (let tries = 0; !(await answers(own.port)); tries++) {
    if (tries > 200 || child.exitCode !== null) throw new Error('PgBouncer did not start')
    await sleep(25)
  }
  return {
    ...own,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Run by root it refuses; then it is the user of the PostgreSQL, whose socket nobody else may enter. */
function asOther(host: string, folder: string, file: string): string[] {
  if (process.getuid?.() !== 0) return []
  const uid = host.startsWith('/') ? statSync(host).uid : 65_534
  const name = execFileSync('id', ['-un', String(uid)], { encoding: 'utf8' }).trim()
  chownSync(folder, uid, -1)
  chownSync(file, uid, -1)
  return ['-u', name]
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.unref()
    setTimeout(() => socket.destroy(), 200).unref()
  })
