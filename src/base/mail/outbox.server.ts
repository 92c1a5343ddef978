import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '#base/lib/clock.ts'

const MAX_MAILS = 500

/** Writes a message (RFC 5322) to the outbox folder, and deletes all but the newest 500. */
export async function writeToOutbox(folder: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stamp = now().toISOString().replaceAll(/[:.]/g, '-')
  const name = `${stamp}-${randomBytes(4).toString('hex')}.eml`
  // Renamed when complete, so that a reader of the folder never sees half a message.
  // `wx` fails if the path exists: another user of the machine could have placed a symbolic link there.
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600, flag: 'wx' })
  await rename(join(folder, `.${name}`), join(folder, name))
  await trim(folder)
}

/** The folders that are being trimmed, each with whether another message came meanwhile. */
const trimming = new Map<string, { isAgain: boolean; done: Promise<void> }>()

/**
 * Deletes all but the newest messages. One trim of a folder at a time, which also serves the messages that come meanwhile:
 * of a thousand at once each would otherwise list all files, and try to delete the same ones.
 */
function trim(folder: string): Promise<void> {
  const running = trimming.get(folder)
  if (running) {
    running.isAgain = true
    return running.done
  }
  const state = { isAgain: true, done: Promise.resolve() }
  const run = async () => {
    while (state.isAgain) {
      state.isAgain = false
      await deleteOld(folder)
    }
  }
  trimming.set(folder, state)
  state.done = run().finally(() => trimming.delete(folder))
  return state.done
}

async function deleteOld(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.eml') && !file.startsWith('.')).toSorted()
  for (const name of names.slice(0, Math.max(0, names.length - MAX_MAILS)))
    await unlink(join(folder, name)).catch(() => undefined)
}
