import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { runCommand, usableBinaries } from '#base/db/embedded/binaries.server.ts'
import { findClusterPaths } from '#base/db/embedded/cluster-paths.server.ts'
import { readPostmaster } from '#base/db/embedded/postmaster.server.ts'
import { freePort, startMaktaba, type Maktaba } from '../maktaba.ts'
import { openData } from '../seed.ts'

/** Instead of a hundred: forty libraries have up to 18 each. All else is as initdb leaves it, which Debian does too. */
const CONNECTIONS = 400
const FIRST_PORT = 23_101
/** As in deploy/debian/package.env. */
const OPTIONS = process.env.LIBRARY_NODE_OPTIONS ?? '--max-semi-space-size=12 --max-old-space-size=512 --expose-gc'
/** Past scripts/start.ts, as the unit of the package does; some options of V8 are refused in NODE_OPTIONS. */
const WITHIN = ['sh', '-c', `exec "$0" ${OPTIONS} dist/server/server.js`]

/** The seeded library, which all others are copies of. */
const TEMPLATE = 'maktaba'

export interface Library {
  dataDir: string
  pid: number
  maktaba: Maktaba
}

/** A PostgreSQL server of many libraries, and the folder of all that is theirs. */
export interface Host {
  folder: string
  /** Of its superuser. */
  client: Client
  postmaster: number
  /** The address of a database. */
  urlOf: (database: string) => string
  stop: () => Promise<void>
}

/** Starts PostgreSQL on a copy of the seeded library's cluster, so that the measure leaves nothing in it. */
export async function startHost(dataDir: string): Promise<Host> {
  const passwords = await passwordsOf(dataDir)
  const paths = await findClusterPaths(dataDir)
  const binaries = await usableBinaries(paths)
  const folder = mkdtempSync('/tmp/maktaba-libraries-')
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  const cluster = join(folder, 'postgres')
  const control = (...words: string[]) => runCommand(binaries.pgCtl, [...words, '-D', cluster, '-w'], paths.account)
  const port = await freePort()
  const client = new Client({
    connectionString: addressOf({ user: 'postgres', password: passwords.admin, port, database: 'postgres' }),
  })
  client.on('error', () => undefined)
  const stop = async () => {
    await client.end().catch(() => undefined)
    await control('stop', '-m', 'immediate')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    execFileSync('cp', ['-a', paths.cluster, cluster])
    const flags = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c max_connections=${CONNECTIONS}`
    const { isDone, output } = await control('start', '-l', join(cluster, 'server.log'), '-o', flags)
    if (!isDone) throw new Error(`PostgreSQL: ${output}`)
    await client.connect()
    // Backups are checked in a database that is made for it.
    await client.query('alter role maktaba createdb')
  } catch (error) {
    await stop()
    throw error
  }
  const urlOf = (database: string) => addressOf({ user: 'maktaba', password: passwords.role, port, database })
  return { folder, client, postmaster: (await readPostmaster(cluster))?.pid ?? 0, urlOf, stop }
}

async function passwordsOf(dataDir: string): Promise<{ role: string; admin: string }> {
  const { connection, admin, close } = await openData(dataDir)
  await close()
  return { role: connection.password, admin: admin.password }
}

interface Address {
  user: string
  password: string
  port: number
  database: string
}

const addressOf = ({ user, password, port, database }: Address): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

async function startLibrary(host: Host, database: string, port: number): Promise<Library> {
  const dataDir = join(host.folder, database)
  mkdirSync(dataDir, { recursive: true })
  const maktaba = await startMaktaba(dataDir, {
    port,
    within: WITHIN,
    logFile: join(dataDir, 'server.log'),
    settings: {
      NODE_ENV: 'production',
      DATABASE_URL: host.urlOf(database),
      SEED: 'genres',
      MAIL: 'outbox',
      BACKUPS: 'on',
      // Of the nightly backups the measure says when.
      BACKUP_DELAY: '720',
    },
  })
  return { dataDir, pid: maktaba.processId ?? 0, maktaba }
}

/** Runs the seeded library until it has compared all books, which a library that is idle has done. */
export async function settleTemplate(host: Host): Promise<void> {
  const { maktaba } = await startLibrary(host, TEMPLATE, FIRST_PORT)
  const client = new Client({ connectionString: host.urlOf(TEMPLATE) })
  try {
    await client.connect()
    while (await isComparing(client)) await sleep(500)
  } finally {
    await maktaba.stop()
    await client.query('vacuum (analyze)')
    await client.end()
  }
}

async function isComparing(client: Client): Promise<boolean> {
  const { rowCount } = await client.query('select from duplicate_run where not is_running and finished_at is not null')
  return rowCount === 0
}

/** Makes the databases of so many libraries that are not there yet. */
export async function makeDatabases({ client }: Host, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `library_${index + 1}`)
  const { rows } = await client.query<{ name: string }>('select datname::text as name from pg_database')
  for (const name of names)
    if (!rows.some((row) => row.name === name))
      await client.query(`create database ${name} template ${TEMPLATE} owner maktaba strategy file_copy`)
  return names
}

/** Starts all libraries at once, and stops those that have started when one does not. */
export async function startLibraries(host: Host, names: readonly string[]): Promise<Library[]> {
  // Each has a listener that stops it when this process ends.
  process.setMaxListeners(names.length + 10)
  const started = await Promise.allSettled(names.map((name, index) => startLibrary(host, name, FIRST_PORT + index)))
  const libraries = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = started.find((one) => one.status === 'rejected')
  if (!failed) return libraries
  await stopLibraries(libraries)
  throw failed.reason
}

export const stopLibraries = (libraries: readonly Library[]): Promise<unknown> =>
  Promise.all(libraries.map(({ maktaba }) => maktaba.stop()))
