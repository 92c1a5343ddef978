import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, disconnect } from '#base/db/connection/client.server.ts'
import { migrateDatabase } from '#base/db/migration/migrate.server.ts'
import { TEST_SECRET, useEnv } from '#test/env.ts'
import { openData } from './seed.ts'

/** Runs `work` while `db` is an empty database, which is deleted afterwards. */
export async function withEmptyDatabase<T>(work: () => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'maktaba-measure-'))
  const embedded = await openData(join(folder, 'data'))
  useEnv({ DATA_DIR: folder, MAIL: 'outbox', AUTH_SECRET: TEST_SECRET, LOG_LEVEL: 'silent' })
  try {
    await migrateDatabase(embedded.connection)
    connect(embedded.connection, () => undefined)
    return await work()
  } finally {
    await disconnect()
    await embedded.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
