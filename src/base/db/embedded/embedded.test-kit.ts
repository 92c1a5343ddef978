import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { dataRoot } from '#test/data-root.ts'
import { serviceAccount } from './account.server.ts'
import { installedBinaries } from './binaries.server.ts'
import { type EmbeddedDatabase, EmbeddedError, openEmbedded } from './embedded.server.ts'
import { canRun } from './binaries.server.ts'
import type { ClusterConnection } from './connection.server.ts'

// What the tests of the embedded database share: real clusters in a temporary folder, in this process and in others.

const log = { info: () => undefined, warn: () => undefined }
export const isRoot = process.getuid?.() === 0
/**
 * Root in a checkout that the service account cannot enter: every cluster then lives under /var/lib/maktaba,
 * which embedded-systemFolder.test.ts tries; the rest needs clusters that lie in the test's own folders.
 */
export const isOutOfReach = isRoot && !(await canReachCheckout())

async function canReachCheckout(): Promise<boolean> {
  const account = await serviceAccount([])
  return account !== undefined && canRun(await installedBinaries(), account)
}

/** A folder that every user may enter; emptied in the end. */
export let base = ''
/** A cluster that is stopped and whole, to copy. */
export let sample = ''

beforeAll(async () => {
  base = await mkdtemp(join(dataRoot(), 'maktaba-embedded-'))
  // As root PostgreSQL is another user, who must be able to pass.
  await chmod(base, 0o755)
  sample = join(base, 'sample')
  if (isOutOfReach) return
  await (await openEmbedded({ dataDir: sample, log })).close()
}, 180_000)

afterAll(async () => {
  const left = await Promise.all((await readdir(base)).map((name) => postmasterOf(join(base, name))))
  const running = left.filter((pid) => pid !== undefined)
  for (const pid of running) process.kill(pid, 'SIGQUIT')
  expect(running).toEqual([])
  await rm(base, { recursive: true, force: true })
})

let count = 0
export const newFolder = () => join(base, `data${++count}`)

export function copyOfSample(): string {
  const folder = newFolder()
  execFileSync('cp', ['-a', sample, folder])
  return folder
}

export async function open(dataDir: string): Promise<EmbeddedDatabase> {
  const embedded = await openEmbedded({ dataDir, log })
  onTestFinished(() => embedded.close())
  return embedded
}

export async function refusalOf(dataDir: string): Promise<string> {
  const error = await openEmbedded({ dataDir, log }).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(EmbeddedError)
  const line = error instanceof Error ? error.message : ''
  expect(line).not.toContain('\n')
  return line
}

export async function ask(connection: ClusterConnection, sql: string): Promise<Record<string, unknown>> {
  const client = new Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows[0] ?? {}
  } finally {
    await client.end()
  }
}

/** The pid of the running postmaster of a data folder. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => undefined)
  const pid = Number(text?.split('\n')[0])
  // A file that is just being written says 0, and 0 is the group of whoever asks.
  return text !== undefined && pid > 1 && isRunning(pid) ? pid : undefined
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

interface Answer {
  connection?: ClusterConnection
  dataDir?: string
  error?: string
  interrupted?: true
}

/** Opens a data folder in a process of its own. */
export function openElsewhere(dataDir: string, options: { uid?: number; gid?: number } = {}) {
  const script = join(import.meta.dirname, 'embedded.test-process.ts')
  const child = spawn(process.execPath, [script, dataDir], {
    ...options,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const answer: Answer = JSON.parse((await lines.next()).value ?? '{}')
    return answer
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => (child.kill('SIGKILL'), ended)
  onTestFinished(() => kill())
  return { pid: child.pid ?? 0, next, kill, close: () => (child.stdin.end('\n'), ended) }
}
