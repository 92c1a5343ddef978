import { checkSimulation, simulate, type Machines, type RequestKind } from './queueing.ts'
import { measureServiceTimes, type ServiceTime, type SizeMeasured } from './service-times.ts'
import { tableLines } from './table.ts'

/** What a reader asks for, by share; half of the searches were sent before by somebody. */
const VISIT = { open: 0.25, page: 0.25, book: 0.3, search: 0.1, 'search again': 0.1 }
/** Milliseconds that a reader looks at a page. */
const THINK = 20_000
const READERS = [10, 1000, 100_000]
const LIBRARIES = [1e6, 1e7, 1e8]
/** Processors of a machine for the database; how busy processors may be by plan; what a reader may wait for. */
const DATABASE_CORES = 8
const PLANNED = 0.6
const GOAL = 300

const words = (value: number): string => value.toLocaleString('en')
const fixed = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0))

/**
 * Measures what requests cost (SIZES=10000,100000,1000000), and simulates readers on as many machines as they need.
 * Above the largest measured size the cost of a search is drawn on as it grew between the last two.
 */
export default async function scaling(): Promise<boolean> {
  checkSimulation()
  const sizes = (process.env.SIZES ?? '10000,100000').split(',').map(Number)
  const measured: SizeMeasured[] = []
  for (const size of sizes) measured.push(await measureServiceTimes(size, console.log))
  printMeasured(measured)
  const rows = LIBRARIES.flatMap((books) => {
    const kinds = kindsOf(timesAt(measured, books))
    return READERS.map((readers) => rowOf(books, readers, kinds))
  })
  console.log('\nSimulated, a page every 20 s; processors, at most 60 % busy by plan:\n')
  for (const line of tableLines(
    ['books', 'readers', 'a second', 'servers', 'primary', 'replicas', 'p50 ms', 'p95 ms', `within ${GOAL} ms`],
    rows,
  ))
    console.log(line)
  return true
}

const cell = (time: ServiceTime | undefined): string => (time ? `${fixed(time.server)} + ${fixed(time.database)}` : '')

function printMeasured(measured: readonly SizeMeasured[]): void {
  const actions = Object.keys(measured[0]?.times ?? {})
  console.log('\nMilliseconds of processor of a request: server + database\n')
  for (const line of tableLines(
    ['books', ...actions],
    measured.map(({ size, times }) => [words(size), ...actions.map((action) => cell(times[action]))]),
  ))
    console.log(line)
  console.log('\nBytes for each book\n')
  const indexes = Object.keys(measured[0]?.bytes.indexes ?? {})
  for (const line of tableLines(
    ['books', 'whole database', 'table', ...indexes],
    measured.map(({ size, bytes }) => [
      words(size),
      ...[bytes.database, bytes.table, ...indexes.map((name) => bytes.indexes[name] ?? 0)].map((one) => one.toFixed(0)),
    ]),
  ))
    console.log(line)
}

/** The times with so many books: of the largest measured size, grown as between the last two. */
function timesAt(measured: readonly SizeMeasured[], books: number): Record<string, ServiceTime> {
  const known = measured.find(({ size }) => size === books)
  if (known) return known.times
  const [smaller, larger] = measured.slice(-2)
  const last = larger ?? smaller
  if (!smaller || !last) throw new Error('Nothing was measured')
  const decades = Math.log(books / last.size) / Math.log(last.size / smaller.size)
  const grown = (action: string, { server, database }: ServiceTime): ServiceTime => {
    const growth = Math.max(1, database / Math.max(0.01, smaller.times[action]?.database ?? database))
    return { server, database: database * growth ** decades }
  }
  return Object.fromEntries(Object.entries(last.times).map(([action, time]) => [action, grown(action, time)]))
}

function kindsOf(times: Record<string, ServiceTime>): RequestKind[] {
  // The look-up of who asks is a part of every request, and stays at the primary.
  const session = times.session?.database ?? 0
  return Object.entries(VISIT).map(([action, share]) => {
    const { server = 0, database = 0 } = times[action] ?? {}
    const rest = Math.max(0, database - session)
    const isList = action !== 'book'
    return { share, server, primary: Math.max(0.01, session + (isList ? 0 : rest)), list: isList ? rest : 0 }
  })
}

function rowOf(books: number, readers: number, kinds: readonly RequestKind[]): string[] {
  const perSecond = (readers / THINK) * 1000
  const mean = (of: (kind: RequestKind) => number) => kinds.reduce((sum, kind) => sum + kind.share * of(kind), 0)
  const processors = (milliseconds: number) => Math.ceil((perSecond * milliseconds) / 1000 / PLANNED)
  const [asked, listed] = [processors(mean(({ primary }) => primary)), processors(mean(({ list }) => list))]
  const isShared = asked + listed <= DATABASE_CORES
  const machines: Machines = {
    servers: Math.max(1, processors(mean(({ server }) => server))),
    primary: isShared ? Math.max(2, asked + listed) : Math.max(2, asked),
    replicas: isShared ? 0 : Math.ceil(listed / DATABASE_CORES) * DATABASE_CORES,
  }
  const { p50, p95 } = simulate({ kinds, machines, readers, think: THINK, requests: 200_000 })
  return [
    words(books),
    words(readers),
    fixed(perSecond),
    String(machines.servers),
    String(machines.primary),
    machines.replicas === 0 ? '' : `${machines.replicas / DATABASE_CORES} × ${DATABASE_CORES}`,
    fixed(p50),
    fixed(p95),
    p95 <= GOAL ? 'yes' : 'no',
  ]
}
