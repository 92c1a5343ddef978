import { createHash } from 'node:crypto'
import { access, constants, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isSealed } from '#base/auth/recovery/eight-words.server.ts'
import { BackupError, type BackupProblem } from '#base/db/backup/backup-error.server.ts'
import { readBackupInfo, requireRestorable, type BackupInfo } from '#base/db/backup/backup-file.server.ts'
import { backupFolder } from '#base/db/backup/backup-folder.server.ts'
import { pluggedIn } from '#base/db/backup/second-folder/drives.server.ts'
import { backupFolderIn } from '#base/db/backup/second-folder/second-folder.server.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { chosenDrive, LENT_FOLDER } from '#base/lib/drive/chosen-drive.ts'
import type { FoundBackup, FoundBackups } from './restore.schema.ts'
import { problemSentence } from './restore-words.server.ts'
import { sentBackup } from './sent-backup.server.ts'

type Place = FoundBackup['place']
interface Candidate {
  path: string
  place: Place
  /** Name of the file as the person knows it. */
  file: string
}

/** Backups that are shown of one place, the newest of them. */
const MOST = 6
const EXTENSION = '.maktaba'
/** Milliseconds that a drive may take to name its files, and all backups to be read through. */
const PATIENCE = { folder: 3000, check: 15_000 }

const idOf = ({ path }: Candidate): string => createHash('sha256').update(path).digest('hex').slice(0, 32)

/** The backups of this computer and of the drives that are plugged in, each with what is wrong with it. */
export async function findBackups(): Promise<FoundBackups> {
  const [candidates, closed] = await Promise.all([allCandidates(), closedDrives()])
  const deadline = setTimeout(PATIENCE.check, undefined, { ref: false })
  return { backups: await Promise.all(candidates.map((one) => describe(one, deadline))), closed }
}

/** A backup that `findBackups` has named; undefined where it is gone. */
export async function backupOfId(id: string): Promise<Candidate | undefined> {
  return (await allCandidates()).find((one) => idOf(one) === id)
}

async function allCandidates(): Promise<Candidate[]> {
  const { dataDir } = env()
  const second = inForce().backupFolder
  const drives = await pluggedIn()
  const sent = await sentBackup()
  const folders: [string, Place][] = [
    [backupFolder(dataDir), { kind: 'computer', name: '' }],
    ...(second === undefined || chosenDrive(second)
      ? []
      : folderOf(second, { kind: 'computer', name: basename(second) })),
    ...drives
      .filter((drive) => drive !== second)
      .flatMap((drive) => folderOf(drive, { kind: 'drive', name: basename(drive) })),
  ]
  const found = await Promise.all(
    folders.map(([folder, place]) =>
      Promise.race([backupsIn(folder, place), setTimeout(PATIENCE.folder, [], { ref: false })]),
    ),
  )
  return [
    ...(sent ? [{ path: sent.path, file: sent.file, place: { kind: 'sent' as const, name: '' } }] : []),
    ...found.flat(),
  ]
}

/**
 * Backups that were copied lie in a folder of their own, on a lent drive inside the library's folder; what a person has put there lies
 * beside it.
 */
const folderOf = (folder: string, place: Place): [string, Place][] => [
  [backupFolderIn(folder), place],
  [backupFolderIn(join(folder, LENT_FOLDER)), place],
  [folder, place],
]

async function backupsIn(folder: string, place: Place): Promise<Candidate[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(EXTENSION) && name[0] !== '.')
  const dated = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const file = await stat(path).catch(() => undefined)
      return file?.isFile() ? [{ path, file: name, place, at: file.mtimeMs }] : []
    }),
  )
  return dated
    .flat()
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST)
    .map(({ path, file, place: where }) => ({ path, file, place: where }))
}

async function closedDrives(): Promise<string[]> {
  const drives = await Promise.all(
    (await pluggedIn()).map(async (folder) => {
      const isOpen = await Promise.race([
        access(folder, constants.R_OK | constants.X_OK).then(
          () => true,
          () => false,
        ),
        setTimeout(PATIENCE.folder, false, { ref: false }),
      ])
      return isOpen ? [] : [basename(folder)]
    }),
  )
  return drives.flat()
}

/** A backup in words. */
export async function describe(candidate: Candidate, deadline: Promise<unknown>): Promise<FoundBackup> {
  const { path, file, place } = candidate
  const shown = {
    id: idOf(candidate),
    place,
    file,
    library: null,
    madeAt: null,
    books: 0,
    borrowers: 0,
    hasWords: false,
  }
  let info: BackupInfo
  try {
    info = await readBackupInfo(path)
  } catch (error) {
    return { ...shown, check: 'wrong', problem: problemSentence(problemOf(error), file) }
  }
  const { header, summary } = info
  const problem = await Promise.race([checked(info), deadline.then(() => 'unchecked' as const)])
  return {
    ...shown,
    library: header.library ?? null,
    madeAt: header.madeAt,
    books: summary.books,
    borrowers: summary.tables.borrower?.rows ?? 0,
    hasWords: isSealed(header.secret),
    check: problem === null ? 'whole' : problem === 'unchecked' ? 'unchecked' : 'wrong',
    problem: problem === null || problem === 'unchecked' ? null : problemSentence(problem, file),
  }
}

const problemOf = (error: unknown): BackupProblem => (error instanceof BackupError ? error.problem : 'unreadable')

/** What was found out about files, by their path, size and time. */
const known = new Map<string, Promise<BackupProblem | null>>()
const MOST_KNOWN = 100

async function checked(info: BackupInfo): Promise<BackupProblem | null> {
  const { mtimeMs } = await stat(info.path)
  const key = `${info.path}\0${info.size}\0${mtimeMs}`
  const found = known.get(key) ?? requireRestorable(info).then(() => null, problemOf)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, found)
  return found
}
