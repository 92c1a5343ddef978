import { setTimeout as sleep } from 'node:timers/promises'
import { reportAllBackups } from './libraries/backups.ts'
import {
  makeDatabases,
  settleTemplate,
  startHost,
  startLibraries,
  stopLibraries,
  type Host,
  type Library,
} from './libraries/host.ts'
import { availableMemory, memories, timesDuring, watchMachine } from './usage.ts'
import { describeTimes, hammer, makeSearches, p95Of, useLibrary, visitDuring } from './libraries/visits.ts'
import { median } from './median.ts'
import { makePeople, type Cookies } from './people.ts'
import { seededData } from './seed.ts'
import { tableLines } from '../testing/table.ts'

const BOOKS = 10_000
const COUNTS = (process.env.LIBRARIES ?? '1,10,40').split(',').map(Number)
/** What is measured with the most libraries, besides their idleness: PARTS=load leaves the rest out, `at-once` adds all backups at once. */
const PARTS = (process.env.PARTS ?? 'load,neighbour,backups').split(',')
/** MB of all libraries that are idle, and milliseconds of a page (p95). */
const LIMITS = { idle: 8000, loaded: 300, neighbour: 1000 }
/** MB that a library may take while it is measured, by which fewer are measured on a small machine. */
const ROOM = 200
/** Milliseconds until the start has left nothing to do, and of idleness. */
const REST = 20_000
const IDLENESS = 60_000
/** Libraries that have readers, and milliseconds between what these open in each. */
const USED = { libraries: 10, pause: 500, warm: 5000, time: 30_000 }
const HAMMER = { connections: 50, before: 10_000, time: 20_000 }

/** Figures of libraries that nobody uses: MB, milliseconds of the processor in a second, and connections. */
interface Idle {
  seconds: number
  servers: number[]
  database: number
  serverTime: number
  databaseTime: number
  connections: number
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const percent = (part: number, whole = 1): string => `${((part / whole) * 100).toFixed(0)} %`

async function connectionsOf({ client }: Host): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.count ?? 0
}

const inSecond = (time: number): number => (time * 1000) / IDLENESS

async function measureIdle(host: Host, libraries: readonly Library[], seconds: number): Promise<Idle> {
  const pids = [host.postmaster, ...libraries.map(({ pid }) => pid)]
  await sleep(REST)
  const [[databaseTime = 0, ...serverTimes]] = await timesDuring(pids, () => sleep(IDLENESS))
  const connections = await connectionsOf(host)
  const [database = 0, ...servers] = memories(pids)
  return {
    seconds,
    servers,
    database,
    serverTime: inSecond(sumOf(serverTimes)),
    databaseTime: inSecond(databaseTime),
    connections,
  }
}

const wholeOf = ({ servers, database }: Idle): number => sumOf(servers) + database

function printIdle(all: readonly Idle[]): void {
  const header = ['libraries', 'ready s', 'server MB', 'servers MB', 'database MB', 'each', 'all MB', 'each']
  const times = ['servers ms/s', 'database ms/s', 'connections']
  const rows = all.map((idle) => {
    const { seconds, servers, database, serverTime, databaseTime, connections } = idle
    const memory = [median(servers), sumOf(servers), database, database / servers.length, wholeOf(idle)]
    return [
      String(servers.length),
      seconds.toFixed(1),
      ...[...memory, wholeOf(idle) / servers.length].map((value) => value.toFixed(0)),
      ...[serverTime, databaseTime].map((value) => value.toFixed(1)),
      String(connections),
    ]
  })
  console.log(tableLines([...header, ...times], rows).join('\n'))
}

