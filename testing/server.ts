import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findClusterPaths, type ClusterPaths } from '#base/db/embedded/cluster-paths.server.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { dataRoot } from '#test/data-root.ts'

export interface RunningServer {
  url: string
  dataDir: string
  /** Stops it like an operator. Throws if it exits with an error, leaves its database running, or logged an error. */
  stop: () => Promise<void>
  /** Stops it and keeps its data for the next server. */
  pause: () => Promise<void>
  /** Kills it, as a power cut does, and keeps its data for the next server. */
  kill: () => Promise<void>
  /** Lets it hang: connections stay open and nothing is answered, until it goes on. */
  hang: (isHanging: boolean) => void
}

interface Place {
  /** The server script; by default that of this checkout. */
  entry?: string
  /** A paused server whose port and data to use. */
  before?: RunningServer
}

/** Addresses that become managers at their first sign-in; one for each worker, so that workers do not share codes. */
export const ADMIN = 'admin@example.com'
export const adminOf = (worker: number): string => `admin-${worker}@example.com`

// Other variables of the environment would affect the tests.
export const INHERITED = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH']
/** Milliseconds, including a build at the first start of a checkout. */
const START_TIMEOUT = 180_000
const STOP_TIMEOUT = 30_000
/** Milliseconds. `pg_ctl stop` returns when the pid file is removed, shortly before PostgreSQL exits. */
const EXIT_TIMEOUT = 5000

/**
 * Starts Maktaba like `npm start`, on a free port, with a new data folder and database and the sample books. `settings`
 * are additional environment variables; `expected` are log errors that the tests provoke.
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
      // Each test sets its own client address in the proxy's header, since limits are counted by client.
      TRUSTED_PROXIES: '127.0.0.1',
      // The address from which all tests sign in.
      CODES_PER_CLIENT: '100000',
      ...settings,
    },
  })
  const kill = () => void child.kill('SIGKILL')
  // The server and its database stop when their parent process has ended.
  const leave = () => child.kill('SIGTERM')
  process.once('exit', leave)
  const log = collect(child.stderr)
  const stdout = collect(child.stdout)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const url = await readyUrl(child, stdout).catch(async (error: Error) => {
    leave()
    await ended
    await forget(dataDir)
    throw new Error(`${error.message}\n${log().slice(-4000)}`)
  })

  const end = async (keepsData: boolean) => {
    const cluster = await findClusterPaths(dataDir)
    child.kill('SIGTERM')
    const timer = setTimeout(kill, STOP_TIMEOUT)
    const code = await ended
    clearTimeout(timer)
    process.off('exit', leave)
    const faults = [
      ...(code === 0
        ? []
        : [`the server ended with ${code ?? 'a signal'} after SIGTERM; its last lines:\n${log().slice(-2000)}`]),
      ...(stdout().trim().split('\n').length === 1 ? [] : [`stdout holds more than its one line: ${stdout()}`]),
      ...(await remainingPostgres(cluster)).map(
        (pid) => `PostgreSQL of ${cluster.cluster} still runs as process ${pid}`,
      ),
      ...errorLines(log()).filter((line) => !expected.some((pattern) => pattern.test(line))),
    ]
    if (!keepsData) await forget(dataDir)
    if (faults.length > 0) throw new Error(`The server under test:\n${faults.join('\n')}`)
  }
  const killed = async () => {
    kill()
    await ended
    process.off('exit', leave)
  }
  const hang = (isHanging: boolean) => void child.kill(isHanging ? 'SIGSTOP' : 'SIGCONT')
  return { url, dataDir, stop: () => end(false), pause: () => end(true), kill: killed, hang }
}

export const newDataDir = (): string => mkdtempSync(join(dataRoot(), 'maktaba-e2e-'))

/** Processes of a cluster that still run after its server has ended and they had time to exit. */
async function remainingPostgres(cluster: ClusterPaths): Promise<string[]> {
  const end = Date.now() + EXIT_TIMEOUT
  while (postgresOf(cluster).length > 0 && Date.now() < end) await sleep(50)
  return postgresOf(cluster)
}

/** Removes a data folder and its cluster, which for root may be under /var/lib. */
export async function forget(dataDir: string): Promise<void> {
  const { home, systemFolder } = await findClusterPaths(dataDir)
  for (const folder of [dataDir, home, systemFolder]) rmSync(folder, { recursive: true, force: true })
}

function collect(stream: ChildProcess['stdout']): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (part: string) => (text += part))
  return () => text
}

/** The URL in the "ready" line on stdout. */
export function readyUrl(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No "ready" after ${START_TIMEOUT / 1000} s`)), START_TIMEOUT)
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

/** The processes of a cluster; without /proc the one in its pid file. */
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
    // The process has ended.
    return ''
  }
}

/** Log lines with level error (pino's 50) or higher. */
const errorLines = (log: string): string[] => log.split('\n').filter((line) => /^\{"level":[56]0,/.test(line))
