import type { ClientBase } from 'pg'

// Arbitrary number that no other program on the same database uses.
const LOCK = 0x6d616b74

/** Waits until no other process migrates or restores the database. The lock ends with the connection. */
export const lockMigrations = async (client: ClientBase): Promise<void> =>
  void (await client.query('select pg_advisory_lock($1)', [LOCK]))
