import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'

/** A user of the operating system. */
export interface Account {
  name: string
  uid: number
  gid: number
}

// PostgreSQL refuses root; these users are unprivileged, and no user is ever created.
const SERVICE_NAMES = ['postgres', 'nobody']

async function readAccounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/** The name of a user, or its number where it has no name. */
export async function accountName(uid: number | undefined): Promise<string> {
  return (await readAccounts()).find((account) => account.uid === uid)?.name ?? `user ${uid}`
}

export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * Whom PostgreSQL runs as when we are root: whichever of `postgres` and `nobody` owns one of `owners`
 * already, else the first that exists; undefined where neither does.
 */
export async function serviceAccount(owners: (number | undefined)[]): Promise<Account | undefined> {
  const accounts = await readAccounts()
  const candidates = SERVICE_NAMES.flatMap(
    (name) => accounts.find((account) => account.name === name && account.uid !== 0) ?? [],
  )
  return candidates.find(({ uid }) => owners.includes(uid)) ?? candidates[0]
}

/**
 * Writes a file (0600) whole or not at all. We may be root in a folder of PostgreSQL's user, who could place a symbolic
 * link there: a new file with a random name, renamed into place, follows none.
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
