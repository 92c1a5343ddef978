import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findClusterPaths } from '#base/db/embedded/cluster-paths.server.ts'
import { readPostmaster } from '#base/db/embedded/postmaster.server.ts'
import { restBooks } from '../testing/endpoints.ts'
import { load } from './load.ts'
import { startMaktaba, type Maktaba } from './maktaba.ts'
import { makePeople } from './people.ts'
import { seededData } from './seed.ts'

const BOOKS = 10_000
/** MB (10^6 bytes) that the whole product may hold after a start and after the load: what a school's machine has to spare. */
const AFTER_START = 200
const AFTER_LOAD = 320
/** Milliseconds until the start has left nothing to do. */
const REST = 20_000
const LOAD = { connections: 10, seconds: 6, settle: () => sleep(1000) }

/**
 * Memory of a process in MB: its share of what it has in common with others (PSS), so that the sum counts nothing twice. On
 * Linux only. What it shares with another Maktaba that runs is missing: run this alone.
 */
function memoryOf(pid: string): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return (Number(kilobytes) * 1024) / 1e6
  } catch {
    // It has ended.
    return 0
  }
}

const childrenOf = (pid: string): string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) && new RegExp(`^PPid:\\s+${pid}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'))
      )
    } catch {
      return false
    }
  })

/** MB of the server and of all processes of its database. */
async function wholeMemory({ processId }: Maktaba, dataDir: string): Promise<{ server: number; database: number }> {
  const { cluster } = await findClusterPaths(dataDir)
  const postmaster = await readPostmaster(cluster)
  if (!postmaster) throw new Error('The database does not run')
  const ofDatabase = [String(postmaster.pid), ...childrenOf(String(postmaster.pid))]
  return {
    server: memoryOf(String(processId)),
    database: ofDatabase.reduce((sum, pid) => sum + memoryOf(pid), 0),
  }
}

/** The server and its database of 10,000 books: memory after a start, and after a load of lists, searches and pages. */
export default async function measureMemory(): Promise<boolean> {
  const { dataDir } = await seededData(BOOKS, console.log)
  const { reader } = await makePeople(dataDir)
  const report = async (name: string, limit: number, server: Maktaba) => {
    const memory = await wholeMemory(server, dataDir)
    const sum = memory.server + memory.database
    const parts = `server ${memory.server.toFixed(0)}, database ${memory.database.toFixed(0)}`
    console.log(`${name.padEnd(14)} ${sum.toFixed(0)} MB (${parts}), at most ${limit}`)
    return sum <= limit
  }
  // The second start reads what the first one has left.
  await (await startMaktaba(dataDir)).stop()
  const server = await startMaktaba(dataDir)
  try {
    await sleep(REST)
    const isSmall = await report('after a start', AFTER_START, server)
    const headers = { cookie: reader }
    const answer = await fetch(server.url + restBooks({ limit: 1 }), { headers })
    const { items }: { items: { id: string }[] } = await answer.json()
    for (const path of [
      '/app/books',
      restBooks(),
      restBooks({ searchTerm: 'harry potter' }),
      restBooks({ searchTerm: 'mambo' }),
      `/app/books/${items[0]?.id}`,
      '/app',
    ])
      await load({ ...LOAD, url: server.url, requests: [{ path }], headers })
    const isSmallAfter = await report('after the load', AFTER_LOAD, server)
    return isSmall && isSmallAfter
  } finally {
    await server.stop()
  }
}
