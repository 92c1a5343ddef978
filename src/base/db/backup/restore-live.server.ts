import { escapeIdentifier, type Client, type ClientBase } from 'pg'
import { sqlStateOf } from '../database-error.server.ts'
import { tryLockMigrations } from '../migration/migration-lock.server.ts'
import { BackupError } from './backup-error.server.ts'
import { libraryTables } from './library-tables.server.ts'

/** What a server that goes on running does in the transaction that restores a library. */
export interface LiveRestore {
  /** Before anything is changed; throws BackupError where the library may not be replaced. */
  begin: (client: Client) => Promise<void>
  /** Once the library of the backup is there: what must be so when the first request meets it. */
  settle: (client: Client) => Promise<void>
}

/** Keeps migrations and other restores away. Throws BackupError where one of them is running. */
export async function takeMigrations(client: ClientBase): Promise<void> {
  if (!(await tryLockMigrations(client)))
    throw new BackupError('The library is being restored or updated already', { problem: 'busy' })
}

/** Attempts to lock all tables. One ends by a deadlock, or after two seconds; before each, other connections are ended. */
const TRIES = 5
const DEADLOCK = '40P01'
const LOCK_TIMEOUT = '55P03'

/**
 * Locks all tables of the library at once, so that nobody who holds one of them waits for another: what servers are doing is
 * ended, and their next queries wait for the end of the transaction.
 */
export async function takeTables(client: ClientBase): Promise<void> {
  const names = (await libraryTables(client)).map(({ name }) => `public.${escapeIdentifier(name)}`)
  if (names.length === 0) return
  for (let left = TRIES; ; left -= 1) {
    await endOtherConnections(client)
    await client.query("savepoint taking; set local lock_timeout = '2s'")
    try {
      await client.query(`lock table ${names.join(', ')} in access exclusive mode`)
      await client.query("set local lock_timeout = '20s'; release savepoint taking")
      return
    } catch (error) {
      const isTaken = [DEADLOCK, LOCK_TIMEOUT].includes(sqlStateOf(error) ?? '')
      if (!isTaken || left === 1) throw error
      await client.query('rollback to savepoint taking')
    }
  }
}

/**
 * Ends the connections of all servers of the library, of this one too: they open new ones and forget what they have kept of
 * the database, as after a failover.
 */
export async function endOtherConnections(client: ClientBase): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename = current_user and application_name = 'maktaba'`,
  )
}
