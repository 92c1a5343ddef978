import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { BENCH_SECRET } from './people.ts'
import { processorTimeOf } from './usage.ts'

export interface Maktaba {
  url: string
  processId: number | undefined
  /** Resident memory of the server's process, in MB (10^6 bytes). */
  memory: () => number
  /** Milliseconds of CPU time of the server's process; undefined without /proc. */
  processorTime: () => number | undefined
  stop: () => Promise<void>
  /** Kills the server's process, as a power cut would. */
  kill: () => Promise<void>
  /** Sends a signal to the server's process. */
  signal: (name: NodeJS.Signals) => void
  /** The exit code, once the process has ended; null when a signal has ended it. */
  ended: Promise<number | null>
}

export interface StartOptions {
  /** A free one without it. */
  port?: number
  settings?: Record<string, string>
  /** A file for the log, which is shown without it. */
  logFile?: string
  /** The folder of another checkout whose server to start, by default that of this one. */
  checkout?: string
  /** A command that runs the server, such as in a network namespace. */
  within?: readonly string[]
}

/** The environment of the server and the command line, with only the paths and `WORKERS` of the shell's environment. */
export const settingsFor = (dataDir: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  TMPDIR: process.env.TMPDIR ?? '/tmp',
  DATA_DIR: dataDir,
  AUTH_SECRET: BENCH_SECRET,
  SEED: 'none',
  LOG_LEVEL: 'warn',
  WORKERS: process.env.WORKERS ?? '1',
})

/** Starts the built server on a data folder, as `npm start` does. */
export async function startMaktaba(
  dataDir: string,
  { port, settings, logFile, checkout = projectRoot, within = [] }: StartOptions = {},
): Promise<Maktaba> {
  const log = logFile === undefined ? undefined : openSync(logFile, 'a')
  const [program = process.execPath, ...given] = [...within, process.execPath, join(checkout, 'scripts', 'start.ts')]
  const child = spawn(program, given, {
    cwd: checkout,
    stdio: ['ignore', 'pipe', log ?? 'inherit'],
    env: { ...settingsFor(dataDir), PORT: String(port ?? (await freePort())), ...settings },
  })
  if (log !== undefined) closeSync(log)
  const leave = () => child.kill('SIGTERM')
  process.once('exit', leave)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = (async () => {
    if (!child.stdout) throw new Error('The server has no output')
    for await (const line of createInterface({ input: child.stdout })) {
      const [, url] = /^Maktaba \S+ ready at (\S+)$/.exec(line) ?? []
      if (url !== undefined) return url.replace('localhost', '127.0.0.1')
    }
    throw new Error('The server ended before it was ready')
  })()
  const url = await ready
  const { pid } = child
  return {
    url,
    processId: pid,
    memory: () => (pid === undefined ? 0 : memoryOf(pid)),
    processorTime: () => (pid === undefined ? undefined : processorTimeOf(pid)),
    signal: (name) => void child.kill(name),
    ended,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      process.off('exit', leave)
    },
    stop: async () => {
      leave()
      await ended
      process.off('exit', leave)
    },
  }
}

function memoryOf(pid: number): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round((Number(kilobytes) * 1024) / 1e6)
  } catch {
    // No /proc here, or no such process any more.
    if (existsSync('/proc/self')) return 0
    return Math.round(
      (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024) / 1e6,
    )
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
