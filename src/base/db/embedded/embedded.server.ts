import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { dropOldCopies, usableBinaries } from './binaries.server.ts'
import { type ClusterPaths, findClusterPaths, hasCluster, rememberClusterPaths } from './cluster-paths.server.ts'
import {
  type Address,
  type ClusterConnection,
  type Passwords,
  connectionOf,
  requirePrivate,
  storedPasswords,
  wrongPassword,
} from './connection.server.ts'
import { createCluster, provision } from './create.server.ts'
import { EmbeddedError, codeOf, diskFull, isDiskFull, messageOf, refusal } from './embedded-error.server.ts'
import { acquireStartLock, claim, isClaimed, isUsedByOtherHost, noteHost } from './lock.server.ts'
import { ClusterBusy, type Postmaster, findPostmaster, startCluster, stopCluster } from './postmaster.server.ts'

export { EmbeddedError }

interface Log {
  info(message: string): void
  warn(message: string): void
}

export interface EmbeddedDatabase {
  /** What pg.Pool needs: `host` is a socket's folder or 127.0.0.1. The role owns the database and is no superuser. */
  connection: ClusterConnection
  /** The connection of the cluster's superuser: for tests, and for what only that role may do. */
  admin: ClusterConnection
  /** The version of PostgreSQL, such as '18.4'. */
  version: string
  /** Where the cluster really lives. */
  dataDir: string
  /** Starts the cluster again if its postmaster is gone, killed for want of memory say. Throws EmbeddedError. */
  restart(): Promise<void>
  /** Drops this process's claim, and stops the cluster if nobody else has one. Idempotent. */
  close(): Promise<void>
}

const ELSEWHERE_PATIENCE_MS = 10_000

/**
 * Opens the PostgreSQL of a data folder: makes its cluster if there is none, starts it if it does not run, and
 * shares it with every other process that has it open. Throws EmbeddedError with one line for the operator.
 */
export async function openEmbedded({ dataDir, log }: { dataDir: string; log: Log }): Promise<EmbeddedDatabase> {
  const paths = await findClusterPaths(dataDir)
  const endTurn = await takeTurnHere(paths)
  try {
    return await open(paths, log)
  } catch (error) {
    throw await refusal(paths.home, error)
  } finally {
    endTurn()
  }
}

async function open(paths: ClusterPaths, log: Log): Promise<EmbeddedDatabase> {
  const isMade = await hasCluster(paths)
  const passwords = await storedPasswords(paths.home, isMade)
  const dropClaim = await claim(paths.home)
  let hasStarted = false
  try {
    if (!isMade) await createCluster(paths, await usableBinaries(paths), passwords.postgres)
    const { address, version } = await attach(paths, passwords, async () => {
      hasStarted = true
      await start(paths, log)
    })
    await rememberClusterPaths(paths)
    let closing: Promise<void> | undefined
    return {
      connection: connectionOf(address, passwords, 'maktaba'),
      admin: connectionOf(address, passwords, 'postgres'),
      version,
      dataDir: paths.cluster,
      restart: () => restart(paths, passwords, address, log),
      close: () => (closing ??= close(paths, dropClaim)),
    }
  } catch (error) {
    dropClaim()
    // Only what we started: one that runs and does not answer is the operator's to look at.
    if (hasStarted) await stopIfUnclaimed(paths).catch(() => undefined)
    throw error
  }
}

async function restart(paths: ClusterPaths, passwords: Passwords, before: Address, log: Log): Promise<void> {
  if (await findPostmaster(paths.cluster)) return
  const endTurn = await takeTurnHere(paths)
  try {
    const { address } = await attach(paths, passwords, () => start(paths, log))
    if (address.socketFolder !== before.socketFolder || address.port !== before.port)
      throw new EmbeddedError('The database listens elsewhere since it was started again: restart Maktaba')
    log.warn('The database had ended, and was started again')
  } finally {
    endTurn()
  }
}

/** Waits while another container holds the cluster, not in our turn: it needs one to let go. */
async function takeTurnHere(paths: ClusterPaths): Promise<() => void> {
  const began = Date.now()
  for (;;) {
    const endTurn = await acquireStartLock(paths.home)
    let isElsewhere = true
    try {
      isElsewhere = await isUsedByOtherHost(paths)
      if (!isElsewhere) return endTurn
    } finally {
      if (isElsewhere) endTurn()
    }
    if (Date.now() - began > ELSEWHERE_PATIENCE_MS) {
      throw new EmbeddedError(
        `${paths.cluster} is in use by another container or machine: stop Maktaba there, or set DATA_DIR to another folder`,
      )
    }
    await sleep(200)
  }
}

