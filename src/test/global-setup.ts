import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#db/embedded/embedded.server.ts'
import { migrateDatabase } from '#db/migrate.server.ts'
import { seedGenres } from '#db/seed/seed.server.ts'
import { asAdmin, newName, type Reach } from './server.ts'

const PREFIX = 'maktaba-test-'
const log = { info: () => undefined, warn: console.warn }

/**
 * Opens one PostgreSQL for all tests and makes the template of their databases: the embedded one in a
 * folder of its own, or any server from version 15 on, by TEST_DATABASE_URL, as a role that may create
 * databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await dropLeftovers()
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  // As root PostgreSQL is another user, who must be able to pass.
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
  admin: Reach
  app: Reach
  close: () => Promise<void>
}

async function open(url: string | undefined, folder: string): Promise<Opened> {
  if (url) {
    const reach = reachOf(url)
    return { admin: reach, app: reach, close: async () => undefined }
  }
  const embedded = await openEmbedded({ dataDir: join(folder, 'data'), log })
  const { connection, admin } = embedded
  // These data live for a minute: nothing need outlast a power cut.
  await asAdmin(
    admin,
    'alter system set fsync = off',
    'alter system set synchronous_commit = off',
    'select pg_reload_conf()',
  )
  const close = async () => {
    await embedded.close()
    // As root it may live elsewhere: under /var/lib/maktaba.
    const home = dirname(embedded.dataDir)
    if (!home.startsWith(folder)) await rm(home, { recursive: true, force: true })
  }
  return { admin, app: connection, close }
}

function reachOf(url: string): Reach {
  // Never connected: it reads the address as every other client does.
  const { host, port, user, password, database } = new Client({ connectionString: url })
  return { host, port, user: user ?? 'postgres', password: password ?? '', database: database ?? 'postgres' }
}

/** Stops and removes what runs left behind that were killed. */
async function dropLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? process.pid)
    // Another user's leftovers are that user's to remove.
    if (!isAlive(pid)) await dropRun(join(tmpdir(), name)).catch(() => undefined)
  }
}

async function dropRun(folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  // Opened to be closed: the last to leave stops it.
  if (existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) await (await openEmbedded({ dataDir, log })).close()
  await rm(folder, { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, and is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
