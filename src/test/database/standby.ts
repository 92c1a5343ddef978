import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { usableBinaries } from '#base/db/embedded/binaries.server.ts'
import { findClusterPaths, type ClusterPaths } from '#base/db/embedded/cluster-paths.server.ts'
import type { EmbeddedDatabase } from '#base/db/embedded/embedded.server.ts'
import { findPostmaster, startCluster, stopCluster } from '#base/db/embedded/postmaster.server.ts'
import type { ConnectionSettings } from '../server.ts'

/** Files of a running cluster that its copy makes anew. */
const OWN = ['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf']

/** A standby of an embedded database, which streams its changes. */
export class Standby {
  readonly connection: ConnectionSettings
  readonly admin: ConnectionSettings
  /** Where the cluster lives. */
  readonly dataDir: string
  readonly #paths: ClusterPaths

  constructor(paths: ClusterPaths, address: { host: string; port: number }, primary: EmbeddedDatabase) {
    this.#paths = paths
    this.dataDir = paths.cluster
    this.connection = { ...primary.connection, ...address }
    this.admin = { ...primary.admin, ...address }
  }

  /** Runs a statement as its superuser; answers with the first column of the first row. */
  query = (statement: string): Promise<unknown> => ask(this.admin, statement)

  /** Stops applying changes: it answers on, with what it has. */
  pause = () => this.query('select pg_wal_replay_pause()')
  resume = () => this.query('select pg_wal_replay_resume()')

  /** Makes it a database of its own, which takes writes. */
  promote = () => this.query('select pg_promote()')

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    await this.signal('SIGKILL')
    while (await findPostmaster(this.#paths.cluster)) await sleep(20)
  }

  async signal(name: NodeJS.Signals): Promise<void> {
    const postmaster = await findPostmaster(this.#paths.cluster)
    if (postmaster) process.kill(postmaster.pid, name)
  }

  start = async (): Promise<void> => startCluster(this.#paths, await usableBinaries(this.#paths))
  stop = async (): Promise<void> => stopCluster(this.#paths, await usableBinaries(this.#paths))
}

async function ask(connection: ConnectionSettings, statement: string): Promise<unknown> {
  const client = new Client({ ...connection, application_name: 'standby' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

/** Makes a standby of an embedded database in a new folder and starts it: `pg_basebackup` is not among the programs. */
export async function makeStandby(primary: EmbeddedDatabase, dataDir: string): Promise<Standby> {
  const paths = await findClusterPaths(dataDir)
  const { cluster, account } = paths
  await mkdir(cluster, { mode: 0o700 })
  const slot = `standby_${randomBytes(4).toString('hex')}`
  const client = new Client(primary.admin)
  await client.connect()
  let label: string
  try {
    await client.query('select pg_create_physical_replication_slot($1, true)', [slot])
    await client.query("select pg_backup_start('standby', true)")
    await copyCluster(primary.dataDir, cluster)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    label = rows[0]?.labelfile ?? ''
  } finally {
    await client.end()
  }
  const { host, port, user, password } = primary.admin
  const source = `host=${host} port=${port} user=${user} password=${password} application_name=standby`
  const files = {
    backup_label: label,
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = '${source}'\nprimary_slot_name = '${slot}'\n`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(cluster, name), text, { mode: 0o600 })
  if (account) {
    await promisify(execFile)('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
    await chown(cluster, account.uid, account.gid)
  }
  await chmod(cluster, 0o700)
  await startCluster(paths, await usableBinaries(paths))
  const postmaster = await findPostmaster(cluster)
  if (!postmaster) throw new Error('The standby did not start')
  const { socketFolder } = postmaster
  return new Standby(paths, { host: socketFolder || '127.0.0.1', port: postmaster.port }, primary)
}

async function copyCluster(from: string, to: string): Promise<void> {
  // Files that vanish meanwhile make it fail, though what matters was copied.
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]).catch((error: Error) => {
    if (!/No such file/.test(error.message)) throw error
  })
  for (const name of OWN) await rm(join(to, name), { force: true })
  for (const folder of ['pg_wal', 'pg_replslot'])
    for (const name of await readdir(join(to, folder)))
      if (name !== 'archive_status' && name !== 'summaries')
        await rm(join(to, folder, name), { recursive: true, force: true })
  if ((await readFile(join(to, 'PG_VERSION'), 'utf8')).trim() === '') throw new Error('The cluster was not copied')
}