/** What readers of some libraries wait for while all have them; whether it is short enough. */
async function measureLoad(
  { postmaster }: Host,
  libraries: readonly Library[],
  reader: string,
  words: readonly string[],
): Promise<boolean> {
  const used = libraries.slice(0, USED.libraries)
  const use = (time: number) => {
    const until = performance.now() + time
    return Promise.all(
      used.map(async (library, index) => {
        await sleep((index * USED.pause) / used.length)
        return useLibrary(library, reader, { newSearch: makeSearches(words, index + time), pause: USED.pause, until })
      }),
    )
  }
  await use(USED.warm)
  const stopWatching = watchMachine(postmaster)
  const [[database = 0, ...servers], all] = await timesDuring([postmaster, ...used.map(({ pid }) => pid)], () =>
    use(USED.time),
  )
  const { share } = stopWatching()
  const [pages, searches] = [all.flatMap((one) => one.pages), all.flatMap((one) => one.searches)]
  console.log(`${used.length} of ${libraries.length} libraries in use: a page ${describeTimes(pages)}`)
  console.log(`  a search ${describeTimes(searches)}`)
  console.log(
    `  of one processor: the servers ${percent(sumOf(servers), USED.time)}, the database ${percent(database, USED.time)}; of the machine, others included, ${percent(share)}`,
  )
  return p95Of(pages) <= LIMITS.loaded
}

/** What a reader notices of another library that is hammered; whether it is little enough. */
async function measureNeighbour(
  { postmaster }: Host,
  [hammered, visited]: readonly Library[],
  reader: string,
  words: readonly string[],
): Promise<boolean> {
  if (!hammered || !visited) return true
  const [quiet] = await visitDuring(visited, reader, () => sleep(HAMMER.before))
  const pids = [hammered.pid, postmaster]
  const pound = () =>
    hammer(hammered, reader, {
      ...HAMMER,
      newSearch: makeSearches(words, 53),
      until: performance.now() + HAMMER.time,
    })
  const [times, [[server = 0, database = 0], said]] = await visitDuring(visited, reader, () => timesDuring(pids, pound))
  console.log(`A page of a neighbour: before ${describeTimes(quiet)}`)
  console.log(`  during ${HAMMER.connections} connections that search (${said}): ${describeTimes(times)}`)
  console.log(
    `  of one processor: the hammered server ${percent(server, HAMMER.time)}, the database ${percent(database, HAMMER.time)}`,
  )
  return p95Of(times) <= LIMITS.neighbour
}

async function measureUsed(host: Host, libraries: readonly Library[], cookies: Cookies, words: string[]) {
  const results: boolean[] = []
  if (PARTS.includes('load')) results.push(await measureLoad(host, libraries, cookies.reader, words))
  if (PARTS.includes('neighbour')) results.push(await measureNeighbour(host, libraries, cookies.reader, words))
  if (PARTS.includes('backups')) await reportAllBackups(host, libraries, cookies, PARTS.includes('at-once'))
  return results.every(Boolean)
}

/** So many of the wanted libraries as the machine has memory for. */
function fitting(count: number): number {
  const most = Math.max(1, Math.floor(availableMemory() / ROOM))
  if (most < count) console.log(`The memory of this machine is for ${most} libraries, not ${count}`)
  return Math.min(most, count)
}

async function measureAll(host: Host, cookies: Cookies, words: string[]): Promise<boolean> {
  const idle: Idle[] = []
  let isGood = true
  for (const [index, count] of COUNTS.entries()) {
    const names = await makeDatabases(host, fitting(count))
    const started = performance.now()
    const libraries = await startLibraries(host, names)
    try {
      idle.push(await measureIdle(host, libraries, (performance.now() - started) / 1000))
      if (index < COUNTS.length - 1) continue
      printIdle(idle)
      isGood = await measureUsed(host, libraries, cookies, words)
    } finally {
      await stopLibraries(libraries)
    }
  }
  return isGood && idle.every((one) => wholeOf(one) <= LIMITS.idle)
}

/**
 * Many libraries on one machine, with a server each and one PostgreSQL: what they take while nobody uses them, what their
 * readers wait for, and what they notice of the others' backups and of a library that is hammered. On Linux only.
 */
export default async function measureLibraries(): Promise<boolean> {
  const { dataDir, terms } = await seededData(BOOKS, console.log)
  const cookies = await makePeople(dataDir)
  const host = await startHost(dataDir)
  // The libraries end with this process, PostgreSQL does not.
  const stop = () => void host.stop().finally(() => process.exit(1))
  for (const signal of SIGNALS) process.once(signal, stop)
  try {
    await settleTemplate(host)
    return await measureAll(host, cookies, Object.values(terms).flat().map(String))
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
    await host.stop()
  }
}
