import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** Bytes that the databases of a run need at most, with room to spare. */
const ROOM = 2 ** 31

/**
 * Folder for the clusters of tests: in memory where it has room, since hundreds of files for each database cost more
 * processor time on a disk than the tests themselves need in PostgreSQL.
 */
export const dataRoot = (): string => (hasRoom() ? MEMORY : tmpdir())

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM
  } catch {
    // Only Linux has it.
    return false
  }
}
