import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { openEmbedded } from './embedded.server.ts'

// A process of its own for embedded.test.ts: opens the data folder it is given, asks the database something,
// says what it got as a line of JSON, and closes at the first line of its input. Ctrl+C does not end it.

const say = (answer: object) => process.stdout.write(`${JSON.stringify(answer)}\n`)

process.on('SIGINT', () => say({ interrupted: true }))

try {
  const log = { info: () => undefined, warn: () => undefined }
  const embedded = await openEmbedded({ dataDir: process.argv[2] ?? '', log })
  const client = new Client(embedded.connection)
  await client.connect()
  await client.query('select 1')
  await client.end()
  say({ connection: embedded.connection, dataDir: embedded.dataDir })
  for await (const _ of createInterface({ input: process.stdin })) break
  await embedded.close()
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) })
}
process.exit()
