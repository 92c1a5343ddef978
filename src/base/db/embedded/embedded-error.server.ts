import { stat, statfs } from 'node:fs/promises'
import { accountName } from './account.server.ts'

/** The embedded database cannot be used. `message` is the one line for the operator: what, where, what to do. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

/** The errno or SQLSTATE of an error, or ''. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The error of PostgreSQL or of the file system in which a full disk shows. */
export const isDiskFull = (text: string): boolean =>
  /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(text)

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export const diskFull = (path: string): EmbeddedError =>
  new EmbeddedError(
    `No space left on the disk of ${path}: make room there, or set DATA_DIR to a folder on another disk`,
  )

/** Turns what the file system said about `path` into the operator's line. */
export async function refusal(path: string, error: unknown): Promise<EmbeddedError> {
  if (error instanceof EmbeddedError) return error
  const code = codeOf(error)
  if (isDiskFull(code)) return diskFull(path)
  if (code === 'EROFS') {
    return new EmbeddedError(
      `${path} is read-only: make it writable, or set DATA_DIR to a folder that can be written to`,
    )
  }
  if (code === 'EACCES' || code === 'EPERM') {
    const owner = await stat(path).then(
      ({ uid }) => accountName(uid),
      () => undefined,
    )
    const whose =
      owner === undefined
        ? ''
        : ` (it belongs to ${await owner}, this process runs as ${await accountName(process.getuid?.())})`
    return new EmbeddedError(
      `No permission to use ${path}${whose}: start Maktaba as the user that made it, hand it over with chown -R, or set DATA_DIR to another folder`,
    )
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new EmbeddedError(`${path} is not a folder: set DATA_DIR to a folder`)
  }
  return new EmbeddedError(`The embedded PostgreSQL cannot use ${path}: ${messageOf(error)}`, { cause: error })
}
