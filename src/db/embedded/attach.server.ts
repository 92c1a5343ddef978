import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, diskFull, EmbeddedError, isDiskFull, messageOf } from './embedded-error.server.ts'
import { provision } from './provision.server.ts'
import type { Passwords } from './passwords.server.ts'
import type { ClusterPaths } from './cluster-paths.server.ts'
import { findPostmaster, type Postmaster } from './postmaster.server.ts'
import { connectionOf, wrongPassword } from './session.server.ts'
import { type Address, requirePrivate } from './socket.server.ts'
import { ClusterBusy } from './start.server.ts'

// Backends that outlive a killed postmaster hold the cluster for some seconds.
const PATIENCE_MS = 10_000
// A postmaster that says it is starting or stopping is recovering, or writing what it had in memory.
const CHANGING_PATIENCE_MS = 60_000

export interface Server {
  address: Address
  version: string
}

/** Finds the cluster running or starts it with `start`, until it answers. Only in one's turn. Throws EmbeddedError. */
export async function attach(place: ClusterPaths, passwords: Passwords, start: () => Promise<void>): Promise<Server> {
  const began = Date.now()
  for (;;) {
    let [pid, patience] = [0, PATIENCE_MS]
    let failure: unknown = new Error('it is not ready')
    try {
      if (!(await findPostmaster(place.cluster))) await start()
      const postmaster = await findPostmaster(place.cluster)
      if (postmaster && !postmaster.isReady) patience = CHANGING_PATIENCE_MS
      pid = postmaster?.pid ?? 0
      const server = postmaster && (await greet(postmaster, place, passwords))
      if (server) return server
    } catch (error) {
      if (!isPassing(error)) throw explain(error, place)
      failure = error
    }
    if (Date.now() - began > patience) throw inUse(place, pid, failure)
    await sleep(40)
  }
}

async function greet(postmaster: Postmaster, place: ClusterPaths, passwords: Passwords): Promise<Server | undefined> {
  const { isReady, socketFolder, port } = postmaster
  if (!isReady) return undefined
  if (socketFolder !== '' && socketFolder !== place.cluster) await requirePrivate(socketFolder, place.account)
  const address = { socketFolder: socketFolder === '' ? undefined : socketFolder, port }
  const version = await provision(connectionOf(address, passwords, 'postgres'), passwords, place.cluster)
  return version === undefined ? undefined : { address, version }
}

// Nobody listens (any more); starting up or shutting down; the connection was cut; pg's own words for the latter.
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
