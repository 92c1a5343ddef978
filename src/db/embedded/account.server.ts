import { readFile } from 'node:fs/promises'

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
