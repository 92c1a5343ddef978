import { readFile, readlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { isClaimed } from './lock.server.ts'
import type { ClusterPaths } from './cluster-paths.server.ts'
import { readPostmaster } from './postmaster.server.ts'
import { replaceFile } from './replace-file.server.ts'

const HOST = 'postgres.host'

/**
 * Whether another container or machine runs this cluster. PostgreSQL itself would not notice: it knows a
 * running postmaster by pid and shared memory, and both mean nothing beyond a container. Two postmasters on one
 * cluster destroy it. Only in one's turn, and before one's own claim.
 */
export async function isUsedByOtherHost({ home, cluster }: ClusterPaths): Promise<boolean> {
  const starter = await readFile(join(home, HOST), 'utf8').catch(() => '')
  if (starter === '' || starter === (await thisHost())) return false
  // Stale as a rule: after a reboot, or of a container that is gone. Locks and sockets are the kernel's word.
  return (await isClaimed(home)) || (await answers(cluster))
}

/** Notes who starts the cluster. Only in one's turn. */
export async function noteHost({ home }: ClusterPaths): Promise<void> {
  await replaceFile(join(home, HOST), await thisHost())
}

/** This boot of this machine, and its space of process ids; '' where there are no containers to tell apart. */
async function thisHost(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const pids = await readlink('/proc/self/ns/pid').catch(() => '')
  return `${boot.trim()} ${pids}`.trim()
}

async function answers(cluster: string): Promise<boolean> {
  const postmaster = await readPostmaster(cluster)
  if (!postmaster?.socketFolder) return false
  const path = join(postmaster.socketFolder, `.s.PGSQL.${postmaster.port}`)
  return new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
