import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { makeStandby, type Standby } from '#test/database/standby.ts'
import { urlOf } from '#test/server.ts'
import { freePort } from '../maktaba.ts'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { signalDatabase, withLibrary, type Library } from './library.ts'
import { Writer } from './writer.ts'

/** Milliseconds for which the standby is away while books are added: below the minute that a query may take. */
const AWAY = 4000

interface Promotion {
  /** What the primary waits for. */
  name: string
  settings: readonly string[]
  /** Whether acknowledged books may be lost. */
  mayLose: boolean
}

const PROMOTIONS: readonly Promotion[] = [
  { name: 'asynchronous, the default of PostgreSQL', settings: [], mayLose: true },
  {
    name: "synchronous_standby_names = '*' and synchronous_commit = on",
    settings: ["alter system set synchronous_standby_names = '*'", 'alter system set synchronous_commit = on'],
    mayLose: false,
  },
]

const fault: Fault = {
  about: 'the primary is lost and its standby promoted, which was away for some seconds before (1 minute)',
  run: async ({ say }) => {
    const ledger = new Ledger()
    const sums = { acknowledged: 0, lost: 0 }
    for (const promotion of PROMOTIONS) {
      const { acknowledged, lost } = await withLibrary((library) => promote(library, promotion, ledger, say))
      sums.acknowledged += acknowledged
      if (!promotion.mayLose) sums.lost += lost
    }
    const { answers, longestOutage, problems } = ledger
    return { times: PROMOTIONS.length, ...sums, answers, longestOutage, problems }
  },
}
export default fault

async function promote(
  library: Library,
  { name, settings, mayLose }: Promotion,
  ledger: Ledger,
  say: (line: string) => void,
): Promise<{ acknowledged: number; lost: number }> {
  const standby = await makeStandby(library.database, join(library.folder, 'standby'))
  await asSuperuser(library.database.admin, [...settings, 'select pg_reload_conf()'])
  const port = await freePort()
  const before = { ...library.ownDatabase, DATABASE_REPLICA_URL: urlOf(standby.connection) }
  const maktaba = await library.start(before, port)
  ledger.begin()
  const writer = new Writer(library, ledger, () => maktaba.url)
  await sleep(3000)
  const streamed = writer.acknowledged.length
  await standby.stop()
  await sleep(AWAY)
  const away = writer.acknowledged.length
  signalDatabase(library.database, 'SIGKILL', { all: true })
  await sleep(1500)
  await maktaba.stop()
  await standby.start()
  await standby.promote()
  // What was open is sent again under its key, as programs should.
  const after = await library.start({ ...library.ownDatabase, DATABASE_URL: urlOf(standby.connection) }, port)
  const resumed = performance.now()
  while (writer.acknowledged.length < away + 50 && performance.now() - resumed < 30_000) await sleep(50)
  if (writer.acknowledged.length === away) ledger.problem('the promoted database took no writes')
  await writer.stop()
  const lost = await lostAt(standby, writer)
  await after.stop()
  await standby.stop()
  if (lost > 0 && !mayLose) ledger.problem(`${lost} acknowledged books are not in the promoted database`)
  if (lost > away - streamed) ledger.problem(`${lost} books were lost, more than while the standby was away`)
  say(
    `${name}: ${streamed} books before, ${away - streamed} acknowledged in ${AWAY / 1000} s without the standby, ${lost} of them lost by its promotion, ${writer.acknowledged.length - away} after it`,
  )
  return { acknowledged: writer.acknowledged.length, lost }
}

async function asSuperuser(admin: Library['database']['admin'], statements: readonly string[]): Promise<void> {
  const client = new Client(admin)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function lostAt({ connection }: Standby, writer: Writer): Promise<number> {
  const client = new Client(connection)
  await client.connect()
  try {
    return await writer.countLostAt(client)
  } finally {
    await client.end()
  }
}
