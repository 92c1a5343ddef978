import { withLock } from '#db/background.server.ts'
import { backUpLibrary } from '#db/backup/back-up-library.server.ts'
import type { BackupKind } from '#db/backup/backup-folder.server.ts'
import { openedDatabase } from '#db/opened.server.ts'
import { env } from '#env/env.server.ts'
import { observeJob } from '#lib/telemetry.server.ts'

interface RunningBackup {
  kind: BackupKind
  step: 'writing' | 'checking'
  /** From 0 to 1. */
  share: number
}

let running: RunningBackup | undefined

/** The backup that this process is making. */
export const runningBackup = (): RunningBackup | undefined => running

/**
 * Makes and checks a backup, one at a time over all servers of the library. Returns false if one is being made already;
 * throws what went wrong.
 */
export async function runBackup(kind: BackupKind, userId?: string): Promise<boolean> {
  if (running) return false
  const now: RunningBackup = { kind, step: 'writing', share: 0 }
  running = now
  try {
    const { connection, admin } = openedDatabase()
    const stored = await withLock('backup', () =>
      observeJob('backup', () =>
        backUpLibrary({
          connection,
          admin,
          dataDir: env().dataDir,
          kind,
          userId,
          onProgress: (step, share) => Object.assign(now, { step, share }),
        }),
      ),
    )
    return stored !== undefined
  } finally {
    running = undefined
  }
}
