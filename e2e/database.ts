import { Client } from 'pg'
import { openEmbedded } from '#db/embedded/embedded.server.ts'

const QUIET = { info: () => undefined, warn: () => undefined }

/** Runs a statement in the database of a data folder, for what only time brings about: an expired code, say. */
export async function runSql(dataDir: string, statement: string, values: unknown[]): Promise<void> {
  const database = await openEmbedded({ dataDir, log: QUIET })
  const client = new Client(database.connection)
  try {
    await client.connect()
    const { rowCount } = await client.query(statement, values)
    if (rowCount === 0) throw new Error(`Nothing was changed by: ${statement}`)
  } finally {
    await client.end()
    await database.close()
  }
}
