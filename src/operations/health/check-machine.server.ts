import { access, constants, lstat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { isInFuture, listBackups, type BackupFile } from '#base/db/backup/backup-folder.server.ts'
import type { Env } from '#base/env/env.server.ts'
import { now } from '#base/lib/clock.ts'
import { operatorCommand } from '#base/env/operator-command.server.ts'
import { settingConcerns } from '#operations/settings/shared/settings-concerns.server.ts'
import type { Finding } from './health.schema.ts'

/** What is set; and what is allowed but unwise. */
export function checkSettings(env: Env): Finding[] {
  // Not the contact address: the library may have decided it in its settings, and those pages warn when it is missing.
  const concerns = settingConcerns(env).filter(({ code }) => code !== 'contact')
  return [
    { code: 'settings', state: 'good', values: { names: env.given.names.join(', ') } },
    ...concerns.map((values): Finding => ({ code: 'concern', state: 'warning', values })),
  ]
}

/** Entries of DATA_DIR that hold secrets. */
const PRIVATE = ['secret', 'backups', 'outbox', 'postgres', 'postgres.passwords', 'postgres.log']

/** Whether DATA_DIR is there and can be written to, and whether others can read what is secret in it. */
export async function checkFolders(dataDir: string): Promise<Finding[]> {
  const values = { folder: dataDir }
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return [
      code === 'ENOENT'
        ? { code: 'folder_missing', state: 'warning', values }
        : { code: 'folder_closed', state: 'fault', values },
    ]
  }
  const open: Finding[] = []
  for (const name of PRIVATE) {
    const path = join(dataDir, name)
    const found = await lstat(path).catch(() => undefined)
    if (found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0)
      open.push({ code: 'folder_open', state: 'fault', values: { path } })
  }
  return open.length > 0 ? open : [{ code: 'folders', state: 'good', values }]
}

const GIGABYTE = 1024 ** 3
const FULL = 0.2 * GIGABYTE
/** A disk with fewer free bytes, or a smaller free share, than these is low. */
const LOW = { bytes: GIGABYTE, share: 0.05 }

/** Bytes that the disk of a folder has free; undefined if it cannot be asked. */
export async function readDisk(folder: string): Promise<{ free: number; isLow: boolean } | undefined> {
  const found = await statfs(folder).catch(() => undefined)
  if (!found) return undefined
  const free = found.bavail * found.bsize
  return { free, isLow: isDiskLow(free, found.blocks * found.bsize) }
}

/**
 * Whether little is left of a disk of that size, in bytes.
 *
 * @internal for tests
 */
export const isDiskLow = (free: number, size: number): boolean => free < LOW.bytes || free < size * LOW.share

/** Whether the data folder has room: a fault or a warning where little is left. */
export async function checkDisk(folder: string, disk = readDisk(folder)): Promise<Finding> {
  const found = await disk
  if (!found) return { code: 'disk_unknown', state: 'warning', values: { folder } }
  const values = { free: found.free, folder }
  if (found.free < FULL) return { code: 'disk_full', state: 'fault', values }
  return found.isLow ? { code: 'disk_low', state: 'warning', values } : { code: 'disk', state: 'good', values }
}

const DAY = 86_400_000
/** Days after which a nightly backup is missing. */
const OLD = 2

/** The newest backup, and how many days old it is; one that is dated in the future counts for nothing. */
export async function readNewestBackup(dataDir: string) {
  // A folder that cannot be read counts as one without backups.
  const newest = (await listBackups(dataDir).catch(() => [])).find((one) => !isInFuture(one))
  if (!newest) return undefined
  const age = (now().getTime() - newest.madeAt.getTime()) / DAY
  return { path: newest.path, days: Math.floor(age), isOld: age > OLD }
}

/** A backup that is dated in the future. */
export const readFutureBackup = async (dataDir: string): Promise<BackupFile | undefined> =>
  (await listBackups(dataDir).catch(() => [])).find((one) => isInFuture(one))

/** Whether there is a backup, and how old the newest is; a fault where one is dated in the future. */
export async function checkBackups(dataDir: string, isNightly: boolean): Promise<Finding> {
  const future = await readFutureBackup(dataDir)
  if (future)
    return {
      code: 'backups_future',
      state: 'fault',
      values: { path: future.path, at: future.madeAt.toISOString() },
    }
  const newest = await readNewestBackup(dataDir)
  if (!newest) return { code: 'backups_none', state: 'warning', values: { command: operatorCommand('backup') } }
  const { isOld, ...values } = newest
  return isNightly && isOld
    ? { code: 'backups_old', state: 'fault', values }
    : { code: 'backups', state: 'good', values }
}
