import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { desc, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import { notifyAdminsOfLoss } from '#base/auth/admin-notice.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { requireReauthentication } from '#base/auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { restoreCommands } from '#base/db/backup/before-update.server.ts'
import { readBackupState } from '#base/db/backup/back-up-library.server.ts'
import { readBackupInfo } from '#base/db/backup/backup-file.server.ts'
import {
  backupFolder,
  backupNamed,
  deleteBackupFile,
  listBackups,
  type BackupFile,
} from '#base/db/backup/backup-folder.server.ts'
import { secondFolderState } from '#base/db/backup/second-folder/second-folder-state.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { fileResponse } from '#base/lib/http/file-response.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { losses } from '#base/mail/user-notices.server.ts'
import { documentFile, documentProblems } from '#base/openapi/document-problems.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { runBackup, runningBackup } from './backup-runner.server.ts'
import { isFillingSecondFolder } from './second-folder/fill-second-folder.server.ts'
import { backupListSchema, backupNameSchema, type Backup } from './backup.schema.ts'

async function describe(backup: BackupFile): Promise<Backup[]> {
  const { name, kind, madeAt, path } = backup
  // Undefined for a backup that was deleted meanwhile.
  const file = await stat(path).catch(() => undefined)
  if (!file) return []
  const shown = { name, kind, madeAt, size: file.size }
  try {
    const { summary } = await readBackupInfo(path)
    const check = (await readBackupState(path))?.verification ?? 'unchecked'
    return [{ ...shown, books: summary.books, users: summary.users, check }]
  } catch {
    return [{ ...shown, books: null, users: null, check: 'damaged' }]
  }
}

/** The last attempt of any server, if it failed. */
async function lastFailure() {
  const [last] = await db
    .select()
    .from(securityEvent)
    .where(inArray(securityEvent.kind, ['backup_made', 'backup_failed']))
    .orderBy(desc(securityEvent.id))
    .limit(1)
  return last?.kind === 'backup_failed' ? { at: last.at, reason: String(last.details.reason) } : null
}

/** The backups in the folder of the server that answers. */
const list = procedure('backup:read')
  .output(backupListSchema)
  .handler(async () => {
    const { dataDir, isBackedUpNightly, isDemo } = env()
    const [items, failure, running = null, secondFolder = null, isFilling] = await Promise.all([
      listBackups(dataDir).then((files) => Promise.all(files.map(describe))),
      lastFailure(),
      runningBackup(),
      secondFolderState(),
      isFillingSecondFolder(),
    ])
    const shown = items.flat()
    const newest = shown[0]?.name ?? '….maktaba'
    return {
      items: shown,
      running,
      // The reason of a failure may name the server's folder.
      failure: isDemo ? null : failure,
      secondFolder: secondFolder && { ...secondFolder, isRunning: isFilling },
      isNightly: isBackedUpNightly,
      restoreCommands: restoreCommands(isDemo ? newest : join(backupFolder(dataDir), newest)),
    }
  })

/** Hours for which a new backup cannot be deleted, so that a stolen session of a manager cannot delete the newest ones. */
const UNDELETABLE_HOURS = 24
/** Backups by hand in these hours: otherwise a stolen session could fill the disk. The message names the number. */
const UNDELETABLE_MANUAL = 5

const isUndeletable = ({ madeAt }: BackupFile): boolean =>
  now().getTime() - madeAt.getTime() < UNDELETABLE_HOURS * 3_600_000

/** Begins a backup, unless one is being made; `list` tells how it goes. TOO_MANY_BACKUPS. */
const create = procedure('backup:create', { takenBack: 'nothing', isMyself: true })
  .output(z.object({ isStarted: z.boolean() }))
  .handler(async ({ context: { session } }) => {
    if (await runningBackup()) return { isStarted: false }
    const made = (await listBackups(env().dataDir)).filter((one) => one.kind === 'manual' && isUndeletable(one))
    if (made.length >= UNDELETABLE_MANUAL) throw createError('TOO_MANY_BACKUPS')
    const { log } = requestContext()
    runBackup('manual', session.user.id).catch((error: unknown) => log.error({ err: error }, 'A backup failed'))
    return { isStarted: true }
  })

/** Throws unless the session may have the file now: it names every reader, and outlives the session. */
function requireFetcher(session: CurrentSession): void {
  if (env().isDemo) throw createError('DEMO_MODE')
  requireReauthentication(session)
}

async function requireBackup(name: string): Promise<BackupFile & { size: number }> {
  const backup = backupNamed(env().dataDir, name)
  const file = backup && (await stat(backup.path).catch(() => undefined))
  if (!backup || !file) throw createError('NOT_FOUND')
  return { ...backup, size: file.size }
}

/** Asks whether `fetch` will give the file. SESSION_EXPIRED unless reauthenticated in the last ten minutes; NOT_FOUND. */
const allowDownload = procedure('backup:read', { isMyself: true })
  .input(backupNameSchema)
  .handler(async ({ input, context: { session } }) => {
    requireFetcher(session)
    await requireBackup(input.name)
  })

/** A backup as a file. SESSION_EXPIRED unless reauthenticated in the last ten minutes; NOT_FOUND. */
const fetch = procedure('backup:read', { isMyself: true })
  .route({
    method: 'GET',
    path: '/backups/{name}',
    operationId: 'fetchBackup',
    summary: 'Download a backup',
    description:
      'A file of the folder of backups, for `maktaba restore`. Only for a session that was proven in the last ten minutes, never for an API key: the file holds everything.',
    successDescription: 'The file.',
    tags: ['Backups'],
    spec: (operation) => documentProblems('SESSION_EXPIRED')(documentFile('application/octet-stream')(operation)),
  })
  .input(backupNameSchema)
  .handler(async ({ input, context: { session } }) => {
    requireFetcher(session)
    const { name, path } = await requireBackup(input.name)
    recordSecurityEvent('backup_fetched', { userId: session.user.id, details: { file: name } })
    return fileResponse(
      createReadStream(path, { highWaterMark: 1 << 18 }),
      'application/octet-stream',
      `maktaba-${name}`,
    )
  })

/** Deletes a backup. SESSION_EXPIRED unless reauthenticated in the last ten minutes; NOT_FOUND, BACKUP_TOO_NEW. */
const remove = procedure('backup:delete', { takenBack: 'never', isMyself: true })
  .input(backupNameSchema)
  .handler(async ({ input, context: { session } }) => {
    const backup = await requireBackup(input.name)
    if (isUndeletable(backup)) throw createError('BACKUP_TOO_NEW')
    await deleteBackupFile(backup)
    notifyAdminsOfLoss(session.user, losses.backup(backup.name))
    recordSecurityEvent('backup_deleted', { userId: session.user.id, details: { file: backup.name } })
  })

export const backupRouter = { list, create, allowDownload, fetch, remove }
