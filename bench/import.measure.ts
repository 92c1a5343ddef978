import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, countBooks, csv, send, waitFor } from './import-calls.ts'
import { KILLS, measureKills } from './import-kills.ts'
import { startMaktaba, type Maktaba } from './maktaba.ts'
import { makePeople, type Cookies } from './people.ts'
import { databaseSeconds } from './processor-time.ts'
import { openData, withClient } from './seed.ts'
import { figuresOf } from './statistics.ts'

/** Targets on two cores, with the server, its database and this script on them. */
const TARGETS = { importSeconds: 20, previewSeconds: 1, undoSeconds: 10, listP99: 100, memory: 350 }
const ROWS = Number(process.env.ROWS ?? 100_000)
/** Whether the rows have all fields of a book. */
const IS_WHOLE = process.env.FIELDS === 'all'
const PREVIEW_ROWS = 10_000
/** Milliseconds between the lists of the reader who looks on. */
const LIST_INTERVAL = 50

/**
 * Imports 100,000 rows of CSV through the API while a reader lists books, undoes them, and previews 10,000; with KILLS=20
 * kills the server so often in the middle of imports, with BROWSER=1 of those that a page started, and looks that nothing
 * is lost or twice. ROWS=0 leaves out the first part;
 * FIELDS=all imports all fields of a book.
 */
export default async function measureImport(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'maktaba-import-'))
  // Keeps the database while the server is killed.
  const database = await startOnce(dataDir)
  try {
    const cookies = await makePeople(dataDir)
    const isFast = ROWS === 0 || (await measureSpeed(dataDir, cookies))
    return (KILLS === 0 || (await measureKills(dataDir, cookies))) && isFast
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Makes the database by a first start of the server. */
async function startOnce(dataDir: string) {
  const maktaba = await startMaktaba(dataDir)
  const database = await openData(dataDir)
  await maktaba.stop()
  return database
}

async function measureSpeed(dataDir: string, cookies: Cookies): Promise<boolean> {
  const maktaba = await startMaktaba(dataDir)
  try {
    const looking = lookOn(maktaba, cookies)
    const before = await computedSeconds(maktaba, dataDir)
    const file = csv(ROWS, 1, IS_WHOLE)
    const started = performance.now()
    const { id } = await send(maktaba, cookies, file)
    const read = secondsSince(started)
    const done = await waitFor(maktaba, cookies, id)
    const importSeconds = secondsSince(started)
    const computed = await computedSeconds(maktaba, dataDir)
    const undoing = performance.now()
    await call(maktaba, cookies, `/${id}`, { method: 'DELETE' })
    await waitFor(maktaba, cookies, id, 'undone')
    const undoSeconds = secondsSince(undoing)
    const { p50, p99, failures, memory } = await looking.stop()
    const other = csv(PREVIEW_ROWS, 2)
    const previewed = performance.now()
    const preview = await send(maktaba, cookies, other, '?dryRun=true')
    const previewSeconds = secondsSince(previewed)
    await call(maktaba, cookies, `/${preview.id}`, { method: 'DELETE' })
    console.log(`${ROWS} rows: ${JSON.stringify(done)}`)
    console.log(`import ${importSeconds} s (of that read and compared ${read} s), at most ${TARGETS.importSeconds}`)
    const [server, own] = [computed.server - before.server, computed.database - before.database]
    console.log(`processor time of the import: server ${server.toFixed(1)} s, database ${own.toFixed(1)} s`)
    console.log(`undo ${undoSeconds} s, at most ${TARGETS.undoSeconds}`)
    console.log(`preview of ${PREVIEW_ROWS} rows ${previewSeconds} s, at most ${TARGETS.previewSeconds}`)
    console.log(`lists meanwhile: p50 ${p50} ms, p99 ${p99} ms, at most ${TARGETS.listP99}; ${failures} failed`)
    console.log(`memory of the server: ${memory} MB, at most ${TARGETS.memory}`)
    const left = await countBooks(dataDir)
    console.log(`${left} books after the undo`)
    return (
      importSeconds <= TARGETS.importSeconds &&
      undoSeconds <= TARGETS.undoSeconds &&
      previewSeconds <= TARGETS.previewSeconds &&
      p99 <= TARGETS.listP99 &&
      memory <= TARGETS.memory &&
      failures + left === 0
    )
  } finally {
    await maktaba.stop()
  }
}

/** Seconds of processor time so far, which others on the machine disturb less than the time that passes. */
const computedSeconds = (maktaba: Maktaba, dataDir: string) =>
  withClient(dataDir, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return { server: (maktaba.processorTime() ?? 0) / 1000, database: databaseSeconds(rows[0]?.pid ?? 0) }
  })

/** A reader who lists books all the time, and the most memory that the server had meanwhile. */
function lookOn(maktaba: Maktaba, { reader }: Cookies) {
  const times: number[] = []
  let failures = 0
  let memory = 0
  const over = new AbortController()
  const started = performance.now()
  const run = async () => {
    while (!over.signal.aborted) {
      const asked = performance.now()
      const response = await fetch(`${maktaba.url}/api/v1/books?limit=20`, { headers: { cookie: reader } })
      await response.arrayBuffer()
      times.push(performance.now() - asked)
      if (!response.ok) failures += 1
      memory = Math.max(memory, maktaba.memory())
      await sleep(LIST_INTERVAL)
    }
  }
  const running = run()
  return {
    stop: async () => {
      over.abort()
      await running
      return { ...figuresOf(times, secondsSince(started), failures), memory }
    },
  }
}

const secondsSince = (started: number): number => Math.round((performance.now() - started) / 10) / 100
