import type { ClientBase } from 'pg'

// Arbitrary number that no other program on the same database uses.
const LOCK = 0x6d616b74

/** Waits until no other process migrates or restores the database. The lock ends with the connection. */
export const lockMigrations = async (client: ClientBase): Promise<void> =>
  void (await client.query('select pg_advisory_lock($1)', [LOCK]))

/** Takes the lock of `lockMigrations` without waiting; returns whether it could be had. */
export async function tryLockMigrations(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK])
  return rows[0]?.locked === true
}
