import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { openData } from '../seed.ts'
import type { Fault, FaultOptions } from './fault.ts'
import { Ledger } from './ledger.ts'
import { signalDatabase, withLibrary, type Library } from './library.ts'
import { Visitor, type Visit } from './visitor.ts'
import { Writer } from './writer.ts'

/** Seconds without the database, of each kind. */
const SECONDS = 60
/** Milliseconds after its return in which everything must go on. */
const RECOVERY = 15_000
/** Milliseconds that /api/health/live may take: longer, and the event loop was blocked. */
const LIVE = 2000

/** Takes the database away; returns what brings it back. */
type Removal = (library: Library) => Promise<() => Promise<void>>

const REMOVALS: Record<string, Removal> = {
  'stopped with SIGSTOP': async ({ database }) => {
    signalDatabase(database, 'SIGSTOP', { all: true })
    return async () => signalDatabase(database, 'SIGCONT', { all: true })
  },
  'shut down': async ({ database, dataDir }) => {
    signalDatabase(database, 'SIGINT')
    return async () => void (await openData(dataDir))
  },
  'out of connections': async ({ database }) => {
    const admin = new Client(database.admin)
    await admin.connect()
    const strangers = new Set<Client>()
    const taking = takeConnections(database.connection, strangers)
    const ending = setInterval(() => void endThose(admin), 300)
    return async () => {
      clearInterval(ending)
      await taking.stop()
      await Promise.all([...strangers].map((client) => client.end().catch(() => undefined)))
      await admin.end()
    }
  },
}

/** Ends the connections of Maktaba, whose places strangers then take. */
const endThose = (admin: Client) =>
  admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'maktaba'`)

/** Opens connections as fast as they become free. */
function takeConnections(connection: ConstructorParameters<typeof Client>[0], taken: Set<Client>) {
  const over = new AbortController()
  const work = async () => {
    while (!over.signal.aborted) {
      const client = new Client(connection)
      client.on('error', () => taken.delete(client))
      await client.connect().then(
        () => taken.add(client),
        () => sleep(5),
      )
    }
  }
  const working = Promise.all([work(), work(), work(), work()])
  return {
    stop: async () => {
      over.abort()
      await working
    },
  }
}

const fault: Fault = {
  about: `the database stops answering, is shut down, or has no free connection, for ${SECONDS} s each`,
  run: async (options) =>
    withLibrary(async (library) => {
      const ledger = new Ledger()
      const maktaba = await library.start(library.ownDatabase)
      const writer = new Writer(library, ledger, () => maktaba.url, 2)
      const visitor = new Visitor(visitsOf(maktaba.url, library), ledger)
      await sleep(2000)
      for (const [name, remove] of Object.entries(REMOVALS))
        await during(name, remove, { library, ledger, writer, options })
      await writer.stop()
      await visitor.stop()
      for (const [name, longest] of visitor.longest)
        options.say(`${name}: the longest answer took ${longest.toFixed(0)} ms`)
      const live = visitor.longest.get('live') ?? 0
      if (live > LIVE) ledger.problem(`/api/health/live took ${live.toFixed(0)} ms`)
      const lost = await writer.countLost(library)
      if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)
      await maktaba.stop()
      const { answers, longestOutage, problems } = ledger
      const times = Object.keys(REMOVALS).length
      return { times, acknowledged: writer.acknowledged.length, lost, answers, longestOutage, problems }
    }),
}
export default fault

interface During {
  library: Library
  ledger: Ledger
  writer: Writer
  options: FaultOptions
}

async function during(name: string, remove: Removal, { library, ledger, writer, options }: During): Promise<void> {
  const before = new Map(ledger.answers)
  const restore = await remove(library)
  await sleep(SECONDS * 1000)
  await restore()
  const returned = performance.now()
  const written = writer.acknowledged.length
  while (writer.acknowledged.length < written + 4 && performance.now() - returned < RECOVERY) await sleep(50)
  const seconds = ((performance.now() - returned) / 1000).toFixed(1)
  if (performance.now() - returned >= RECOVERY) ledger.problem(`${name}: no write ${seconds} s after its return`)
  const seen = [...ledger.answers].map(([status, count]) => `${status}: ${count - (before.get(status) ?? 0)}`)
  options.say(`${name} for ${SECONDS} s: ${seen.join(', ')}; went on ${seconds} s after its return`)
}

/** The sentence of the error page in French, which the visitor reads. */
const FRENCH = 'Maktaba ne peut pas le faire'

function visitsOf(url: string, { cookies }: Library): Visit[] {
  const french = { cookie: cookies.reader.replace('language=en', 'language=fr') }
  return [
    {
      name: 'live',
      isAlways: true,
      url: `${url}/api/health/live`,
      check: ({ status }) => (status === 200 ? undefined : `answered ${status}`),
    },
    { name: 'ready', url: `${url}/api/health/ready` },
    { name: 'the API', url: `${url}/api/v1/books`, headers: { cookie: cookies.reader } },
    { name: 'the session', url: `${url}/api/auth/get-session`, headers: { cookie: cookies.reader } },
    {
      name: 'a page',
      url: `${url}/app/books`,
      headers: french,
      check: ({ status }, text) =>
        status === 503 && !(text.includes(FRENCH) && text.includes('lang="fr"'))
          ? `its error page is not in French: ${text.slice(0, 200)}`
          : status === 200 || status === 503
            ? undefined
            : `answered ${status}`,
    },
  ]
}
