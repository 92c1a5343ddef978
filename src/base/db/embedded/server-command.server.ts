import type { Binaries } from './binaries.server.ts'
import type { Address } from './connection.server.ts'
import { sharedBuffers } from './shared-buffers.server.ts'

/** Seconds that a start may take: recovery after a crash reads at most max_wal_size. */
export const START_PATIENCE_S = 120

// For a modest machine that the database shares with the server. Durability stays at PostgreSQL's defaults.
const SETTINGS = {
  // For the twenty workers that a server with this database may have, four each, their jobs and the command line.
  max_connections: '100',
  // Loads at a start what was in memory before the last stop: else the first searches wait for the disk.
  shared_preload_libraries: 'pg_prewarm',
  'pg_prewarm.autoprewarm_interval': '1h',
  huge_pages: 'try',
  // I/O workers of PostgreSQL take memory and processor time; what a library reads is in the system's memory.
  io_method: 'sync',
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

/** The whole configuration of a postmaster as its flags, so that a new version of ours brings its own. */
export async function serverFlags(cluster: string, { socketFolder, port }: Address): Promise<string[]> {
  const where = {
    port: String(port),
    listen_addresses: socketFolder === undefined ? '127.0.0.1' : '',
    // A list in PostgreSQL's eyes: quoted, a comma in the path is no separator.
    unix_socket_directories: socketFolder === undefined ? '' : `"${socketFolder.replaceAll('"', '""')}"`,
  }
  const settings = { ...SETTINGS, ...where, shared_buffers: await sharedBuffers(cluster) }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** What starts a cluster: the program and its arguments. */
export function startCommand(
  platform: NodeJS.Platform,
  binaries: Binaries,
  { cluster, log, flags }: { cluster: string; log: string; flags: readonly string[] },
): { program: string; args: string[] } {
  if (platform !== 'win32') return { program: binaries.postgres, args: ['-D', cluster, ...flags] }
  // On Windows postgres.exe refuses an administrator, whose rights pg_ctl drops. It ends when the cluster is ready.
  const wait = ['-w', '-t', String(START_PATIENCE_S)]
  return { program: binaries.pgCtl, args: ['start', '-D', cluster, '-l', log, ...wait, '-o', flags.join(' ')] }
}
