import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Machine } from './machine.ts'

/** Seconds until another primary must be there. */
const PATIENCE = 60_000

/** Causes a fault and mends it; the cluster must settle afterwards. */
type Cause = (cluster: Cluster) => Promise<void>

async function leaderOf(cluster: Cluster): Promise<Machine> {
  const leader = await cluster.primary()
  if (!leader) throw new Error('There is no primary')
  return leader
}

const standbyOf = (cluster: Cluster, leader: Machine): Machine => {
  const [db1, db2] = cluster.databases
  return leader === db1 ? db2 : db1
}

/** Waits until the other database is the primary. */
async function takenOver(cluster: Cluster, from: Machine): Promise<void> {
  const started = performance.now()
  const wanted = standbyOf(cluster, from).name
  while ((await cluster.primary())?.name !== wanted) {
    if (performance.now() - started > PATIENCE) throw new Error(`${wanted} did not become the primary`)
    await sleep(300)
  }
  await sleep(3000)
}

async function switchOver(cluster: Cluster): Promise<void> {
  const leader = await leaderOf(cluster)
  await cluster.control(['switchover', '--leader', leader.name, '--force', 'maktaba'])
  await takenOver(cluster, leader)
}

const restart = (cluster: Cluster, { name }: Machine) => cluster.control(['restart', 'maktaba', name, '--force'])

const killHaproxy =
  (name: 'app1' | 'app2'): Cause =>
  async ({ machines }) => {
    machines[name].kill('haproxy')
    await sleep(5000)
  }

const killed: Cause = async (cluster) => {
  const leader = await leaderOf(cluster)
  leader.powerOff()
  await takenOver(cluster, leader)
  await leader.powerOn()
}

const cutOff: Cause = async (cluster) => {
  const leader = await leaderOf(cluster)
  leader.cable('down')
  await takenOver(cluster, leader)
  await sleep(5000)
  leader.cable('up')
}

const diskFull: Cause = async (cluster) => {
  const leader = await leaderOf(cluster)
  const filler = leader.pathOf('/var/lib/postgresql/filler')
  // The last megabytes by writing, since the database takes some meanwhile.
  const fill = `fallocate -l $(($(df --output=avail -B1 "$1" | tail -1) - 8000000)) "$2"; cat /dev/zero >> "$2" || true`
  execFileSync('sh', ['-c', fill, 'fill', leader.pathOf('/var/lib/postgresql'), filler], { stdio: 'pipe' })
  await takenOver(cluster, leader)
  rmSync(filler)
}

const etcdKilled: Cause = async (cluster) => {
  const machine = await cluster.etcdLeader()
  machine.kill('etcd')
  await sleep(8000)
}

const rebuilt: Cause = async (cluster) => {
  const standby = standbyOf(cluster, await leaderOf(cluster))
  await cluster.control(['reinit', 'maktaba', standby.name, '--force'])
  await sleep(5000)
}

/** The standby first, then the primary after it has handed over, as for a newer minor version. */
const upgraded: Cause = async (cluster) => {
  const leader = await leaderOf(cluster)
  await restart(cluster, standbyOf(cluster, leader))
  await cluster.settled()
  await switchOver(cluster)
  await cluster.settled()
  await restart(cluster, leader)
}

const KILLED = 'the machine of the primary dies'
const CUT_OFF = 'the cable of the primary is pulled'
const DISK_FULL = 'the disk of the primary is full'
const ETCD = 'the leader of etcd is killed'
const HAPROXY = 'an HAProxy is killed'
const SWITCHED = 'switch-over under load'
const REBUILT = 'the standby is rebuilt'
const UPGRADED = 'both restarted, with a switch-over'

/** Twenty faults, each kind in the first eight. */
export const CAUSES: readonly (readonly [string, Cause])[] = [
  [KILLED, killed],
  [CUT_OFF, cutOff],
  [DISK_FULL, diskFull],
  [ETCD, etcdKilled],
  [HAPROXY, killHaproxy('app1')],
  [SWITCHED, switchOver],
  [REBUILT, rebuilt],
  [UPGRADED, upgraded],
  [KILLED, killed],
  [CUT_OFF, cutOff],
  [SWITCHED, switchOver],
  [ETCD, etcdKilled],
  [HAPROXY, killHaproxy('app2')],
  [KILLED, killed],
  [CUT_OFF, cutOff],
  [DISK_FULL, diskFull],
  [UPGRADED, upgraded],
  [SWITCHED, switchOver],
  [KILLED, killed],
  [CUT_OFF, cutOff],
]
