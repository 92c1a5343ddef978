import { isLocked, withLock } from '#base/db/background.server.ts'
import { backUpLibrary } from '#base/db/backup/back-up-library.server.ts'
import type { BackupKind } from '#base/db/backup/backup-folder.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { openedDatabase } from '#base/db/connection/opened.server.ts'
import { env } from '#base/env/env.server.ts'
import { observeJob } from '#base/lib/telemetry.server.ts'
import { secondFolderJob } from './second-folder/fill-second-folder.server.ts'

interface RunningBackup {
  kind: BackupKind
  step: 'writing' | 'checking'
  /** From 0 to 1. */
  share: number
}

let running: RunningBackup | undefined
/** The end of the backup that runs, and what ends it early. */
let ended: Promise<unknown> = Promise.resolve()
let stop: AbortController | undefined

const LOCK = 'backup'

/** The backup that this process or another one is making. The progress of another process is not known: it is 0. */
export const runningBackup = async (): Promise<Omit<RunningBackup, 'kind'> | undefined> =>
  running ?? ((await isLocked(db, LOCK)) ? { step: 'writing', share: 0 } : undefined)

/**
 * Makes and checks a backup, one at a time over all servers of the library. Returns false if one is being made already,
 * or the server stops; throws what went wrong.
 */
export async function runBackup(kind: BackupKind, userId?: string): Promise<boolean> {
  if (running) return false
  const now: RunningBackup = { kind, step: 'writing', share: 0 }
  const { signal } = (stop = new AbortController())
  running = now
  const made = withLock(LOCK, () => observeJob('backup', () => makeOne(now, userId, signal)))
  ended = made.catch(() => undefined)
  try {
    const isMade = (await made) !== undefined
    if (isMade) secondFolderJob.wake()
    return isMade
  } catch (error) {
    if (signal.aborted) return false
    throw error
  } finally {
    running = undefined
  }
}

function makeOne(now: RunningBackup, userId: string | undefined, signal: AbortSignal) {
  const { connection, admin } = openedDatabase()
  return backUpLibrary({
    connection,
    admin,
    dataDir: env().dataDir,
    kind: now.kind,
    userId,
    onProgress: (step, share) => Object.assign(now, { step, share }),
    signal,
  })
}

/** Ends the backup that this process is making; nothing of it is left. Another server, or this one later, makes one. */
export async function stopBackup(): Promise<void> {
  stop?.abort()
  await ended
}
