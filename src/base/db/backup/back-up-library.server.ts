import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { isClockBelieved } from '../clock/believed-clock.server.ts'
import type { Connection } from '../connection/client.server.ts'
import { withOwnClient } from '../connection/own-client.server.ts'
import { newBackupFile, pruneBackups, stateFile, type BackupKind } from './backup-folder.server.ts'
import type { BackupSummary } from './backup-file.server.ts'
import { makeBackup } from './make-backup.server.ts'
import { recordOperation } from './record-operation.server.ts'
import { verifyBackup } from './verify-backup.server.ts'

const stateSchema = z.object({ verification: z.enum(['verified', 'not_allowed']) })
type BackupState = z.infer<typeof stateSchema>

interface BackUpOptions {
  connection: Connection
  /** A connection whose role may create databases, if that of `connection` may not. */
  admin?: Connection | undefined
  dataDir: string
  kind: BackupKind
  /** The user who asked for the backup. */
  userId?: string | undefined
  /** What the security log calls the backup: by default its kind. */
  by?: 'operator'
  onProgress?: (step: 'writing' | 'checking', share: number) => void
  signal: AbortSignal
}

interface StoredBackup {
  file: string
  summary: BackupSummary
  state: BackupState
}

/**
 * Makes a backup in the folder of backups, restores it into a scratch database and compares, and only then deletes
 * those that are no longer kept. The security log gets an entry, of failures too, but not where `signal` ends it. Throws
 * what went wrong; then no file is left, and the former backups stay.
 */
export async function backUpLibrary(options: BackUpOptions): Promise<StoredBackup> {
  const { connection, dataDir, kind, by = kind, userId, signal } = options
  try {
    const stored = await makeVerified(options)
    const { books, users } = stored.summary
    await record(connection, 'backup_made', { by, books, users }, userId)
    if (await withOwnClient(connection, 'maktaba backup', isClockBelieved)) await pruneBackups(dataDir)
    return stored
  } catch (error) {
    if (signal.aborted) throw error
    const reason = error instanceof Error ? error.message : String(error)
    // The entry cannot be written where the database was what failed.
    await record(connection, 'backup_failed', { by, reason: reason.slice(0, 500) }, userId).catch(() => undefined)
    throw error
  }
}

async function makeVerified(options: BackUpOptions): Promise<StoredBackup> {
  const { connection, admin, dataDir, kind, onProgress, signal } = options
  const file = await newBackupFile(dataDir, kind)
  const unchecked = `${file}.unchecked.part`
  try {
    const summary = await makeBackup(connection, unchecked, {
      onProgress: (share) => onProgress?.('writing', share),
      signal,
    })
    const verification = await verifyBackup(unchecked, {
      connection,
      admin,
      onProgress: (share) => onProgress?.('checking', share),
      signal,
    })
    const state: BackupState = { verification }
    await writeFile(stateFile(file), JSON.stringify(state), { mode: 0o600, flag: 'wx' })
    await rename(unchecked, file)
    return { file, summary, state }
  } finally {
    await rm(unchecked, { force: true })
  }
}

/** What is known of a stored backup; undefined for one that was never checked. */
export async function readBackupState(path: string): Promise<BackupState | undefined> {
  try {
    return stateSchema.safeParse(JSON.parse(await readFile(stateFile(path), 'utf8'))).data
  } catch {
    return undefined
  }
}

async function record(
  connection: Connection,
  kind: 'backup_made' | 'backup_failed',
  details: Record<string, string | number>,
  userId: string | undefined,
): Promise<void> {
  await withOwnClient(connection, 'maktaba backup', (client) => recordOperation(client, kind, details, userId))
}
