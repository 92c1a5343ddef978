import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rename, rmdir, unlink, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Bytes of a request of the server's: it is a few words. */
const REQUEST_LIMIT = 4096
const NO_LINK = constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * The folder in which the server leaves what root is to do. Its user may put anything there, and anything in its place, at any moment: it is opened
 * once, and all in it is named by that descriptor, so that no link leads root elsewhere. Nothing is followed, and nothing removed that
 * has more in it.
 */
export class ServerFolder {
  readonly #handle: FileHandle

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** Opens it; undefined where there is none. What stands in its place, a link or a folder of another user, is put out of the way. */
  static async open(path: string): Promise<ServerFolder | undefined> {
    // The folder above belongs to the server's user, but lies in one of root's: no link can stand in its place.
    const parent = await openFolder(dirname(path), 0)
    if (!parent) return undefined
    try {
      const place = join(named(parent), basename(path))
      const handle = await openFolder(place, constants.O_NOFOLLOW)
      if (handle && (await handle.stat()).uid === (await parent.stat()).uid) return new ServerFolder(handle)
      await handle?.close()
      await putAway(place)
      return undefined
    } finally {
      await parent.close()
    }
  }

  /** The text of a small file; undefined for anything else. */
  async read(name: string): Promise<string | undefined> {
    const file = await this.openFile(name)
    try {
      if (!file || (await file.stat()).size > REQUEST_LIMIT) return undefined
      // Reads no more than the limit, since the file may grow meanwhile.
      const { bytesRead, buffer } = await file.read(Buffer.alloc(REQUEST_LIMIT), 0, REQUEST_LIMIT, 0)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file?.close()
    }
  }

  /** A regular file, open for reading; undefined for one that is not there, a link, a pipe or a folder. */
  async openFile(name: string): Promise<FileHandle | undefined> {
    const handle = await open(this.#at(name), constants.O_RDONLY | NO_LINK).catch(() => undefined)
    if (!handle || (await handle.stat()).isFile()) return handle
    await handle.close()
    return undefined
  }

  /** Takes a name away. A folder that has something in it gets another name. */
  remove = (name: string): Promise<void> => putAway(this.#at(name))

  close = (): Promise<void> => this.#handle.close()

  #at = (name: string): string => join(named(this.#handle), basename(name))
}

/** A folder by its descriptor, which leads there whatever is renamed meanwhile. */
const named = ({ fd }: FileHandle): string => `/proc/self/fd/${fd}`

const openFolder = (path: string, flags: number): Promise<FileHandle | undefined> =>
  open(path, constants.O_RDONLY | constants.O_DIRECTORY | flags).catch(() => undefined)

/** Removes a file, a link, a pipe or an empty folder; a folder that is not empty gets a name of its own beside. Nothing in it is touched. */
async function putAway(place: string): Promise<void> {
  const isGone = await unlink(place)
    .catch(() => rmdir(place))
    .then(
      () => true,
      () => false,
    )
  // Root would remove what is in it by paths, which its owner could turn to other places meanwhile.
  if (!isGone) await rename(place, `${place}.refused-${randomBytes(6).toString('hex')}`).catch(() => undefined)
}
