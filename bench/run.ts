import { capture, captureKey } from './capture.ts'
import { makeCases, type Case } from './cases.ts'
import { explainStatements } from './explain.ts'
import { startLimit } from './limit.ts'
import { load } from './load.ts'
import { startMaktaba, type Maktaba } from './maktaba.ts'
import { makePeople, type Cookies } from './people.ts'
import type { Row, SizeResult } from './results.ts'
import { removeWritten, seededData, type SeededData } from './seed.ts'
import { watchDatabase } from './settle.ts'
import { sqlAlone } from './sql-alone.ts'
import type { Statement } from './statements.ts'
import { LARGE, LIMIT } from './targets.ts'
import { timeTotals, totalFigures } from './totals.ts'
import { measureImport, measureSaves } from './writes.ts'

export interface RunOptions {
  /** Seconds of each measurement; the warm-up before takes a quarter of that. */
  seconds: number
  /** Measures only cases whose name contains this; '' for all. */
  only: string
  say: (line: string) => void
}

/** Seconds that each case runs before any is measured. */
const WARM_UP_SECONDS = 1

/** Servers on which exact totals are timed, the measured one among them. */
const TOTALS_SERVERS = 3

/** Requests of a case whose statements are captured. */
const CAPTURED = 12

/** Measures all cases with `size` books. */
export async function measureSize(size: number, { seconds, only, say }: RunOptions): Promise<SizeResult> {
  const { data, cookies } = await prepare(size, say)
  const firstTotals = await timeTotalsOnNewServers(data, cookies)
  const server = await startMaktaba(data.dataDir)
  const { settle, untilCompared, stop } = await watchDatabase(data.dataDir)
  try {
    // Comparing takes a core and the database's memory: a minute for 100,000 new books.
    await untilCompared()
    const before = server.memory()
    const totals = totalFigures([...firstTotals, await timeTotals(server.url, cookies.reader, data.terms)])
    const cases = (await makeCases(server.url, data, cookies)).filter(({ name }) => name.includes(only))
    const found = await checkAnswers(server.url, cases, cookies)
    const captured = await capture(data, cookies, cases, { most: CAPTURED, isWarm: true })
    const rows = await measureCases({ server, data, cases, captured, size, seconds, settle, say })
    const saves: Row[] = []
    for (const connections of [1, 10, 100]) {
      const figures = await measureSaves({ url: server.url, cookie: cookies.admin, connections, seconds, settle })
      if (!figures) break
      saves.push({ name: 'save', subject: 'maktaba', connections, figures })
    }
    const imported = await measureImport(data.dataDir)
    const memory = { before, after: server.memory() }
    return { size, rows: [...rows, ...saves], totals, found, hasSaves: saves.length > 0, imported, memory }
  } finally {
    await stop()
    await server.stop()
    await removeWritten(data.dataDir)
  }
}

/** The first totals of servers that are started for nothing else. */
async function timeTotalsOnNewServers({ dataDir, terms }: SeededData, { reader }: Cookies) {
  const all = []
  for (let turn = 1; turn < TOTALS_SERVERS; turn++) {
    const server = await startMaktaba(dataDir)
    const { untilCompared, stop } = await watchDatabase(dataDir)
    try {
      await untilCompared()
      all.push(await timeTotals(server.url, reader, terms))
    } finally {
      await stop()
      await server.stop()
    }
  }
  return all
}

/** Prints the query plans of all cases, with `size` books. */
export async function explainSize(size: number, { only, say }: Omit<RunOptions, 'seconds'>): Promise<void> {
  const { data, cookies } = await prepare(size, say)
  const server = await startMaktaba(data.dataDir)
  try {
    const cases = (await makeCases(server.url, data, cookies)).filter(({ name }) => name.includes(only))
    const captured = await capture(data, cookies, cases, { most: 1, isWarm: false })
    await explainStatements(data.dataDir, captured, say)
  } finally {
    await server.stop()
  }
}

async function prepare(size: number, say: (line: string) => void): Promise<{ data: SeededData; cookies: Cookies }> {
  const data = await seededData(size, say)
  return { data, cookies: await makePeople(data.dataDir) }
}

interface Measurement {
  server: Maktaba
  data: SeededData
  cases: Case[]
  captured: Map<string, Statement[]>
  size: number
  seconds: number
  settle: () => Promise<void>
  say: (line: string) => void
}

/** Measures each case with each number of connections, directly followed by the limit and the SQL alone. */
async function measureCases(measurement: Measurement): Promise<Row[]> {
  const { server, cases, captured, size, seconds, settle, say } = measurement
  const { dataDir } = measurement.data
  const limit = await startLimit(dataDir, captured)
  const rows: Row[] = []
  const add = (row: Row) => {
    rows.push(row)
    say(`${row.name}, ${row.subject}, ${row.connections}: ${row.figures.perSecond} req/s, p99 ${row.figures.p99} ms`)
  }
  try {
    // Warms up, so that V8 has compiled the code, as on a server that has run for weeks.
    for (const { requests, headers } of cases)
      await load({ url: server.url, requests, headers, connections: 10, seconds: WARM_UP_SECONDS, settle })
    for (const one of cases) {
      const requests = one.rest.slice(0, CAPTURED).map((_, index) => captured.get(captureKey(one, index)) ?? [])
      for (const connections of one.isSearch && size >= LARGE ? [1, 4] : [1, 10, 100]) {
        const { name, headers } = one
        const figures = await load({ url: server.url, requests: one.requests, headers, connections, seconds, settle })
        add({ name, subject: 'maktaba', connections, figures })
        if (name === 'list, first page') {
          const least = await load({ url: limit.url, requests: [{ path: '/' }], headers, connections, seconds, settle })
          add({ name: LIMIT, subject: 'limit', connections, figures: least })
        }
        // Not more connections than the server's pool has.
        if (requests.length === 0 || connections > 10) continue
        add({ name, subject: 'sql', connections, figures: await sqlAlone({ dataDir, requests, connections, seconds }) })
      }
    }
  } finally {
    await limit.stop()
  }
  return rows
}

/** Sends every request once, so that an error response is not measured as a fast one. */
async function checkAnswers(url: string, cases: Case[], cookies: Cookies): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { name, requests, headers, rest, isSearch } of cases) {
    for (const { path = '/' } of requests) {
      const answer = await fetch(url + path, { headers, redirect: 'manual' })
      if (answer.status !== 200) throw new Error(`${name}: ${path} answered ${answer.status}`)
      await answer.arrayBuffer()
    }
    if (!isSearch) continue
    const hits = await Promise.all(rest.map((path) => hasItems(url + path, cookies.reader)))
    found[name.replace('search, ', '')] = `${hits.filter(Boolean).length} of ${hits.length}`
  }
  return found
}

async function hasItems(url: string, cookie: string): Promise<boolean> {
  const answer = await fetch(url, { headers: { cookie } })
  const body: { items: unknown[]; similar?: unknown[] } = await answer.json()
  return body.items.length > 0 || (body.similar ?? []).length > 0
}
