import { constants } from 'node:fs'
import { access, readFile, readlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { replaceFile } from './account.server.ts'
import type { ClusterPaths } from './cluster-paths.server.ts'
import { EmbeddedError, codeOf, refusal } from './embedded-error.server.ts'
import { readPostmaster } from './postmaster.server.ts'

// Node has no file locks, but its SQLite has: on an empty file, and the kernel drops them with the
// process, however it ends. Nothing is ever written. The locks are POSIX ones, so no other code of
// this process may open and close these files: closing any handle of a file drops all its locks.
const TURN = 'postgres.lock'
const CLAIMS = 'postgres.clients'
const SQLITE_BUSY = 5
// A first start, a recovery after a crash or a large checkpoint may keep the others waiting.
const PATIENCE_MS = 180_000

/** Waits for this process's turn to start, stop, attach or leave; answers with what ends the turn. */
export async function acquireStartLock(home: string): Promise<() => void> {
  const file = await lockFile(home, TURN)
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const lock = tryLock(file, 'begin immediate')
    if (lock) return () => lock.close()
    if (Date.now() > deadline) {
      throw new EmbeddedError(
        `Another Maktaba process has been starting or stopping the database of ${home} for ${PATIENCE_MS / 60_000} minutes: end it and try again`,
      )
    }
    await sleep(3 + Math.random() * 7)
  }
}

/**
 * Says that this process uses the cluster, for as long as it lives or until the answer is called. Only in one's turn.
 */
export async function claim(home: string): Promise<() => void> {
  const lock = tryLock(await lockFile(home, CLAIMS), 'begin; select 1 from sqlite_schema')
  if (!lock) throw new EmbeddedError(`The locks of ${home} do not work: set DATA_DIR to a folder on a local disk`)
  return () => lock.close()
}

/** Whether any process (this one too) uses the cluster. Only in one's turn. */
export async function isClaimed(home: string): Promise<boolean> {
  const lock = tryLock(await lockFile(home, CLAIMS), 'begin exclusive')
  lock?.close()
  return lock === undefined
}

function tryLock(file: string, sql: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Keeps the journal in memory: no journal file beside the lock file.
    database.exec('pragma journal_mode = memory')
    database.exec(sql)
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw new EmbeddedError(
      `The lock ${file} does not work (${String(error)}): set DATA_DIR to a folder on a local disk`,
      { cause: error },
    )
  }
}

async function lockFile(home: string, name: string): Promise<string> {
  const file = join(home, name)
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    await access(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw await refusal(file, error)
  }
  return file
}

const HOST = 'postgres.host'

/**
 * Whether another container or machine runs this cluster. PostgreSQL itself would not notice: it knows a
 * running postmaster by pid and shared memory, and both mean nothing beyond a container. Two postmasters on one
 * cluster destroy it. Only in one's turn, and before one's own claim.
 */
export async function isUsedByOtherHost({ home, cluster }: ClusterPaths): Promise<boolean> {
  const starter = await readFile(join(home, HOST), 'utf8').catch(() => '')
  if (starter === '' || starter === (await thisHost())) return false
  // Stale as a rule: after a reboot, or of a container that is gone. Locks and sockets are the kernel's word.
  return (await isClaimed(home)) || (await answers(cluster))
}

/** Notes who starts the cluster. Only in one's turn. */
export async function noteHost({ home }: ClusterPaths): Promise<void> {
  await replaceFile(join(home, HOST), await thisHost())
}

/** This boot of this machine, and its space of process ids; '' where there are no containers to tell apart. */
async function thisHost(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const pids = await readlink('/proc/self/ns/pid').catch(() => '')
  return `${boot.trim()} ${pids}`.trim()
}

async function answers(cluster: string): Promise<boolean> {
  const postmaster = await readPostmaster(cluster)
  if (!postmaster?.socketFolder) return false
  const path = join(postmaster.socketFolder, `.s.PGSQL.${postmaster.port}`)
  return new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
