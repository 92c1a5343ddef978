import { Client, type ClientConfig } from 'pg'
import { openEmbedded } from '#db/embedded/embedded.server.ts'

const QUIET = { info: () => undefined, warn: () => undefined }

/** The databases of servers that are not in their data folder, by that folder. */
export const databases = new Map<string, string>()

/** Runs a statement in the database of a data folder, for states that need time, such as an expired code. */
export async function runSql(dataDir: string, statement: string, values: unknown[]): Promise<void> {
  const url = databases.get(dataDir)
  if (url !== undefined) return runAt({ connectionString: url }, statement, values)
  const database = await openEmbedded({ dataDir, log: QUIET })
  try {
    await runAt(database.connection, statement, values)
  } finally {
    await database.close()
  }
}

async function runAt(reach: ClientConfig, statement: string, values: unknown[]): Promise<void> {
  const client = new Client(reach)
  try {
    await client.connect()
    const { rowCount } = await client.query(statement, values)
    if (rowCount === 0) throw new Error(`Nothing was changed by: ${statement}`)
  } finally {
    await client.end()
  }
}
