import { afterAll, beforeAll, inject } from 'vitest'
import { connect, disconnect } from '#db/client.server.ts'
import { useEnv } from './env.ts'
import { asAdmin, newName, urlOf } from './server.ts'

/**
 * Gives this test file a database of its own, migrated and with the seeded genres; call it at the top.
 * `db` is connected to it while the tests run. Answers its DATABASE_URL, which is set as well.
 */
export function useDatabase(): { url: string } {
  const { admin, app, template } = inject('server')
  const reach = { ...app, database: newName() }
  const url = urlOf(reach)
  useEnv({ DATABASE_URL: url })
  beforeAll(async () => {
    await asAdmin(admin, `create database ${reach.database} template ${template} owner "${app.user}"`)
    // The drop below may cut an idle connection off before it has said goodbye.
    connect(reach, () => undefined)
  })
  afterAll(async () => {
    await disconnect()
    await asAdmin(admin, `drop database ${reach.database} with (force)`)
  })
  return { url }
}

/** A database with nothing in it, for migrations. Answers how to reach it; it is dropped after the tests. */
export function useEmptyDatabase(): { url: string } {
  const { admin, app } = inject('server')
  const reach = { ...app, database: newName() }
  beforeAll(() => asAdmin(admin, `create database ${reach.database} owner "${app.user}"`))
  afterAll(() => asAdmin(admin, `drop database ${reach.database} with (force)`))
  return { url: urlOf(reach) }
}
