import { constants } from 'node:fs'
import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

const LARGEST = 5_000_000

/** The file that PostgreSQL complains to. */
export const logFile = (home: string): string => join(home, 'postgres.log')

/** Opens the log for a start; the old one is put aside (one is kept) when it has grown beyond 5 MB. */
export async function openLog(home: string): Promise<FileHandle> {
  const file = logFile(home)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LARGEST) await rename(file, `${file}.1`)
  // The folder may belong to PostgreSQL's user, and we may be root: no link leads us astray.
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  return open(file, flags, 0o600)
}

/** What PostgreSQL said last that matters, from byte `start` of its log on; undefined when it said nothing. */
export async function lastLogError(home: string, start: number): Promise<string | undefined> {
  const handle = await open(logFile(home))
  const { buffer, bytesRead } = await handle
    .read({ position: start, buffer: Buffer.alloc(64_000) })
    .finally(() => handle.close())
  const lines = buffer
    .toString('utf8', 0, bytesRead)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const line = lines.findLast((text) => /\b(FATAL|PANIC):/.test(text)) ?? lines.at(-1)
  // '2026-01-01 00:00:00.000 UTC [123] FATAL:  …'
  return line?.replace(/^.*?\b(FATAL|PANIC): +/, '$1: ')
}
