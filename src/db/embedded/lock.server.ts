import { constants } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, EmbeddedError, refusal } from './embedded-error.server.ts'

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

/** Says that this process uses the cluster, for as long as it lives or until the answer is called. Only in one's turn. */
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
    // No journal file beside it.
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
