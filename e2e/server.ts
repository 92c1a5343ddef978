import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findClusterPaths, type ClusterPaths } from '#db/embedded/cluster-paths.server.ts'
import { projectRoot } from '#lib/project-root.server.ts'

export interface RunningServer {
  url: string
  dataDir: string
  /** Stops it as an operator does. Throws when it does not end well, leaves its database behind, or logged an error. */
  stop: () => Promise<void>
  /** Stops it and keeps its data, for a server after it. */
  pause: () => Promise<void>
}

interface Place {
  /** The script that serves; that of this checkout unless told. */
  entry?: string
  /** A server that was paused: this one takes its port and its data. */
  before?: RunningServer
}

/** They become managers at their first sign-in; one for each worker, so that none uses up the other's code. */
export const ADMIN = 'admin@example.com'
export const adminOf = (worker: number): string => `admin-${worker}@example.com`

// The rest of the environment would change what is tested.
export const INHERITED = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH']
/** Milliseconds; the first start of a checkout builds. */
const START_PATIENCE = 180_000
const STOP_PATIENCE = 30_000
/** Milliseconds. `pg_ctl stop` answers when the pid file is gone, which PostgreSQL removes shortly before it exits. */
const EXIT_PATIENCE = 5000

/**
 * Starts Maktaba as `npm start` does, on a free port, with a data folder of its own, its own database and the sample
 * books. `settings` are environment variables beside or in place of these; `expected` are errors in its log that are
 * provoked on purpose.
 */
export async function startServer(
  settings: Record<string, string> = {},
  expected: readonly RegExp[] = [],
  { entry = join(projectRoot, 'scripts', 'start.ts'), before }: Place = {},
): Promise<RunningServer> {
  const dataDir = settings.DATA_DIR ?? before?.dataDir ?? newDataDir()
  const child = spawn(process.execPath, [entry], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
      NODE_ENV: 'production',
      PORT: before ? new URL(before.url).port : String(await freePort()),
      DATA_DIR: dataDir,
      SEED: 'sample',
      ADMIN_EMAIL: [ADMIN, ...Array.from({ length: 8 }, (_, worker) => adminOf(worker))].join(),
      // Each test is a client of its own, by the header that a proxy would set; limits count clients.
      TRUSTED_PROXIES: '127.0.0.1',
      // Whoever signs in for all tests comes from here.
      CODES_PER_CLIENT: '100000',
      ...settings,
    },
  })
  const kill = () => child.kill('SIGKILL')
  // Whoever started it is gone: it ends by itself, and its database with it.
  const leave = () => child.kill('SIGTERM')
  process.once('exit', leave)
  const log = collect(child.stderr)
  const said = collect(child.stdout)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const url = await readyUrl(child, said).catch(async (error: Error) => {
    leave()
    await ended
    await forget(dataDir)
    throw new Error(`${error.message}\n${log().slice(-4000)}`)
  })

  const end = async (keepsData: boolean) => {
    const place = await findClusterPaths(dataDir)
    child.kill('SIGTERM')
    const timer = setTimeout(kill, STOP_PATIENCE)
    const code = await ended
    clearTimeout(timer)
    process.off('exit', leave)
    const faults = [
      ...(code === 0 ? [] : [`the server ended with ${code ?? 'a signal'} after SIGTERM`]),
      ...(said().trim().split('\n').length === 1 ? [] : [`stdout holds more than its one line: ${said()}`]),
      ...(await remainingPostgres(place)).map((pid) => `PostgreSQL of ${place.cluster} still runs as process ${pid}`),
      ...errorLines(log()).filter((line) => !expected.some((pattern) => pattern.test(line))),
    ]
    if (!keepsData) await forget(dataDir)
    if (faults.length > 0) throw new Error(`The server under test:\n${faults.join('\n')}`)
  }
  return { url, dataDir, stop: () => end(false), pause: () => end(true) }
}

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'maktaba-e2e-'))

/** The processes that serve a cluster after its server has ended, once they had time to exit. */
async function remainingPostgres(place: ClusterPaths): Promise<string[]> {
  const end = Date.now() + EXIT_PATIENCE
  while (postgresOf(place).length > 0 && Date.now() < end) await sleep(50)
  return postgresOf(place)
}

/** Removes a data folder and what belongs to it elsewhere: root's cluster may live under /var/lib. */
export async function forget(dataDir: string): Promise<void> {
  const { home, refuge } = await findClusterPaths(dataDir)
  for (const folder of [dataDir, home, refuge]) rmSync(folder, { recursive: true, force: true })
}

function collect(stream: ChildProcess['stdout']): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (part: string) => (text += part))
  return () => text
}

/** The URL in the one line on stdout that says that all is up. */
export function readyUrl(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No "ready" after ${START_PATIENCE / 1000} s`)), START_PATIENCE)
    const settle = () => clearTimeout(timer)
    child.stdout?.on('data', () => {
      const [, url] = /^Maktaba \S+ ready at (\S+)\n/.exec(said()) ?? []
      if (url === undefined) return
      settle()
      resolve(url)
    })
    child.once('exit', (code) => {
      settle()
      reject(new Error(`The server ended with ${code} before it was ready`))
    })
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** The processes that serve a cluster. Where there is no /proc, its pid file tells. */
export function postgresOf({ cluster }: ClusterPaths): string[] {
  const pids = names('/proc').filter((name) => /^\d+$/.test(name))
  if (pids.length > 0) return pids.filter((pid) => commandLine(pid).includes(`-D\0${cluster}\0`))
  return names(cluster).includes('postmaster.pid')
    ? [readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '']
    : []
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}

/** What the server itself called an error (pino's level 50) or worse. */
const errorLines = (log: string): string[] => log.split('\n').filter((line) => /^\{"level":[56]0,/.test(line))
