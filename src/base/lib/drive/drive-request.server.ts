import { join } from 'node:path'
import * as z from 'zod/mini'

/** The places by which the server and root's helper for drives know of each other. */
export interface DrivePlaces {
  /** The server's folder, and in it the request for a drive, and the release of that drive. */
  requests: string
  request: string
  release: string
  /** Root's folder, and in it the answer, and the mount point of the folder of the granted drive. */
  results: string
  state: string
  lent: string
  /** Root's alone: where the whole drive is for a moment, and what a desktop had mounted. */
  closed: string
  whole: string
  desktop: string
}

/** The places in a file system: of this machine, or of a test. */
export function drivePlaces(root = '/'): DrivePlaces {
  // Not DATA_DIR, which settings may move: maktaba-drive.path watches this folder.
  const requests = join(root, 'var/lib/maktaba/drive')
  const results = join(root, 'run/maktaba-drive')
  const closed = join(results, 'closed')
  return {
    requests,
    request: join(requests, 'request.json'),
    release: join(requests, 'release.json'),
    results,
    state: join(results, 'state.json'),
    lent: join(results, 'copies'),
    closed,
    whole: join(closed, 'whole'),
    desktop: join(closed, 'desktop.json'),
  }
}

/** Bytes that a request may have. */
export const REQUEST_LIMIT = 1024

/** The UUID of a file system: short of FAT, long of others. Never a part of a path. */
export const fileSystemId = z.string().check(z.regex(/^[0-9A-Za-z-]{4,40}$/))

/** The server asks for a drive; the answer has the same id. */
export const driveRequestSchema = z.strictObject({ id: z.uuid(), uuid: fileSystemId })
export type DriveRequest = z.output<typeof driveRequestSchema>

/** The server needs the drive of that request no more. */
export const driveReleaseSchema = z.strictObject({ id: z.uuid() })

/**
 * What root's helper has done. `busy`: another program uses what is on the drive. `refused`: `clone`, another drive has the same
 * UUID; `type`, a file system that is not taken; `system`, a disk of the system; `link`, what is called Maktaba on it is no
 * folder; `read_only`; `mount`, it cannot be mounted.
 */
export const driveStateSchema = z.object({
  id: z.string(),
  uuid: z.string(),
  phase: z.enum(['granted', 'busy', 'absent', 'refused', 'released']),
  reason: z.nullable(z.enum(['clone', 'type', 'system', 'link', 'read_only', 'mount'])),
  /** What a program has said, in its words; for the log. */
  said: z.string(),
})
export type DriveState = z.output<typeof driveStateSchema>
