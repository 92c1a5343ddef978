import { chown, mkdtemp, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, accountName } from './account.server.ts'
import { type Binaries, runCommand } from './binaries.server.ts'
import type { ClusterPaths } from './cluster-paths.server.ts'
import { type ClusterConnection, DATABASE, type Passwords, withClusterClient } from './connection.server.ts'
import { EmbeddedError, codeOf, diskFull, freeBytes, isDiskFull } from './embedded-error.server.ts'
import { isSameFolder } from './folder.server.ts'

const DRAFT = 'postgres.new-'
// Bytewise order is the fastest; columns that people read name an ICU collation.
const ENCODING = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
const LOGIN = ['-U', 'postgres', '--auth-local=scram-sha-256', '--auth-host=scram-sha-256']

/**
 * Makes an empty cluster. It is built aside and renamed when it is whole, so that a process killed
 * meanwhile leaves nothing that looks like a cluster. Only in one's turn.
 */
export async function createCluster(
  { home, cluster, account }: ClusterPaths,
  binaries: Binaries,
  password: string,
): Promise<void> {
  await dropDrafts(home)
  const draft = await mkdtemp(join(home, DRAFT))
  const [data, secret] = [join(draft, 'data'), join(draft, 'password')]
  try {
    await writeFile(secret, password, { mode: 0o600 })
    // The folder last: then nobody can have laid a link in the file's place.
    await give(secret, account)
    await give(draft, account)
    const options = ['-D', data, `--pwfile=${secret}`, ...LOGIN, ...ENCODING, '--data-checksums', '--no-instructions']
    const { isDone, output } = await runCommand(binaries.initdb, options, account)
    if (!isDone) throw await whyNot(home, output)
    // Windows renames onto nothing but a free name.
    await rmdir(cluster).catch(() => undefined)
    await rename(data, cluster)
    await sync(home)
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** What killed processes left. An orphaned initdb may still write there, so that a failure is no matter: next time. */
async function dropDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith(DRAFT))
      await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

const give = async (path: string, account: Account | undefined): Promise<void> =>
  account && chown(path, account.uid, account.gid)

/** Makes the rename outlast a power cut. Windows cannot sync a folder. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function whyNot(home: string, output: string): Promise<EmbeddedError> {
  // On its way out initdb makes room again: 'full' is less than it needs.
  if (isDiskFull(output) || (await freeBytes(home)) < 64_000_000) return diskFull(home)
  if (output.includes('could not look up effective user')) {
    const name = await accountName(process.getuid?.())
    return new EmbeddedError(
      `PostgreSQL needs a user that /etc/passwd names, and ${name} is not there: run Maktaba as another user, or set DATABASE_URL`,
    )
  }
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const last = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  return new EmbeddedError(`PostgreSQL could not make its cluster in ${home}: ${last}`)
}

// Made by the superuser, so that the application's role needs no rights for them.
const EXTENSIONS = ['btree_gin', 'fuzzystrmatch', 'pg_trgm', 'unaccent']
const NO_SUCH_DATABASE = '3D000'

/**
 * Asks the server at `admin` who it is, and adds what is missing: role, database, extensions. Every step
 * can be cut off and done again. Answers with its version, '18.4', or undefined if it is not `cluster`.
 */
export async function provision(
  admin: ClusterConnection,
  passwords: Passwords,
  cluster: string,
): Promise<string | undefined> {
  try {
    return await withClusterClient(admin, async (client) => {
      const { rows } = await client.query<{ folder: string; version: string; known: string[] }>(
        `select current_setting('data_directory') as folder, current_setting('server_version') as version,
          array(select extname::text from pg_extension) as known`,
      )
      const [server] = rows
      if (!server || !(await isSameFolder(server.folder, cluster))) return undefined
      for (const name of EXTENSIONS) {
        if (!server.known.includes(name)) await client.query(`create extension if not exists ${name}`)
      }
      return server.version
    })
  } catch (error) {
    if (codeOf(error) !== NO_SUCH_DATABASE) throw error
  }
  await makeDatabase({ ...admin, database: 'postgres' }, passwords)
  return provision(admin, passwords, cluster)
}

async function makeDatabase(admin: ClusterConnection, passwords: Passwords): Promise<void> {
  await withClusterClient(admin, async (client) => {
    const role = client.escapeIdentifier('maktaba' satisfies keyof Passwords)
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', ['maktaba'])
    const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
    if (rowCount === 0)
      await client.query(`create role ${role} ${rights} password ${client.escapeLiteral(passwords.maktaba)}`)
    await client.query(`create database ${client.escapeIdentifier(DATABASE)} owner ${role}`)
  })
}
