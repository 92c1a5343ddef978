import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, rm, rmdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Account, replaceFile } from './account.server.ts'
import { type ClusterPaths, pathHash } from './cluster-paths.server.ts'
import { EmbeddedError, codeOf } from './embedded-error.server.ts'

/** Passwords of the cluster's superuser `postgres` and of the application's role `maktaba`. */
export interface Passwords {
  postgres: string
  maktaba: string
}

/** Reads the passwords; makes them once, before there is a cluster. Only in one's turn. */
export async function storedPasswords(home: string, hasCluster: boolean): Promise<Passwords> {
  const file = join(home, 'postgres.passwords')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' && !hasCluster) return undefined
    throw new EmbeddedError(
      `The passwords of the embedded PostgreSQL cannot be read from ${file} (${codeOf(error)}): bring the file back from a backup`,
      { cause: error },
    )
  })
  if (text === undefined) return makePasswords(file)
  const [postgres, maktaba] = ['postgres', 'maktaba'].map((name) => new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  if (!postgres || !maktaba)
    throw new EmbeddedError(
      `${file} does not hold the passwords of the embedded PostgreSQL: bring the file back from a backup`,
    )
  return { postgres, maktaba }
}

async function makePasswords(file: string): Promise<Passwords> {
  const [postgres, maktaba] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
  await replaceFile(file, `postgres ${postgres}\nmaktaba ${maktaba}\n`)
  return { postgres, maktaba }
}

// sockaddr_un of Linux: 108 bytes with the final 0; macOS has 104.
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103
const PORT = 5432
const SOCKET = `.s.PGSQL.${PORT}`

/** Where a cluster listens. `socketFolder` is undefined for TCP on 127.0.0.1. */
export interface Address {
  socketFolder: string | undefined
  port: number
}

/** Chooses where a cluster that is about to start, and runs nowhere, will listen: a Unix socket if at all possible. */
export async function chooseAddress(paths: ClusterPaths, platform = process.platform): Promise<Address> {
  if (platform === 'win32') return { socketFolder: undefined, port: await freePort() }
  const temporary = `maktaba-${paths.account?.uid ?? process.getuid?.()}-${pathHash(paths.cluster)}`
  for (const folder of [paths.cluster, join(tmpdir(), temporary), join('/tmp', temporary)]) {
    if (Buffer.byteLength(join(folder, SOCKET)) > LONGEST_PATH) continue
    if (folder !== paths.cluster) await makePrivate(folder, paths.account)
    // A zombie or somebody else may bear the pid in a stale lock; the folder is nobody's but this cluster's.
    await rm(join(folder, `${SOCKET}.lock`), { force: true })
    // Some file systems (shares of a virtual machine, say) hold no sockets.
    if (await canBind(folder)) return { socketFolder: folder, port: PORT }
  }
  return { socketFolder: undefined, port: await freePort() }
}

/** Throws EmbeddedError unless the folder of a socket belongs to the cluster's user and nobody else may enter it. */
export async function requirePrivate(folder: string, account: Account | undefined): Promise<void> {
  const found = await lstat(folder)
  const owner = account?.uid ?? process.getuid?.()
  if (!found.isDirectory() || (owner !== undefined && found.uid !== owner) || (found.mode & 0o077) !== 0) {
    throw new EmbeddedError(
      `${folder}, the folder of the database's socket, belongs to somebody else or is open to others: remove it`,
    )
  }
}

/** Removes a socket's folder in the temporary folder, if it is empty. */
export async function dropSocketFolder(folder: string, cluster: string): Promise<void> {
  if (folder !== '' && folder !== cluster) await rmdir(folder).catch(() => undefined)
}

async function makePrivate(folder: string, account: Account | undefined): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
    await chmod(folder, 0o700)
    if (account) await chown(folder, account.uid, account.gid)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return
  }
  await requirePrivate(folder, account)
}

const canBind = (folder: string): Promise<boolean> =>
  listens({ path: join(folder, `.s.try.${process.pid}`) }).then(
    () => true,
    () => false,
  )

const freePort = (): Promise<number> => listens({ host: '127.0.0.1', port: 0 })

/** Listens for a moment; answers with the port, 0 for a socket. */
function listens(where: { path: string } | { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(where, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** What pg needs to connect; `host` is a socket's folder or 127.0.0.1. */
export interface ClusterConnection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

export const DATABASE = 'maktaba'

/** How a role reaches the application's database. */
export function connectionOf(
  { socketFolder, port }: Address,
  passwords: Passwords,
  user: keyof Passwords,
): ClusterConnection {
  return { host: socketFolder ?? '127.0.0.1', port, user, password: passwords[user], database: DATABASE }
}

/** Runs `work` on a connection of its own. */
export async function withClusterClient<T>(
  connection: ClusterConnection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    ...connection,
    ssl: false,
    connectionTimeoutMillis: 5000,
    application_name: 'maktaba open',
  })
  // A connection that breaks rejects the query under way; unheard, it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The line for passwords that the cluster does not know. */
export const wrongPassword = (home: string): EmbeddedError =>
  new EmbeddedError(
    `The embedded PostgreSQL refuses the passwords in ${home}/postgres.passwords: bring back the file that belongs to this cluster`,
  )
