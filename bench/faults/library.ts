import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { urlOf } from '#test/server.ts'
import type { EmbeddedDatabase } from '#base/db/embedded/embedded.server.ts'
import { startMaktaba, type Maktaba } from '../maktaba.ts'
import { makePeople, type Cookies } from '../people.ts'
import { openData } from '../seed.ts'

/** A library of a fault: a folder with a database, and the settings of servers on it. */
export interface Library {
  folder: string
  dataDir: string
  database: EmbeddedDatabase
  /** For servers that reach the database by DATABASE_URL, as a server of one's own. */
  ownDatabase: Record<string, string>
  cookies: Cookies
  start: (settings?: Record<string, string>, port?: number) => Promise<Maktaba>
  /** What the servers have written to stderr. */
  log: () => string
}

/** Runs `work` with a new library, which is removed afterwards. The database runs until then, whoever uses it. */
export async function withLibrary<T>(
  work: (library: Library) => Promise<T>,
  folder = mkdtempSync(join(tmpdir(), 'maktaba-fault-')),
): Promise<T> {
  const dataDir = join(folder, 'data')
  // Not in the folder, whose disk may be full.
  const logFolder = mkdtempSync(join(tmpdir(), 'maktaba-log-'))
  const logFile = join(logFolder, 'server.log')
  const database = await openData(dataDir)
  const running = new Set<Maktaba>()
  const start = async (settings: Record<string, string> = {}, port?: number) => {
    const maktaba = await startMaktaba(dataDir, { logFile, settings, ...(port !== undefined && { port }) })
    running.add(maktaba)
    void maktaba.ended.then(() => running.delete(maktaba))
    return maktaba
  }
  try {
    const first = await start()
    const cookies = await makePeople(dataDir)
    await first.stop()
    const ownDatabase = { DATABASE_URL: urlOf(database.connection), MAIL: 'outbox' }
    return await work({
      folder,
      dataDir,
      database,
      ownDatabase,
      cookies,
      start,
      log: () => readFileSync(logFile, 'utf8'),
    })
  } finally {
    for (const maktaba of running) await maktaba.kill()
    await database.close().catch(() => undefined)
    for (const used of [folder, logFolder]) rmSync(used, { recursive: true, force: true })
  }
}

/** A running cluster, by the folder of its files. */
type Cluster = Pick<EmbeddedDatabase, 'dataDir'>

/** The process of the database's postmaster, and those of its children. */
function processesOf({ dataDir }: Cluster): { postmaster: number; children: number[] } {
  const postmaster = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  const listed = execFileSync('ps', ['-e', '-o', 'ppid=,pid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = listed.map((line) => line.trim().split(/\s+/).map(Number))
  return { postmaster, children: pairs.filter(([parent]) => parent === postmaster).map(([, pid = 0]) => pid) }
}

/** Sends a signal to the postmaster, with `all` to its children too. */
export function signalDatabase(database: Cluster, signal: NodeJS.Signals, { all = false } = {}): void {
  const { postmaster, children } = processesOf(database)
  for (const pid of all ? [postmaster, ...children] : [postmaster]) {
    try {
      process.kill(pid, signal)
    } catch {
      // A child may have ended meanwhile.
    }
  }
}
