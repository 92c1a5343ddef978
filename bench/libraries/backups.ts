import { setTimeout as sleep } from 'node:timers/promises'
import { readBackupState } from '#base/db/backup/back-up-library.server.ts'
import { listBackups } from '#base/db/backup/backup-folder.server.ts'
import type { Host, Library } from './host.ts'
import { timesDuring, watchMachine } from '../usage.ts'
import { describeTimes, visitDuring } from './visits.ts'
import { median } from '../median.ts'
import type { Cookies } from '../people.ts'

/** Seconds between two backups of a night; those of the product are minutes. */
const PAUSE = Number(process.env.BACKUP_PAUSE ?? 15)
/** Milliseconds in which a backup must be made. */
const PATIENCE = 600_000

/** Has a library make a backup and check it, as its manager does. Answers with the seconds that it took. */
async function backUp({ dataDir, maktaba }: Library, cookie: string): Promise<number> {
  const before = (await listBackups(dataDir)).length
  const started = performance.now()
  const origin = maktaba.url.replace('127.0.0.1', 'localhost')
  const answer = await fetch(`${maktaba.url}/_serverFn/backup.startBackup`, {
    method: 'POST',
    headers: { cookie, origin },
  })
  const said = await answer.text()
  if (!answer.ok || !said.includes('true')) throw new Error(`A backup was not begun: ${answer.status} ${said}`)
  while ((await listBackups(dataDir)).length === before) {
    if (performance.now() - started > PATIENCE) throw new Error('A backup was not made within ten minutes')
    await sleep(100)
  }
  const seconds = (performance.now() - started) / 1000
  const [newest] = await listBackups(dataDir)
  if (newest && (await readBackupState(newest.path))?.verification !== 'verified')
    throw new Error('A backup was not checked')
  return seconds
}

interface Round {
  name: string
  /** Seconds between two that begin. */
  pause: number
  libraries: readonly Library[]
}

/** Prints what backups cost, and what a reader of another library notices of them. */
async function reportBackups(
  { postmaster }: Host,
  visited: Library,
  cookies: Cookies,
  { name, pause, libraries }: Round,
): Promise<void> {
  const pids = [postmaster, ...libraries.map(({ pid }) => pid)]
  const stopWatching = watchMachine(pids[1] ?? 0)
  const started = performance.now()
  const makeAll = () =>
    Promise.all(
      libraries.map(async (library, index) => {
        await sleep(index * pause * 1000)
        return backUp(library, cookies.admin)
      }),
    )
  const [[database = 0, ...servers], [times, seconds]] = await timesDuring(pids, () =>
    visitDuring(visited, cookies.reader, makeAll),
  )
  const whole = (performance.now() - started) / 1000
  const { share, busiest, memory, own } = stopWatching()
  const server = servers.reduce((sum, time) => sum + time, 0) / libraries.length
  console.log(
    [
      `${name}: ${whole.toFixed(0)} s in all; each ${median(seconds).toFixed(1)} s, the slowest ${Math.max(...seconds).toFixed(1)} s`,
      `  processor for each: server ${server.toFixed(0)} ms, database ${(database / libraries.length).toFixed(0)} ms (with the visits)`,
      `  memory at most: the machine ${memory.toFixed(0)} MB more, the first server ${own.toFixed(0)} MB more`,
      `  processors of the machine: ${(share * 100).toFixed(0)} %, in the busiest second ${(busiest * 100).toFixed(0)} %`,
      `  a page of another library: ${describeTimes(times)}`,
    ].join('\n'),
  )
}

/** One alone, a night of them, and on request all at once; the last library has visitors only. */
export async function reportAllBackups(
  host: Host,
  libraries: readonly Library[],
  cookies: Cookies,
  isAtOnce: boolean,
): Promise<void> {
  const visited = libraries.at(-1)
  if (!visited) return
  const others = libraries.slice(0, -1)
  const rounds = [
    { name: 'One backup', pause: 0, libraries: others.slice(0, 1) },
    { name: `${others.length} backups, one every ${PAUSE} s`, pause: PAUSE, libraries: others },
    ...(isAtOnce ? [{ name: `${others.length} backups at once`, pause: 0, libraries: others }] : []),
  ]
  for (const round of rounds) await reportBackups(host, visited, cookies, round)
}
