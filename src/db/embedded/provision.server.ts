import { isSameFolder } from './folder.server.ts'
import type { Passwords } from './passwords.server.ts'
import { codeOf } from './embedded-error.server.ts'
import { type ClusterConnection, DATABASE, withSession } from './session.server.ts'

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
    return await withSession(admin, async (client) => {
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
  await withSession(admin, async (client) => {
    const role = client.escapeIdentifier('maktaba' satisfies keyof Passwords)
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', ['maktaba'])
    const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
    if (rowCount === 0)
      await client.query(`create role ${role} ${rights} password ${client.escapeLiteral(passwords.maktaba)}`)
    await client.query(`create database ${client.escapeIdentifier(DATABASE)} owner ${role}`)
  })
}
