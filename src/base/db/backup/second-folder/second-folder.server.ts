import { chmod, lstat, mkdir, open, readFile, realpath, rename, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import type { SecondFolderProblem } from '../../tables/second-folder.ts'

export type FolderProblem = SecondFolderProblem | 'not_absolute' | 'not_folder' | 'inside'

/** A folder does not take backups. */
export class FolderError extends Error {
  override name = 'FolderError'
  readonly problem: FolderProblem
  constructor(problem: FolderProblem, options?: ErrorOptions) {
    super(`Backups cannot be copied: ${problem}`, options)
    this.problem = problem
  }
}

const PROBLEMS: Record<string, FolderProblem> = {
  ENOENT: 'absent',
  ENAMETOOLONG: 'absent',
  ENOTDIR: 'not_folder',
  EROFS: 'read_only',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  ENOSPC: 'no_room',
  EDQUOT: 'no_room',
}

/** What an error of the file system means for the folder. */
export function folderProblem(error: unknown): FolderProblem {
  if (error instanceof FolderError) return error.problem
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return PROBLEMS[code] ?? 'failed'
}

/** Name of the folder with the backups, in the chosen folder. */
const NAME = 'maktaba-backups'
/** Name of the file with the library's mark, beside those backups. */
const MARK = 'library'
const PRIVATE = 0o700

/** The folder with the library's backups in a chosen folder. */
export const backupFolderIn = (folder: string): string => join(folder, NAME)

/**
 * Makes the folder for backups in the chosen one, and leaves the library's mark there, or throws FolderError. `bytes` is the
 * room that the first backup needs.
 */
export async function takeFolder(folder: string, options: { dataDir: string; mark: string; bytes: number }) {
  const { dataDir, mark, bytes } = options
  if (!isAbsolute(folder)) throw new FolderError('not_absolute')
  try {
    const place = await realpath(folder)
    if (!(await stat(place)).isDirectory()) throw new FolderError('not_folder')
    const below = relative(await realpath(dataDir).catch(() => dataDir), place)
    if (!below.startsWith('..') && !isAbsolute(below)) throw new FolderError('inside')
    await leaveMark(backupFolderIn(folder), mark)
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < bytes) throw new FolderError('no_room')
  } catch (error) {
    // The folder for backups stays only where something is in it.
    await rmdir(backupFolderIn(folder)).catch(() => undefined)
    throw error instanceof FolderError ? error : new FolderError(folderProblem(error), { cause: error })
  }
}

async function leaveMark(own: string, mark: string): Promise<void> {
  await mkdir(own, { mode: PRIVATE }).catch(unlessThere)
  if (!(await isFolder(own))) throw new FolderError('not_folder')
  // File systems of sticks know no modes.
  await chmod(own, PRIVATE).catch(() => undefined)
  const known = await readMark(own)
  if (known !== undefined && known !== mark) throw new FolderError('other_library')
  // Written also where the mark is there: that shows that the folder can be written to.
  const draft = join(own, `${MARK}.part`)
  try {
    await rm(draft, { force: true })
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(`${mark}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(own, MARK))
  } finally {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

/** Whether a path is a folder itself, not a link to one. */
const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}

async function readMark(own: string): Promise<string | undefined> {
  try {
    return (await readFile(join(own, MARK), 'utf8')).trim()
  } catch (error) {
    if (folderProblem(error) === 'absent') return undefined
    throw error
  }
}

/**
 * Finds the folder with backups in one that was chosen before. Throws where the library's mark is not there: the mount point
 * of a drive that was taken out is a folder of the system's own disk, which must not be filled. With `mayTake` a missing mark
 * is written: on any other disk, and on the system's own disk if the folder with backups exists there already.
 */
export async function findFolder(folder: string, options: { dataDir: string; mark: string; mayTake: boolean }) {
  const { dataDir, mark, mayTake } = options
  const own = backupFolderIn(folder)
  const place = await stat(folder)
  if (!place.isDirectory()) throw new FolderError('not_folder')
  const known = await readMark(own)
  if (known !== undefined && known !== mark) throw new FolderError('other_library')
  if (known === undefined) {
    const isDrive = await isOwnDrive(folder, dataDir)
    if (!isDrive && !(mayTake && (await isFolder(own)))) throw new FolderError('absent')
    if (!mayTake) throw new FolderError('other_drive')
    await takeFolder(folder, { dataDir, mark, bytes: 0 })
  }
  if (!(await isFolder(own))) throw new FolderError('not_folder')
  return own
}

/** Whether a folder is on another disk than the system, and than the library. */
async function isOwnDrive(folder: string, dataDir: string): Promise<boolean> {
  const devices = await Promise.all(['/', dataDir].map((one) => stat(one).then(({ dev }) => dev)))
  return !devices.includes((await stat(folder)).dev)
}

/** Whether a folder is on the disk of the library: backups there do not outlive it. */
export async function isSameDisk(folder: string, dataDir: string): Promise<boolean> {
  const [one, other] = await Promise.all([stat(folder), stat(dataDir)])
  return one.dev === other.dev
}
