import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'
import { urlOf } from '#test/server.ts'
import { forget } from '../../e2e/server.ts'
import { startMaktaba } from '../maktaba.ts'
import { openData } from '../seed.ts'

/** A library under attack. */
export interface Target {
  url: string
  /** The folder of its database. */
  database: string
  /** The folder of its server, which has the outbox. */
  dataDir: string
  /** What the server has logged. */
  log: () => string
}

/** The checkout under attack: that of CHECKOUT, else this one. */
export const checkout = resolve(process.env.CHECKOUT ?? projectRoot)

/**
 * Runs `work` against a production server of `checkout` with an empty library. The database is opened by this checkout, so
 * that an attack can look into that of any version. The client's address is that of `X-Forwarded-For`.
 */
export async function withTarget<T>(
  work: (target: Target) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'maktaba-attack-'))
  const [database, dataDir, logFile] = [join(folder, 'database'), join(folder, 'data'), join(folder, 'server.log')]
  const embedded = await openData(database)
  try {
    const own = { DATABASE_URL: urlOf(embedded.connection), MAIL: 'outbox', SEED: 'genres' }
    const maktaba = await startMaktaba(dataDir, {
      checkout,
      logFile,
      settings: { ...own, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info', ...settings },
    })
    try {
      return await work({ url: maktaba.url, database, dataDir, log: () => readFileSync(logFile, 'utf8') })
    } finally {
      await maktaba.stop()
    }
  } finally {
    await embedded.close()
    await forget(database)
    rmSync(folder, { recursive: true, force: true })
  }
}
