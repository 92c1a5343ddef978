import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#lib/project-root.server.ts'
import { attach } from './attach.server.ts'
import { dropOldCopies } from './binaries-copy.server.ts'
import { hasCluster } from './existing-cluster.server.ts'
import { createCluster } from './create.server.ts'
import { isUsedByOtherHost, noteHost } from './other-host.server.ts'
import { EmbeddedError, refusal } from './embedded-error.server.ts'
import { claim, isClaimed, acquireStartLock } from './lock.server.ts'
import { storedPasswords } from './passwords.server.ts'
import { findClusterPaths, rememberClusterPaths, type ClusterPaths } from './cluster-paths.server.ts'
import { usableBinaries } from './usable-binaries.server.ts'
import { type ClusterConnection, connectionOf } from './session.server.ts'
import { startCluster, stopCluster } from './start.server.ts'

export { EmbeddedError }

interface Log {
  info(message: string): void
  warn(message: string): void
}

export interface EmbeddedDatabase {
  /** What pg.Pool needs: `host` is a socket's folder or 127.0.0.1. The role owns the database and is no superuser. */
  connection: ClusterConnection
  /** The same as the cluster's superuser: for tests, and for what only it may do. */
  admin: ClusterConnection
  /** '18.4' */
  version: string
  /** Where the cluster really lives. */
  dataDir: string
  /** Drops this process's claim, and stops the cluster if nobody else has one. Idempotent. */
  close(): Promise<void>
}

const ELSEWHERE_PATIENCE_MS = 10_000

/**
 * Opens the PostgreSQL of a data folder: makes its cluster if there is none, starts it if it does not run, and
 * shares it with every other process that has it open. Throws EmbeddedError with one line for the operator.
 */
export async function openEmbedded({ dataDir, log }: { dataDir: string; log: Log }): Promise<EmbeddedDatabase> {
  const place = await findClusterPaths(dataDir)
  const endTurn = await takeTurnHere(place)
  try {
    return await open(place, log)
  } catch (error) {
    throw await refusal(place.home, error)
  } finally {
    endTurn()
  }
}

async function open(place: ClusterPaths, log: Log): Promise<EmbeddedDatabase> {
  const isMade = await hasCluster(place)
  const passwords = await storedPasswords(place.home, isMade)
  const dropClaim = await claim(place.home)
  let hasStarted = false
  try {
    if (!isMade) await createCluster(place, await usableBinaries(place), passwords.postgres)
    const { address, version } = await attach(place, passwords, async () => {
      hasStarted = true
      await start(place, log)
    })
    await rememberClusterPaths(place)
    let closing: Promise<void> | undefined
    return {
      connection: connectionOf(address, passwords, 'maktaba'),
      admin: connectionOf(address, passwords, 'postgres'),
      version,
      dataDir: place.cluster,
      close: () => (closing ??= close(place, dropClaim)),
    }
  } catch (error) {
    dropClaim()
    // Only what we started: one that runs and does not answer is the operator's to look at.
    if (hasStarted) await stopIfUnclaimed(place).catch(() => undefined)
    throw error
  }
}

/** Waits while another container holds the cluster, not in our turn: it needs one to let go. */
async function takeTurnHere(place: ClusterPaths): Promise<() => void> {
  const began = Date.now()
  for (;;) {
    const endTurn = await acquireStartLock(place.home)
    let isElsewhere = true
    try {
      isElsewhere = await isUsedByOtherHost(place)
      if (!isElsewhere) return endTurn
    } finally {
      if (isElsewhere) endTurn()
    }
    if (Date.now() - began > ELSEWHERE_PATIENCE_MS) {
      throw new EmbeddedError(
        `${place.cluster} is in use by another container or machine: stop Maktaba there, or set DATA_DIR to another folder`,
      )
    }
    await sleep(200)
  }
}

async function start(place: ClusterPaths, log: Log): Promise<void> {
  const { account, dataDir, home, refuge } = place
  const binaries = await usableBinaries(place)
  const isCopied = binaries.root.startsWith(refuge)
  const moved = [home === dataDir ? [] : ['the database'], isCopied ? ['a copy of its programs'] : []]
    .flat()
    .join(' and ')
  if (account && moved)
    log.info(
      `As root PostgreSQL runs as ${account.name}, who cannot reach ${isCopied ? projectRoot : dataDir}: ${refuge} holds ${moved}`,
    )
  if (isCopied) await dropOldCopies(refuge, binaries)
  await noteHost(place)
  await startCluster(place, binaries)
}

async function close(place: ClusterPaths, dropClaim: () => void): Promise<void> {
  const endTurn = await acquireStartLock(place.home).finally(dropClaim)
  try {
    await stopIfUnclaimed(place)
  } finally {
    endTurn()
  }
}

async function stopIfUnclaimed(place: ClusterPaths): Promise<void> {
  if (!(await isClaimed(place.home))) await stopCluster(place, await usableBinaries(place))
}
