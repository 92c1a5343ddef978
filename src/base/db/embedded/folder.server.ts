import { access, chmod, chown, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, isAbsolute, relative } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import type { Account } from './account.server.ts'
import { codeOf, refusal } from './embedded-error.server.ts'

/** Where root's cluster goes when its account cannot reach the data folder or the binaries. */
export const SYSTEM_FOLDER = '/var/lib/maktaba'

/** Makes a folder for our own use (0700) unless it is there; answers with its real path. Throws EmbeddedError. */
export async function makeFolder(folder: string): Promise<string> {
  try {
    await makeFolders(folder, 0o700)
    await requireFolderAccess(folder)
    return await realpath(folder)
  } catch (error) {
    // The nearest existing folder above may be the one that we cannot enter.
    if (['ENOENT', 'EACCES', 'EPERM'].includes(codeOf(error))) await requireFolderAccess(await nearestFolder(folder))
    throw await refusal(folder, error)
  }
}

/** Makes a folder and those above it, one by one: Node's recursive mkdir never returns where none can be made, as in /proc. */
async function makeFolders(folder: string, mode: number): Promise<void> {
  if (await isFolder(folder)) return
  if (dirname(folder) !== folder) await makeFolders(dirname(folder), 0o755)
  await mkdir(folder, { mode }).catch(async (error: unknown) => {
    // Another process may have made it meanwhile.
    if (!(await isFolder(folder))) throw error
  })
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Makes a folder under /var/lib/maktaba, which any account must be able to pass, whatever root's umask. */
export async function makeSystemFolder(folder: string): Promise<string> {
  const systemFolder = await makeFolder(folder)
  if (dirname(systemFolder) === SYSTEM_FOLDER) await chmod(SYSTEM_FOLDER, 0o711)
  return systemFolder
}

const nearestFolder = async (folder: string): Promise<string> =>
  (await exists(folder)) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))

/** Whether there is anything at a path that we can see. */
export const exists = (path: string): Promise<boolean> => ownerOf(path).then((owner) => owner !== undefined)

/** Throws EmbeddedError unless we may read, write and enter the folder. */
export async function requireFolderAccess(folder: string): Promise<void> {
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch(async (error: unknown) => {
    throw await refusal(folder, error)
  })
}

/** The owner of a path, undefined where there is none. */
export const ownerOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ uid }) => uid,
    () => undefined,
  )

/** Whether two paths are the same folder, whatever links or mounts lead to it. */
export async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)))
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

/** Shuts our folder for others. Root's becomes the account's, who could not pass through it otherwise. */
export async function secureFolder(folder: string, account: Account | undefined): Promise<void> {
  const { uid, mode } = await stat(folder)
  if (isForOthersToo(folder)) return
  if (account && uid === 0) await chown(folder, account.uid, account.gid)
  if ((mode & 0o077) !== 0 && (uid === process.getuid?.() || uid === account?.uid)) await chmod(folder, 0o700)
}

/** Whether other things live below, so that owner and mode are not ours to change: DATA_DIR=/tmp, say. */
function isForOthersToo(folder: string): boolean {
  return [projectRoot, homedir(), tmpdir(), process.execPath, '/etc', '/usr', '/var/lib', '/var/tmp'].some((other) => {
    const path = relative(folder, other)
    return !path.startsWith('..') && !isAbsolute(path)
  })
}
