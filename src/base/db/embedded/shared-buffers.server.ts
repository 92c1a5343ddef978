import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const MB = 1_000_000
/** A library of some 10,000 books is read from this; it is a third of what the server itself takes. */
const LEAST = 48
/** More gains nothing that could be told from noise at 100,000 books: the rest is in the memory of the system. */
const MOST = 128
/** Of the data: imports, duplicates and the activity are hardly read. */
const SHARE = 2 / 3

/** `shared_buffers` for a cluster that is about to start, by the size of its data: a small library leaves memory to others. */
export async function sharedBuffers(cluster: string): Promise<string> {
  const folder = join(cluster, 'base')
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  const data = sizes.reduce((sum, size) => sum + size, 0) / MB
  return `${Math.round(Math.min(MOST, Math.max(LEAST, data * SHARE)))}MB`
}
