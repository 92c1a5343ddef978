import { randomBytes } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { Failure } from '../failure.ts'
import { accountOf } from './hosted-library.ts'

/** Debian's PostgreSQL on this machine, by the socket that knows who asks. */
const LOCAL_SERVER = 'postgres:///postgres?host=/run/postgresql'
/** Connections of one library at most: ten for requests, eight for jobs, and the command line's. */
const CONNECTION_LIMIT = 24

/** Connects to the server as a role that may make databases and roles, and runs `work`. Throws Failure when it cannot be reached. */
async function withServer<T>(server: string | undefined, work: (client: Client, url: URL) => Promise<T>): Promise<T> {
  const url = parseServer(server ?? LOCAL_SERVER)
  const isLocal = isBySocket(url)
  if (isLocal) url.searchParams.set('user', 'postgres')
  const client = new Client({ connectionString: url.href })
  try {
    // By the socket, Debian's PostgreSQL lets in whom the operating system knows as its superuser.
    if (isLocal) process.seteuid?.('postgres')
    await client.connect()
  } catch (error) {
    throw new Failure(
      `The PostgreSQL server cannot be reached (${error instanceof Error ? error.message : String(error)}): apt install postgresql, or name another one by --server-file`,
    )
  } finally {
    if (isLocal) process.seteuid?.(0)
  }
  try {
    return await work(client, url)
  } finally {
    await client.end()
  }
}

/** Whether the address leads to a server on this machine by its socket, as Debian's does. */
export const isBySocket = ({ hostname }: URL): boolean => hostname === ''

function parseServer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return url
  // The address may contain a password, so it is not printed.
  throw new Failure(
    'The address of the PostgreSQL server is not one: allowed is one such as postgres://root:password@db1:5432/postgres',
  )
}

/**
 * Makes a role and its own database, which no other role may enter, and returns its address. By the socket the role needs no
 * password: the server knows the user of the operating system by the same name.
 */
export const createLibraryDatabase = (name: string, server: string | undefined): Promise<string> =>
  withServer(server, async (client, url) => {
    const account = accountOf(name)
    const role = escapeIdentifier(account)
    const { rows } = await client.query(
      'select from pg_roles where rolname = $1 union all select from pg_database where datname = $1',
      [account],
    )
    if (rows.length > 0) throw new Failure(`The server has a role or a database ${account} already`)
    const isLocal = isBySocket(url)
    const password = randomBytes(24).toString('base64url')
    // `createdb`: a backup is checked by restoring it into a database that is made for the check.
    const rights = `login createdb connection limit ${CONNECTION_LIMIT}`
    await client.query(`create role ${role} ${rights}${isLocal ? '' : ` password ${escapeLiteral(password)}`}`)
    // A superuser in name only, as in a cloud, must belong to the role that it gives a database to.
    await client.query(`grant ${role} to current_user`)
    await client.query(`create database ${role} owner ${role} template template0 encoding 'UTF8'`)
    await client.query(`revoke all on database ${role} from public`)
    const address = new URL(url)
    address.pathname = `/${account}`
    if (isLocal) address.searchParams.set('user', account)
    else {
      address.username = account
      address.password = password
    }
    return address.href
  })

/** Removes the database and the role of a library, also where only one of the two is left. */
export const dropLibraryDatabase = (name: string, server: string | undefined): Promise<void> =>
  withServer(server, async (client) => {
    const role = escapeIdentifier(accountOf(name))
    await client.query(`drop database if exists ${role} with (force)`)
    await client.query(`drop role if exists ${role}`)
  })
