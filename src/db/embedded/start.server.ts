import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.server.ts'
import { cannotRun, runCommand, spawnOptions } from './command.server.ts'
import { diskFull, EmbeddedError, freeBytes, isDiskFull } from './embedded-error.server.ts'
import type { ClusterPaths } from './cluster-paths.server.ts'
import { clearStalePid, findPostmaster, readPostmaster } from './postmaster.server.ts'
import { lastLogError, logFile, openLog } from './server-log.server.ts'
import { serverFlags } from './settings.server.ts'
import { chooseAddress, dropSocketFolder } from './socket.server.ts'

// Recovery after a crash reads at most max_wal_size.
const START_PATIENCE_MS = 120_000
const STOP_PATIENCE_S = 60

/** The start failed because something of an earlier run, or of another place, still holds the cluster. */
export class ClusterBusy extends Error {}

/**
 * Starts the cluster in a session of its own, without our standard streams: Ctrl+C does not reach it, and
 * nobody who reads our output waits for it. Throws ClusterBusy when another try may succeed. Only in one's turn.
 */
export async function startCluster(place: ClusterPaths, binaries: Binaries): Promise<void> {
  const { home, cluster, account } = place
  await clearStalePid(place)
  const address = await chooseAddress(place)
  const log = await openLog(home)
  const { size } = await log.stat()
  const child = spawn(binaries.postgres, ['-D', cluster, ...serverFlags(address)], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  const ending = whenEnded(child)
  await log.close()
  if (await isUp(child, cluster, ending)) return
  await dropSocketFolder(address.socketFolder ?? '', cluster)
  throw await whyNot(place, await lastLogError(home, size))
}

/** Stops the cluster if it runs: sessions are ended, everything is written. Only in one's turn. */
export async function stopCluster({ cluster, account }: ClusterPaths, binaries: Binaries): Promise<void> {
  const postmaster = await findPostmaster(cluster)
  if (!postmaster) return
  const { output } = await runCommand(
    binaries.pgCtl,
    ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', String(STOP_PATIENCE_S)],
    account,
  )
  if (await findPostmaster(cluster))
    throw new EmbeddedError(`PostgreSQL on ${cluster} did not stop: ${output.trim().split('\n').at(-1)}`)
  await dropSocketFolder(postmaster.socketFolder, cluster)
}

async function whyNot({ home, cluster, account }: ClusterPaths, complaint = 'it said nothing'): Promise<Error> {
  // On a full disk it cannot even log what is wrong.
  if (isDiskFull(complaint) || (await freeBytes(home)) < 64_000) return diskFull(home)
  if (account && complaint.includes('could not access directory')) {
    return new EmbeddedError(
      `As root PostgreSQL runs as ${account.name}, who cannot enter ${cluster}: let it pass through the folders above (chmod o+x), or move the data folder and set DATA_DIR`,
    )
  }
  const line = `PostgreSQL could not start on ${cluster}: ${complaint} (its log: ${logFile(home)})`
  return /shared memory block|lock file|already in use|any TCP/.test(complaint)
    ? new ClusterBusy(line)
    : new EmbeddedError(line)
}

/** Notes when the child ends, or could not be run. */
function whenEnded(child: ChildProcess): { isOver: boolean; failure: Error | undefined } {
  const ending: { isOver: boolean; failure: Error | undefined } = { isOver: false, failure: undefined }
  child.once('error', (error) => Object.assign(ending, { isOver: true, failure: cannotRun(child.spawnfile, error) }))
  child.once('exit', () => Object.assign(ending, { isOver: true }))
  return ending
}

async function isUp(child: ChildProcess, cluster: string, ending: ReturnType<typeof whenEnded>): Promise<boolean> {
  const deadline = Date.now() + START_PATIENCE_MS
  while (!ending.isOver) {
    const postmaster = await readPostmaster(cluster)
    if (postmaster?.pid === child.pid && postmaster?.isReady) {
      child.unref()
      return true
    }
    if (Date.now() > deadline)
      throw new EmbeddedError(
        `PostgreSQL on ${cluster} is not ready after ${START_PATIENCE_MS / 1000} s (process ${child.pid}): wait for its recovery and try again`,
      )
    await sleep(4)
  }
  if (ending.failure) throw ending.failure
  return false
}
