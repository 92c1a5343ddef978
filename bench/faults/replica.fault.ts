import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeStandby, type Standby } from '#test/database/standby.ts'
import { urlOf } from '#test/server.ts'
import { freePort, type Maktaba } from '../maktaba.ts'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { signalDatabase, withLibrary, type Library } from './library.ts'
import { addAndLook, readsByPlace } from './replica-reads.ts'
import { RoundRobin } from './round-robin.ts'
import { Visitor } from './visitor.ts'
import { Writer } from './writer.ts'

const METRICS_TOKEN = 'a token of the faults'
/** Books that one person adds, each looked for at once. */
const ROUNDS = 60
/** Milliseconds that the replica holds changes back, so that every list would be too old there. */
const DELAY = 400

const fault: Fault = {
  about: 'a streaming replica that two servers read from: late, killed, hanging, behind (1 minute)',
  run: ({ times = 2, say }) =>
    withLibrary(async (library) => {
      const ledger = new Ledger()
      const standby = await makeStandby(library.database, join(library.folder, 'standby'))
      const ports = [await freePort(), await freePort()]
      const proxy = new RoundRobin(ports)
      const url = await proxy.listen()
      const servers = await Promise.all(ports.map((port, place) => start(library, standby, { url, port, place })))
      try {
        await sleep(1000)
        ledger.begin()
        await lookAtOwnChanges(library, standby, url, ledger, say)
        say(`reads of lists: ${JSON.stringify(await readsByPlace(ports, METRICS_TOKEN))}`)
        const written = await failInTurn(library, standby, { url, times, ledger, say })
        say(`reads of lists: ${JSON.stringify(await readsByPlace(ports, METRICS_TOKEN))}`)
        for (const server of servers) await server.stop()
        const { answers, longestOutage, problems } = ledger
        return { times: 3 * times, ...written, answers, longestOutage, problems }
      } finally {
        proxy.close()
        signalDatabase(standby, 'SIGCONT', { all: true })
        await standby.stop()
      }
    }),
}
export default fault

const start = (
  { start: startServer, ownDatabase, folder }: Library,
  { connection }: Standby,
  { url, port, place }: { url: string; port: number; place: number },
): Promise<Maktaba> =>
  startServer(
    {
      ...ownDatabase,
      DATABASE_REPLICA_URL: urlOf(connection),
      DATA_DIR: join(folder, `server-${place}`),
      BASE_URL: url,
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_TOKEN,
    },
    port,
  )

/** Nobody's list is without their own change, also when the replica is late with all of them. */
async function lookAtOwnChanges(
  { cookies }: Library,
  standby: Standby,
  url: string,
  ledger: Ledger,
  say: (line: string) => void,
): Promise<void> {
  for (const delay of [0, DELAY]) {
    await standby.query(`alter system set recovery_min_apply_delay = '${delay}ms'`)
    await standby.query('select pg_reload_conf()')
    await sleep(500)
    const seen = await addAndLook(url, { cookie: cookies.admin, other: cookies.reader, rounds: ROUNDS }, ledger)
    say(
      `a replica ${delay} ms late: ${seen.opened} lists opened after a change of one's own, ${seen.stale} without it; others saw it after ${seen.others} ms`,
    )
    if (delay > 0 && seen.others < delay / 2) ledger.problem('others did not read from the late replica')
  }
  await standby.query('alter system reset recovery_min_apply_delay')
  await standby.query('select pg_reload_conf()')
}

interface Run {
  url: string
  times: number
  ledger: Ledger
  say: (line: string) => void
}

/** Lists are answered while the replica is killed, hangs, and stands still; writes are none the wiser. */
async function failInTurn(
  library: Library,
  standby: Standby,
  { url, times, ledger, say }: Run,
): Promise<{ acknowledged: number; lost: number }> {
  ledger.begin()
  const { admin, reader } = library.cookies
  const writer = new Writer(library, ledger, () => url, 2)
  const paths = ['/app/books', '/api/v1/books', '/api/v1/books?searchTerm=written', '/manager/users']
  const visits = paths.map((path) => ({
    name: path,
    url: `${url}${path}`,
    headers: { cookie: path.startsWith('/manager') ? admin : reader },
    check: ({ status }: Response) => (status === 200 ? undefined : `answered ${status}`),
  }))
  const visitor = new Visitor(visits, ledger, 20)
  const faults: Record<string, [cause: () => Promise<unknown> | void, end: () => Promise<unknown> | void]> = {
    'was killed': [() => signalDatabase(standby, 'SIGKILL', { all: true }), () => standby.start()],
    hung: [
      () => signalDatabase(standby, 'SIGSTOP', { all: true }),
      () => signalDatabase(standby, 'SIGCONT', { all: true }),
    ],
    'stood still': [() => standby.pause(), () => standby.resume()],
  }
  for (let round = 0; round < times; round++) {
    for (const [what, [cause, end]] of Object.entries(faults)) {
      visitor.longest.clear()
      await sleep(1500)
      await cause()
      await sleep(what === 'stood still' ? 12_000 : 6000)
      await end()
      await sleep(1500)
      say(`the replica ${what}: longest answer ${Math.round(Math.max(...visitor.longest.values()))} ms`)
    }
  }
  await visitor.stop()
  await writer.stop()
  for (const status of ['none', '502', '503']) {
    const count = ledger.answers.get(status) ?? 0
    if (count > 0) ledger.problem(`${count} requests of clients ended with ${status}`)
  }
  const lost = await writer.countLost(library)
  if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)
  return { acknowledged: writer.acknowledged.length, lost }
}
