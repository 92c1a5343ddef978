import { withLock } from '#db/background.server.ts'
import { backUpLibrary } from '#db/backup/back-up-library.server.ts'
import type { BackupKind } from '#db/backup/backup-folder.server.ts'
import { openedDatabase } from '#db/opened.server.ts'
import { env } from '#env/env.server.ts'

let isRunning = false

/**
 * Makes and checks a backup, one at a time over all servers of the library. Returns false if one is being made already;
 * throws what went wrong.
 */
export async function runBackup(kind: BackupKind, userId?: string): Promise<boolean> {
  if (isRunning) return false
  isRunning = true
  try {
    const { connection, admin } = openedDatabase()
    const stored = await withLock('backup', () =>
      backUpLibrary({
        connection,
        admin,
        dataDir: env().dataDir,
        kind,
        userId,
      }),
    )
    return stored !== undefined
  } finally {
    isRunning = false
  }
}
