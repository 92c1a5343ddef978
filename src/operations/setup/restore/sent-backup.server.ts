import { createWriteStream } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { restoreFolder } from '#base/db/backup/restore-state.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { fileBody, filenameOf, isCutOff } from '#base/lib/http/file-body.server.ts'
import { fileTooLarge, tooLarge } from '#base/lib/http/too-large.server.ts'
import { newId } from '#base/lib/id.ts'
import { RESTORE_LIMIT } from '#base/lib/restore-file.ts'

/** One file at a time is kept, under a name of our own. */
const FILE = 'sent.maktaba'
const NAME = 'sent.name'
const PART = '.part'

interface SentBackup {
  path: string
  /** Name of the file as the person knows it. */
  file: string
}

/** The backup that was sent; undefined without one. */
export async function sentBackup(): Promise<SentBackup | undefined> {
  const path = join(restoreFolder(), FILE)
  const file = await stat(path).catch(() => undefined)
  if (!file?.isFile()) return undefined
  return { path, file: await readFile(join(restoreFolder(), NAME), 'utf8').catch(() => FILE) }
}

let isReceiving = false

/**
 * Keeps a file that is sent, in place of one that was sent before, while it arrives. Throws CONTENT_TOO_LARGE, FILE_REFUSED where
 * there is no room for it or another one is arriving, and ABORTED when the browser gives up; then nothing of it is left.
 */
export async function receiveBackup(request: Request): Promise<SentBackup> {
  const body = fileBody(request)
  if (isReceiving) throw createError('FILE_REFUSED', { sentence: m.restore_sending_another() })
  isReceiving = true
  const folder = restoreFolder()
  const part = join(folder, `${newId()}${PART}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await discardParts(folder)
    await rm(join(folder, FILE), { force: true })
    await requireRoom(folder, Number(request.headers.get('content-length') ?? 0))
    await pipeline(Readable.from(atMost(body, RESTORE_LIMIT)), createWriteStream(part, { mode: 0o600, flags: 'wx' }))
    await writeFile(join(folder, NAME), filenameOf(request.headers, FILE), { mode: 0o600 })
    await rename(part, join(folder, FILE))
  } catch (error) {
    if (isCutOff(error)) throw createError('ABORTED')
    if (isFull(error)) throw noRoom()
    throw tooLarge(error) ? fileTooLarge(RESTORE_LIMIT) : error
  } finally {
    isReceiving = false
    await rm(part, { force: true })
  }
  const sent = await sentBackup()
  if (!sent) throw createError('ABORTED')
  return sent
}

async function* atMost(body: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > limit) throw fileTooLarge(limit)
    yield piece
  }
}

/** Removes parts of files that killed processes have left. */
async function discardParts(folder: string): Promise<void> {
  const parts = (await readdir(folder)).filter((name) => name.endsWith(PART))
  await Promise.all(parts.map((name) => rm(join(folder, name), { force: true })))
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes) throw noRoom()
}

const noRoom = () => createError('FILE_REFUSED', { sentence: m.restore_problem_no_room() })

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
