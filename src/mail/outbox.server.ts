import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '#lib/clock.ts'

const MAX_MAILS = 500

/** Writes a message (RFC 5322) to the outbox folder, and deletes all but the newest 500. */
export async function writeToOutbox(folder: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stamp = now().toISOString().replaceAll(/[:.]/g, '-')
  const name = `${stamp}-${randomBytes(4).toString('hex')}.eml`
  // Renamed when complete, so that a reader of the folder never sees half a message.
  // `wx`: never through a link that somebody else has put there.
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600, flag: 'wx' })
  await rename(join(folder, `.${name}`), join(folder, name))
  const names = (await readdir(folder)).filter((file) => file.endsWith('.eml') && !file.startsWith('.')).toSorted()
  const old = names.slice(0, Math.max(0, names.length - MAX_MAILS))
  await Promise.all(old.map((file) => unlink(join(folder, file)).catch(() => undefined)))
}
