import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#base/db/embedded/embedded.server.ts'
import { migrateDatabase } from '#base/db/migration/migrate.server.ts'
import { seedGenres } from '#base/db/seed/seed.server.ts'
import { dataRoot } from './data-root.ts'
import { asAdmin, newName, type ConnectionSettings } from './server.ts'

const PREFIX = 'maktaba-test-'
const log = { info: () => undefined, warn: console.warn }

/**
 * Opens one PostgreSQL for all tests and creates the template of their databases: the embedded one in a temporary
 * folder, or the server at TEST_DATABASE_URL (version 15 or newer), with a role that may create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await dropLeftovers()
  const folder = await mkdtemp(join(dataRoot(), `${PREFIX}${process.pid}-`))
  // Run by root, PostgreSQL is another user, who needs access to the folder.
  await chmod(folder, 0o755)
  const { admin, app, close } = await open(process.env.TEST_DATABASE_URL, folder)
  const end = async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
  const template = newName()
  try {
    await asAdmin(admin, `create database ${template} owner "${app.user}"`)
    await migrateDatabase({ ...app, database: template }, async (db) => void (await seedGenres(db)))
  } catch (error) {
    await end()
    throw error
  }
  project.provide('server', { admin, app, template, folder })
  return async () => {
    await asAdmin(admin, `drop database ${template} with (force)`)
    await end()
  }
}

interface Opened {
  admin: ConnectionSettings
  app: ConnectionSettings
  close: () => Promise<void>
}

async function open(url: string | undefined, folder: string): Promise<Opened> {
  if (url) {
    const reach = reachOf(url)
    return { admin: reach, app: reach, close: async () => undefined }
  }
  const embedded = await openEmbedded({ dataDir: join(folder, 'data'), log })
  const { connection, admin } = embedded
  // The data need not survive a power cut.
  await asAdmin(
    admin,
    'alter system set fsync = off',
    'alter system set synchronous_commit = off',
    'alter system set full_page_writes = off',
    'select pg_reload_conf()',
  )
  const close = async () => {
    await embedded.close()
    // Run by root, it may be elsewhere: under /var/lib/maktaba.
    const home = dirname(embedded.dataDir)
    if (!home.startsWith(folder)) await rm(home, { recursive: true, force: true })
  }
  return { admin, app: connection, close }
}

function reachOf(url: string): ConnectionSettings {
  // Not connected: only parses the URL, as every client does.
  const { host, port, user, password, database } = new Client({ connectionString: url })
  return { host, port, user: user ?? 'postgres', password: password ?? '', database: database ?? 'postgres' }
}

/** Stops and removes the leftovers of killed runs. */
async function dropLeftovers(): Promise<void> {
  const root = dataRoot()
  for (const name of await readdir(root)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? process.pid)
    // Ignores leftovers of other users.
    if (!isAlive(pid)) await dropRun(join(root, name)).catch(() => undefined)
  }
}

async function dropRun(folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  // Opens it to close it: the last user stops it.
  if (existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) await (await openEmbedded({ dataDir, log })).close()
  await rm(folder, { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
