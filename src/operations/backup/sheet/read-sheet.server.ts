import { secondFolderName } from '#base/lib/drive/chosen-drive.ts'
import { basename } from 'node:path'
import { phraseHash } from '#base/auth/better-auth/restore-claim.server.ts'
import { readBackupInfo } from '#base/db/backup/backup-file.server.ts'
import { isInFuture, listBackups } from '#base/db/backup/backup-folder.server.ts'
import { hasPackageBeside } from '#base/db/backup/second-folder/package-beside.server.ts'
import { secondFolderState } from '#base/db/backup/second-folder/second-folder-state.server.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { buildInfo } from '#base/lib/build-info.server.ts'
import { now } from '#base/lib/clock.ts'
import { installation, installCommand, operatorCommand, stoppedCommands } from '#base/env/operator-command.server.ts'
import type { Sheet } from './sheet.schema.ts'

/** What is on the sheet, but for the words. In a demo nothing of the machine. */
export async function readSheet(): Promise<Sheet> {
  const { dataDir, isDemo, baseUrl } = env()
  const [second, phrase] = await Promise.all([isDemo ? undefined : secondFolderState(), phraseHash()])
  const folder = second?.folder
  return {
    library: inForce().name,
    version: buildInfo().version,
    printedAt: now(),
    installation: installation(),
    last: isDemo ? null : await newestOf(dataDir, second?.newestAt ?? null),
    place: folder === undefined ? null : basename(secondFolderName(folder)),
    hasPackage: folder !== undefined && (await hasPackageBeside(folder)),
    address: `http://localhost:${new URL(baseUrl).port || '3000'}/setup`,
    installCommand: installCommand(baseUrl),
    restoreCommands: stoppedCommands('restore --replace FILE'),
    cardCommand: operatorCommand('user card ADDRESS'),
    hasPhrase: phrase !== null,
  }
}

/** The newest backup: of the second folder where one lies there, else of this computer. */
async function newestOf(dataDir: string, copiedAt: Date | null): Promise<Sheet['last']> {
  const own = (await listBackups(dataDir)).filter((one) => !isInFuture(one))
  const found = own.find(({ madeAt }) => madeAt.getTime() === copiedAt?.getTime()) ?? own[0]
  if (!found) return null
  const info = await readBackupInfo(found.path).catch(() => undefined)
  if (!info) return null
  const { books, tables } = info.summary
  return { madeAt: found.madeAt, books, borrowers: tables.borrower?.rows ?? 0 }
}
