import type { Address } from './socket.server.ts'

// For a modest machine that the database shares with the server. Durability stays at PostgreSQL's defaults.
const SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '60',
  huge_pages: 'try',
  max_wal_size: '512MB',
  // Short queries only: compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  idle_session_timeout: '0',
  unix_socket_permissions: '0700',
  // The log grows for as long as the server runs: no routine, and no statements of failed queries.
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  // Nothing replicates: one process less.
  max_logical_replication_workers: '0',
}

/** The command line of a postmaster: its whole configuration, so that a new version of ours brings its own. */
export function serverFlags({ socketFolder, port }: Address): string[] {
  const where = {
    port: String(port),
    listen_addresses: socketFolder === undefined ? '127.0.0.1' : '',
    // A list in PostgreSQL's eyes: quoted, a comma in the path is no separator.
    unix_socket_directories: socketFolder === undefined ? '' : `"${socketFolder.replaceAll('"', '""')}"`,
  }
  return Object.entries({ ...SETTINGS, ...where }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
