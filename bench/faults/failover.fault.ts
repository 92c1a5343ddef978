import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePeopleAt, type Cookies } from '../people.ts'
import { skippedFault, type Fault, type FaultOptions, type FaultResult } from './fault.ts'
import { CAUSES } from './failover/causes.ts'
import { Cluster, type DatabaseName } from './failover/cluster.ts'
import { Load } from './failover/load.ts'
import { whyNoMachines } from './failover/machine.ts'
import { Probe } from './failover/probe.ts'
import { knockAtOpenPorts, knockAtClosedPorts } from './failover/strangers.ts'
import { Ledger } from './ledger.ts'
import { RoundRobin } from './round-robin.ts'

/** Milliseconds after which it must be written again. */
const LONGEST = 30_000

const fault: Fault = {
  about: 'a cluster of deploy/high-availability in network namespaces, with twenty faults (25 minutes)',
  run: async (options) => {
    const why = whyNoMachines()
    if (why !== undefined) return skippedFault(why)
    const cluster = new Cluster()
    const remove = () => cluster.remove()
    process.once('exit', remove)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
    try {
      return await play(cluster, options)
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave)
      process.off('exit', remove)
      remove()
    }
  },
}
export default fault

const leave = () => process.exit(130)

async function play(cluster: Cluster, { times, only = '', say }: FaultOptions): Promise<FaultResult> {
  const causes = CAUSES.filter(([what]) => what.includes(only)).slice(0, times)
  if (causes.length === 0)
    throw new Error(`There is no kind '${only}': ${[...new Set(CAUSES.map(([what]) => what))].join(', ')}`)
  const ledger = new Ledger()
  const started = performance.now()
  await cluster.start()
  say(`a primary with a synchronous standby after ${seconds(performance.now() - started)}`)
  await knockAtOpenPorts(cluster, ledger, say)
  await cluster.closePorts()
  await knockAtClosedPorts(cluster, ledger, say)
  const { app1, app2 } = cluster.machines
  const proxy = new RoundRobin([app1, app2].map(({ address }) => ({ host: address, port: 3000 })))
  const url = await proxy.listen()
  const logFile = join(cluster.folder, 'maktaba.log')
  const servers = [
    await cluster.startServer('app1', { BASE_URL: url }, logFile),
    await cluster.startServer('app2', { BASE_URL: url }, logFile),
  ]
  try {
    const probe = new Probe(cluster)
    await probe.start(await primaryOf(cluster))
    const cookies = await peopleOf(cluster)
    ledger.begin()
    const load = new Load(url, cookies, ledger)
    await sleep(3000)
    const caused = await causeAll(cluster, load, ledger, { causes, say })
    await load.stop()
    await probe.stop()
    const lost = await checkWritten(cluster, load, probe, ledger, say)
    await checkSessions(url, cookies, ledger)
    for (const server of servers) await server.stop()
    for (const line of errorsIn(readFileSync(logFile, 'utf8'))) ledger.problem(`logged: ${line.slice(0, 600)}`)
    const { longestOutage, problems } = ledger
    const acknowledged = load.writer.acknowledged.length
    return { times: caused, acknowledged, lost, answers: ledger.answers, longestOutage, problems }
  } finally {
    proxy.close()
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const answers = (one: Map<number, number>): string =>
  [...one].map(([status, count]) => `${count} × ${status}`).join(', ') || '-'

async function primaryOf(cluster: Cluster): Promise<DatabaseName> {
  return (await cluster.primary())?.name === 'db2' ? 'db2' : 'db1'
}

async function peopleOf(cluster: Cluster): Promise<Cookies> {
  const client = await cluster.connect(await primaryOf(cluster))
  try {
    return await makePeopleAt(client)
  } finally {
    await client.end()
  }
}

async function causeAll(
  cluster: Cluster,
  load: Load,
  ledger: Ledger,
  { causes, say }: { causes: typeof CAUSES; say: (line: string) => void },
): Promise<number> {
  const waits = new Map<string, number[]>()
  let caused = 0
  for (const [what, cause] of causes) {
    load.startImport(caused)
    await sleep(2000)
    load.takeSeen()
    await cause(cluster)
    const settled = await cluster.settled()
    await sleep(1000)
    caused += 1
    const { withoutWrites, lists, others } = load.takeSeen()
    waits.set(what, [...(waits.get(what) ?? []), withoutWrites])
    if (withoutWrites > LONGEST) ledger.problem(`${what}: nothing was written for ${seconds(withoutWrites)}`)
    say(
      `${caused} ${what}: longest without a write ${seconds(withoutWrites)}, settled ${seconds(settled)} later; meanwhile lists ${answers(lists)}, other pages ${answers(others)}; longest without any success so far ${seconds(ledger.longestOutage)}`,
    )
  }
  for (const [what, all] of [...waits, ['all', [...waits.values()].flat()] as const]) {
    const sorted = all.toSorted((a, b) => a - b)
    const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
    say(`${what}, ${sorted.length} times: median ${seconds(median)}, worst ${seconds(sorted.at(-1) ?? 0)}`)
  }
  return caused
}

/** Everything that was acknowledged is in the primary, whichever database had acknowledged it. */
async function checkWritten(
  cluster: Cluster,
  load: Load,
  probe: Probe,
  ledger: Ledger,
  say: (line: string) => void,
): Promise<number> {
  const primary = await primaryOf(cluster)
  const client = await cluster.connect(primary)
  const lost = await load.writer.countLostAt(client)
  await client.end()
  const probesLost = await probe.countLost(primary)
  if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)
  if (probesLost > 0) ledger.problem(`${probesLost} writes were acknowledged by a database that was no primary`)
  if (probe.both > 0) ledger.problem(`both databases said ${probe.both} times that they are the primary`)
  say(
    `${load.imports.length} imports; ${probe.acknowledged} writes at the databases themselves, ${probesLost} of them lost; ${probe.both} times two primaries`,
  )
  return lost
}

/** Whoever was signed in before still is. */
async function checkSessions(url: string, cookies: Cookies, ledger: Ledger): Promise<void> {
  for (const cookie of Object.values(cookies)) {
    const response = await fetch(`${url}/api/v1/me`, { headers: { cookie } })
    if (response.status !== 200) ledger.problem(`a session has ended: ${response.status}`)
  }
}

/** Broken connections to the database are told as errors, and are none here. */
const errorsIn = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line) && !line.includes('A database connection broke'))