async function start(paths: ClusterPaths, log: Log): Promise<void> {
  const { account, dataDir, home, systemFolder } = paths
  const binaries = await usableBinaries(paths)
  const isCopied = binaries.root.startsWith(systemFolder)
  const moved = [home === dataDir ? [] : ['the database'], isCopied ? ['a copy of its programs'] : []]
    .flat()
    .join(' and ')
  if (account && moved)
    log.info(
      `As root PostgreSQL runs as ${account.name}, who cannot reach ${isCopied ? projectRoot : dataDir}: ${systemFolder} holds ${moved}`,
    )
  if (isCopied) await dropOldCopies(systemFolder, binaries)
  await noteHost(paths)
  await startCluster(paths, binaries)
}

async function close(paths: ClusterPaths, dropClaim: () => void): Promise<void> {
  const endTurn = await acquireStartLock(paths.home).finally(dropClaim)
  try {
    await stopIfUnclaimed(paths)
  } finally {
    endTurn()
  }
}

async function stopIfUnclaimed(paths: ClusterPaths): Promise<void> {
  if (!(await isClaimed(paths.home))) await stopCluster(paths, await usableBinaries(paths))
}

// Backends that outlive a killed postmaster hold the cluster for some seconds.
const PATIENCE_MS = 10_000
// A postmaster that says it is starting or stopping is recovering, or writing what it had in memory.
const CHANGING_PATIENCE_MS = 60_000

interface Server {
  address: Address
  version: string
}

/** Finds the cluster running or starts it with `launch`, until it answers. Only in one's turn. Throws EmbeddedError. */
async function attach(paths: ClusterPaths, passwords: Passwords, launch: () => Promise<void>): Promise<Server> {
  const began = Date.now()
  for (;;) {
    let [pid, patience] = [0, PATIENCE_MS]
    let failure: unknown = new Error('it is not ready')
    try {
      if (!(await findPostmaster(paths.cluster))) await launch()
      const postmaster = await findPostmaster(paths.cluster)
      if (postmaster && !postmaster.isReady) patience = CHANGING_PATIENCE_MS
      pid = postmaster?.pid ?? 0
      const server = postmaster && (await greet(postmaster, paths, passwords))
      if (server) return server
    } catch (error) {
      if (!isPassing(error)) throw explain(error, paths)
      failure = error
    }
    if (Date.now() - began > patience) throw inUse(paths, pid, failure)
    await sleep(40)
  }
}

async function greet(postmaster: Postmaster, paths: ClusterPaths, passwords: Passwords): Promise<Server | undefined> {
  const { isReady, socketFolder, port } = postmaster
  if (!isReady) return undefined
  if (socketFolder !== '' && socketFolder !== paths.cluster) await requirePrivate(socketFolder, paths.account)
  const address = { socketFolder: socketFolder === '' ? undefined : socketFolder, port }
  const version = await provision(connectionOf(address, passwords, 'postgres'), passwords, paths.cluster)
  return version === undefined ? undefined : { address, version }
}

// Connection refused or reset; server starting up or shutting down; connection closed, by code and by pg's message.
const PASSING = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03'])

const isPassing = (error: unknown): boolean =>
  error instanceof ClusterBusy || PASSING.has(codeOf(error)) || /timeout|terminated/i.test(messageOf(error))

function explain(error: unknown, { home, cluster }: ClusterPaths): EmbeddedError {
  if (error instanceof EmbeddedError) return error
  if (codeOf(error) === '28P01') return wrongPassword(home)
  if (codeOf(error) === '53100' || isDiskFull(messageOf(error))) return diskFull(home)
  return new EmbeddedError(`PostgreSQL on ${cluster} cannot be used: ${messageOf(error)}`, { cause: error })
}

function inUse({ cluster }: ClusterPaths, pid: number, error: unknown): EmbeddedError {
  const reason = messageOf(error)
  if (error instanceof ClusterBusy) {
    return new EmbeddedError(
      `Processes of a PostgreSQL that was killed still work on ${cluster}: wait until they end, or end them (${reason})`,
    )
  }
  const who = pid === 0 ? 'another PostgreSQL' : `a PostgreSQL (process ${pid})`
  return new EmbeddedError(
    `${cluster} is in use by ${who} that cannot be reached from here: stop it, or set DATA_DIR to another folder (${reason})`,
  )
}
