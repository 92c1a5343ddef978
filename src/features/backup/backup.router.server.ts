import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { desc, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import { notifyAdminsOfLoss } from '#auth/admin-notice.server.ts'
import { recordSecurityEvent } from '#auth/security/security-log.server.ts'
import { requireReauthentication } from '#auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { restoreCommand } from '#db/backup/before-update.server.ts'
import { readBackupState } from '#db/backup/back-up-library.server.ts'
import { readBackupInfo } from '#db/backup/backup-file.server.ts'
import {
  backupFolder,
  backupNamed,
  deleteBackupFile,
  listBackups,
  type BackupFile,
} from '#db/backup/backup-folder.server.ts'
import { copyState } from '#db/backup/copy/copy-state.server.ts'
import { db } from '#db/connection/client.server.ts'
import { securityEvent } from '#db/tables/security-event.ts'
import { env } from '#env/env.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { fileResponse } from '#lib/http/file-response.server.ts'
import { requestContext } from '#lib/http/request-context.server.ts'
import { losses } from '#mail/user-notices.server.ts'
import { documentFile, documentProblems } from '#openapi/document-problems.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { runBackup, runningBackup } from './backup-runner.server.ts'
import { copyToFolder, isCopying } from './shared/backup-copies.server.ts'
import { backupListSchema, backupNameSchema, type Backup } from './backup.schema.ts'

async function describe(backup: BackupFile): Promise<Backup[]> {
  const { name, kind, madeAt, path } = backup
  // Deleted meanwhile.
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
    const [items, failure, running = null, copies = null, isRunning] = await Promise.all([
      listBackups(dataDir).then((files) => Promise.all(files.map(describe))),
      lastFailure(),
      runningBackup(),
      copyState(),
      isCopying(),
    ])
    const shown = items.flat()
    const newest = shown[0]?.name ?? '….maktaba'
    return {
      items: shown,
      running,
      // Its reason may name the server's folder.
      failure: isDemo ? null : failure,
      copies: copies && { ...copies, isRunning },
      isNightly: isBackedUpNightly,
      restoreCommand: restoreCommand(isDemo ? newest : join(backupFolder(dataDir), newest)),
    }
  })

/** Hours for which a new backup cannot be deleted, so that a stolen session of a manager cannot delete the newest ones. */
const UNDELETABLE_HOURS = 24
/** Backups that can be made by hand in that time: otherwise such a session could fill the disk. The message names the number. */
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

/** Copies to the second folder what is missing there, in the background; `list` tells how it goes. */
const copy = procedure('backup:create', { takenBack: 'nothing' })
  .output(z.void())
  .handler(() => {
    const { log } = requestContext()
    copyToFolder(log, new AbortController().signal).catch((error: unknown) =>
      log.error({ err: error }, 'Backups could not be copied'),
    )
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

export const backupRouter = { list, create, copy, allowDownload, fetch, remove }
