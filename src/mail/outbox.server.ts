import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '#lib/clock.ts'

const KEPT = 500

/** Puts a message (RFC 5322) into the outbox folder; only the newest 500 stay. */
export async function putIntoOutbox(folder: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stamp = now().toISOString().replaceAll(/[:.]/g, '-')
  const name = `${stamp}-${randomBytes(4).toString('hex')}.eml`
  // Renamed when complete: whoever watches the folder never reads half a message.
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600 })
  await rename(join(folder, `.${name}`), join(folder, name))
  const names = (await readdir(folder)).filter((one) => one.endsWith('.eml') && !one.startsWith('.')).toSorted()
  const old = names.slice(0, Math.max(0, names.length - KEPT))
  await Promise.all(old.map((one) => unlink(join(folder, one)).catch(() => undefined)))
}
