import { Client, type ClientConfig } from 'pg'
import { openEmbedded } from '#base/db/embedded/embedded.server.ts'

const QUIET = { info: () => undefined, warn: () => undefined }

/** The databases of servers that are not in their data folder, by that folder. */
export const databases = new Map<string, string>()

/** Runs a statement in the database of a data folder, for states that need time, such as an expired code. */
export const runSql = (dataDir: string, statement: string, values: unknown[]): Promise<void> =>
  withClient(dataDir, async (client) => {
    const { rowCount } = await client.query(statement, values)
    if (rowCount === 0) throw new Error(`Nothing was changed by: ${statement}`)
  })

/** Does something while the rows of a `select … for update` are locked, so that the server has to wait for them. */
export const whileLocked = (
  dataDir: string,
  select: string,
  values: unknown[],
  work: () => Promise<void>,
): Promise<void> =>
  withClient(dataDir, async (client) => {
    await client.query('begin')
    const { rowCount } = await client.query(select, values)
    if (rowCount === 0) throw new Error(`Nothing was locked by: ${select}`)
    await work()
    await client.query('rollback')
  })

async function withClient<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  const url = databases.get(dataDir)
  if (url !== undefined) return withClientAt({ connectionString: url }, work)
  const database = await openEmbedded({ dataDir, log: QUIET })
  try {
    return await withClientAt(database.connection, work)
  } finally {
    await database.close()
  }
}

async function withClientAt<T>(reach: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(reach)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
