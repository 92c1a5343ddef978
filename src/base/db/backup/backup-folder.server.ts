import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '#base/lib/clock.ts'
import { BackupError } from './backup-error.server.ts'

/** Why a backup was made; part of its file's name. */
const KINDS = ['nightly', 'manual', 'before-update', 'before-restore'] as const
export type BackupKind = (typeof KINDS)[number]

/** A file in the folder of backups, known by its name. */
export interface BackupFile {
  /** Such as `2026-11-23-015030-nightly.maktaba`. */
  name: string
  path: string
  kind: BackupKind
  madeAt: Date
}

const NAME = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)-(\\d\\d)(\\d\\d)(\\d\\d)-(${KINDS.join('|')})\\.maktaba$`)

/** Milliseconds that clocks may differ: what is dated later than that was made while one was wrong. */
const TOLERANCE = 3_600_000

/** Whether a backup is dated in the future: the clock was wrong when it was made, or is now. It counts for nothing. */
export const isInFuture = ({ madeAt }: Pick<BackupFile, 'madeAt'>, at = now()): boolean =>
  madeAt.getTime() > at.getTime() + TOLERANCE

/** The folder of a library's backups. */
export const backupFolder = (dataDir: string): string => join(dataDir, 'backups')
/** The file beside a backup that says what is known of it. */
export const stateFile = (path: string): string => `${path}.json`

/** The path for a new backup, in a folder that only this user may enter; the folder is made if there is none. */
export async function newBackupFile(dataDir: string, kind: BackupKind): Promise<string> {
  const folder = backupFolder(dataDir)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(`The folder of backups ${folder} cannot be made: ${reason}`, { cause: error })
  }
  // DATA_DIR may belong to PostgreSQL's user. A link of our own, to another disk, is fine.
  const { uid } = await lstat(folder)
  if (process.getuid && uid !== process.getuid())
    throw new BackupError(`The folder of backups ${folder} belongs to another user: hand it over with chown`)
  for (let at = now().getTime(); ; at += 1000) {
    // 2026-11-23-015030: sorts by time, and every file system allows it.
    const stamp = new Date(at).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
    const file = join(folder, `${stamp}-${kind}.maktaba`)
    // The name is taken by a backup of the same second, maybe of another process: the next second keeps their order.
    const isTaken = await lstat(file).then(
      () => true,
      () => false,
    )
    if (!isTaken) return file
  }
}

/** The backup of this name; undefined for any other name, also one that leads out of the folder. */
export const backupNamed = (dataDir: string, name: string): BackupFile | undefined =>
  backupIn(backupFolder(dataDir), name)

/** The backup of this name in a folder; undefined for a name that is not that of a backup. */
export function backupIn(folder: string, name: string): BackupFile | undefined {
  const [, day, hours, minutes, seconds, kindText] = NAME.exec(name) ?? []
  const kind = KINDS.find((one) => one === kindText)
  if (!kind) return undefined
  const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return { name, path: join(folder, name), kind, madeAt }
}

/** All backups of a library, the newest first. */
export const listBackups = (dataDir: string): Promise<BackupFile[]> => backupsIn(backupFolder(dataDir))

/** All backups in a folder, the newest first. */
export async function backupsIn(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch(noFolder)
  return names
    .flatMap((name) => backupIn(folder, name) ?? [])
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime() || (a.name < b.name ? 1 : -1))
}

function noFolder(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}

/** Deletes a backup and what is known of it. */
export async function deleteBackupFile({ path }: BackupFile): Promise<void> {
  await rm(path, { force: true })
  await rm(stateFile(path), { force: true })
}

const DAYS = 7
const WEEKS = 4
const MONTHS = 12
/** Backups before an update, and before a restore, of each. */
const LATEST = 3
const DAY = 86_400_000
/** 1970-01-01 was a Thursday. */
const MONDAY = 4 * DAY

/**
 * The backups to be deleted. Kept are: of the nightly ones the newest of each of the last seven days, four weeks and twelve months
 * that have one; the three newest from before an update, and from before a restore; all that a person has made; and all that are
 * dated in the future, which do not count among the others.
 */
export function outdatedBackups(backups: readonly BackupFile[], moment = now()): BackupFile[] {
  const newestFirst = backups
    .filter((one) => !isInFuture(one, moment))
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  const periods = [
    { most: DAYS, of: (at: Date) => Math.floor(at.getTime() / DAY) },
    { most: WEEKS, of: (at: Date) => Math.floor((at.getTime() - MONDAY) / (7 * DAY)) },
    { most: MONTHS, of: (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth() },
  ].map((period) => ({ ...period, seen: new Set<number>() }))
  const counts = new Map<BackupKind, number>()
  return newestFirst.filter(({ kind, madeAt }) => {
    if (kind === 'manual') return false
    if (kind !== 'nightly') {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      return count > LATEST
    }
    const isNewestOf = periods.map(({ most, of, seen }) => {
      const period = of(madeAt)
      if (seen.has(period) || seen.size >= most) return false
      seen.add(period)
      return true
    })
    return !isNewestOf.includes(true)
  })
}

/** Milliseconds after which a draft counts as abandoned. */
const DRAFT_AGE = DAY

/** Deletes what is no longer kept, and the drafts of killed processes. */
export async function pruneBackups(dataDir: string): Promise<void> {
  const backups = await listBackups(dataDir)
  await Promise.all(outdatedBackups(backups).map(deleteBackupFile))
  const folder = backupFolder(dataDir)
  const drafts = (await readdir(folder).catch(noFolder)).filter((name) => name.endsWith('.part'))
  for (const name of drafts) {
    const path = join(folder, name)
    const draft = await lstat(path).catch(() => undefined)
    if (draft && now().getTime() - draft.mtimeMs > DRAFT_AGE) await rm(path, { force: true })
  }
}
