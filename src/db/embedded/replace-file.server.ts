import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { Account } from './account.server.ts'

/**
 * Writes a file (0600) whole or not at all. We may be root in a folder of PostgreSQL's user: a new file under a
 * name that nobody can guess, put in place by renaming, follows no link laid out there.
 */
export async function replaceFile(file: string, text: string, account?: Account): Promise<void> {
  const draft = `${file}.${randomBytes(9).toString('base64url')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    if (account) await handle.chown(account.uid, account.gid)
    await handle.sync()
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}
