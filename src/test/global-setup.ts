import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#db/embedded/embedded.server.ts'
import { migrateDatabase } from '#db/migrate.server.ts'
import { seedGenres } from '#db/seed/seed.server.ts'
import { asAdmin, newName, type Reach } from './server.ts'

/**
 * Opens one PostgreSQL for all tests and makes the template of their databases: the embedded one in a
 * folder of its own, or any server from version 15 on, by TEST_DATABASE_URL, as a role that may create
 * databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { admin, app, close } = await open(process.env.TEST_DATABASE_URL)
  const template = newName()
  try {
    await asAdmin(admin, `create database ${template} owner "${app.user}"`)
    await migrateDatabase({ ...app, database: template }, async (db) => void (await seedGenres(db)))
  } catch (error) {
    await close()
    throw error
  }
  project.provide('server', { admin, app, template })
  return async () => {
    await asAdmin(admin, `drop database ${template} with (force)`)
    await close()
  }
}

interface Opened {
  admin: Reach
  app: Reach
  close: () => Promise<void>
}

async function open(url: string | undefined): Promise<Opened> {
  if (url) {
    const reach = reachOf(url)
    return { admin: reach, app: reach, close: async () => undefined }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'maktaba-test-'))
  const embedded = await openEmbedded({ dataDir, log: { info: () => undefined, warn: console.warn } })
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
    await rm(dataDir, { recursive: true, force: true })
  }
  return { admin, app: connection, close }
}

function reachOf(url: string): Reach {
  // Never connected: it reads the address as every other client does.
  const { host, port, user, password, database } = new Client({ connectionString: url })
  return { host, port, user: user ?? 'postgres', password: password ?? '', database: database ?? 'postgres' }
}
