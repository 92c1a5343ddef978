import { afterAll, beforeAll, inject } from 'vitest'
import { connect, disconnect } from '#base/db/connection/client.server.ts'
import { useEnv } from './env.ts'
import { asAdmin, newName, urlOf } from './server.ts'

/**
 * Gives this test file its own migrated database with the seed genres, to which `db` is connected; call it at the top.
 * Sets and returns its DATABASE_URL.
 */
export function useDatabase(): { url: string } {
  const { admin, app, template } = inject('server')
  const reach = { ...app, database: newName() }
  const url = urlOf(reach)
  useEnv({ DATABASE_URL: url })
  beforeAll(async () => {
    // Copied as files: the other strategy writes every page to the log too.
    await asAdmin(
      admin,
      `create database ${reach.database} template ${template} owner "${app.user}" strategy file_copy`,
    )
    // The drop below may terminate idle connections before they are closed.
    const pooler = poolerOf(process.env.TEST_POOLER)
    if (pooler) connect({ ...reach, ...pooler }, () => undefined, { direct: reach })
    else connect(reach, () => undefined)
  })
  afterAll(async () => {
    await disconnect()
    await asAdmin(admin, `drop database ${reach.database} with (force)`)
  })
  return { url }
}

/** An empty database, for migrations; dropped after the tests. Returns its URL. */
export function useEmptyDatabase(): { url: string } {
  const { admin, app } = inject('server')
  const reach = { ...app, database: newName() }
  beforeAll(() => asAdmin(admin, `create database ${reach.database} owner "${app.user}"`))
  afterAll(() => asAdmin(admin, `drop database ${reach.database} with (force)`))
  return { url: urlOf(reach) }
}

/** A pooler through which the tests reach their databases, from `host:port`; undefined without one. */
function poolerOf(place: string | undefined): { host: string; port: number } | undefined {
  const [, host, port] = /^(.+):(\d+)$/.exec(place ?? '') ?? []
  return host === undefined ? undefined : { host, port: Number(port) }
}
