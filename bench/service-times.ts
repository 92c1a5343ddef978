import { Client } from 'pg'
import { makeCases, type Case } from './cases.ts'
import { startMaktaba, type Maktaba } from './maktaba.ts'
import { makePeople } from './people.ts'
import { databaseSeconds } from './processor-time.ts'
import { openData, seededData } from './seed.ts'

/** Milliseconds of processor of one request, at the server and at the database. */
export interface ServiceTime {
  server: number
  database: number
}

/** What readers do, by the cases of the benchmark. */
const ACTIONS: Record<string, (name: string) => boolean> = {
  session: (name) => name === 'session, REST',
  open: (name) => name === '/app/books HTML',
  page: (name) => name === 'list, any page',
  book: (name) => name === 'book',
  search: (name) => name.startsWith('search, '),
}
/** Times that each request is sent, so that hundredths of a second of processor time are enough. */
const TIMES = { warm: 300, total: 2000 }

export interface SizeMeasured {
  size: number
  times: Record<string, ServiceTime>
  /** Bytes of the database, and of the books and their indexes, for each book. */
  bytes: { database: number; table: number; indexes: Record<string, number> }
}

/** Measures what requests cost with so many books, one after the other on one connection. */
export async function measureServiceTimes(size: number, say: (line: string) => void): Promise<SizeMeasured> {
  const data = await seededData(size, say)
  const cookies = await makePeople(data.dataDir)
  const database = await openData(data.dataDir)
  const client = new Client(database.connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const spent = () => databaseSeconds(rows[0]?.pid ?? 0) * 1000
    const times: Record<string, ServiceTime> = {}
    for (const [action, isOf] of Object.entries(ACTIONS)) {
      // A server of its own for each, whose caches know nothing: a search is measured as nobody has sent it before.
      const server = await startMaktaba(data.dataDir)
      try {
        const cases = (await makeCases(server.url, data, cookies)).filter(({ name }) => isOf(name))
        times[action] = await measure(server, cases, spent, action === 'search')
        if (action === 'search') times['search again'] = await measure(server, cases, spent, true)
      } finally {
        await server.stop()
      }
    }
    return { size, times, bytes: await bytesOf(client, size) }
  } finally {
    await client.end()
    await database.close()
  }
}

async function measure(server: Maktaba, cases: Case[], spent: () => number, isOnce: boolean): Promise<ServiceTime> {
  const requests = cases.flatMap(({ requests: paths, headers }) => paths.map(({ path }) => ({ path, headers })))
  const send = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const { path = '', headers = {} } = requests[at % requests.length] ?? {}
      const response = await fetch(server.url + path, { headers })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    }
  }
  if (!isOnce) await send(TIMES.warm)
  const count = isOnce ? requests.length : TIMES.total
  const before = { server: server.processorTime() ?? 0, database: spent() }
  await send(count)
  return {
    server: ((server.processorTime() ?? 0) - before.server) / count,
    database: (spent() - before.database) / count,
  }
}

async function bytesOf(client: Client, size: number): Promise<SizeMeasured['bytes']> {
  const { rows } = await client.query<{ name: string; bytes: number }>(`
    select 'database' as name, pg_database_size(current_database())::float8 as bytes
    union all select 'table', pg_table_size('book')::float8
    union all select indexrelid::regclass::text, pg_relation_size(indexrelid)::float8
      from pg_index where indrelid = 'book'::regclass`)
  const all = new Map(rows.map(({ name, bytes }) => [name, bytes / size]))
  const { database = 0, table = 0, ...indexes } = Object.fromEntries(all)
  return { database, table, indexes }
}
