import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { replaceFile } from './account.server.ts'
import { type Binaries, cannotRun, runCommand, spawnOptions } from './binaries.server.ts'
import type { ClusterPaths } from './cluster-paths.server.ts'
import { chooseAddress, dropSocketFolder } from './connection.server.ts'
import { EmbeddedError, codeOf, diskFull, freeBytes, isDiskFull } from './embedded-error.server.ts'
import { exists, isSameFolder } from './folder.server.ts'
import { START_PATIENCE_S, serverFlags, startCommand } from './server-command.server.ts'

const LARGEST = 5_000_000

/** The log of PostgreSQL. */
const logFile = (home: string): string => join(home, 'postgres.log')

/** Opens the log for a start; the old one is put aside (one is kept) when it has grown beyond 5 MB. */
async function openLog(home: string): Promise<FileHandle> {
  const file = logFile(home)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LARGEST) await rename(file, `${file}.1`)
  // The folder may belong to PostgreSQL's user, and we may be root: no link leads us astray.
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  return open(file, flags, 0o600)
}

/** What PostgreSQL said last that matters, from byte `start` of its log on; undefined when it said nothing. */
async function lastLogError(home: string, start: number): Promise<string | undefined> {
  const handle = await open(logFile(home))
  const { buffer, bytesRead } = await handle
    .read({ position: start, buffer: Buffer.alloc(64_000) })
    .finally(() => handle.close())
  const lines = buffer
    .toString('utf8', 0, bytesRead)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const line = lines.findLast((text) => /\b(FATAL|PANIC):/.test(text)) ?? lines.at(-1)
  // '2026-01-01 00:00:00.000 UTC [123] FATAL:  …'
  return line?.replace(/^.*?\b(FATAL|PANIC): +/, '$1: ')
}

/** A running postmaster, as its postmaster.pid tells. */
export interface Postmaster {
  pid: number
  /** The folder of its Unix socket, '' where it listens on TCP only. */
  socketFolder: string
  port: number
  isReady: boolean
}

// No system gives so high a number to a process.
const NOBODY = 2_147_483_647

/** What postmaster.pid says, dead or alive; undefined without one or with a torn one. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  // PostgreSQL's miscadmin.h: pid, data folder, start time, port, socket folder, address, shared memory, state.
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(noFile))
    .split('\n')
    .map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', isReady: lines[7] === 'ready' }
}

/** The postmaster that runs on this cluster, if one does: the pid alone may belong to anybody by now. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(cluster)
  return postmaster && isAlive(postmaster.pid) && (await isPostmasterOf(postmaster.pid, cluster))
    ? postmaster
    : undefined
}

/**
 * Frees the way for a start where no postmaster runs. PostgreSQL sorts out a dead pid by itself, but stops at a
 * torn file and at a pid that some other process bears now. The file's note on shared memory is kept:
 * by it PostgreSQL sees backends that outlived their postmaster.
 */
async function clearStalePid({ cluster, account }: ClusterPaths): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const stale = await readPostmaster(cluster)
  if (!stale) return rm(file, { force: true })
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
  if (isAlive(stale.pid)) await replaceFile(file, [NOBODY, ...rest].join('\n'), account)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') {
    const { output } = await runCommand('/bin/ps', ['-o', 'command=', '-p', String(pid)], undefined)
    return output.includes('postgres') && (output.includes(cluster) || !output.includes(' -D '))
  }
  // The command line is empty for a zombie.
  const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(noFile)).split('\0')
  // Not always the first word: before it may be an emulator of its processor, such as in a container on a Mac.
  if (!args.slice(0, 2).some((word) => basename(word) === 'postgres')) return false
  // Its working folder is its cluster. Linux shows it to the same user, and to root unless in a container.
  const cwd = `/proc/${pid}/cwd`
  if (await exists(cwd)) return isSameFolder(cwd, cluster)
  const folder = args[args.indexOf('-D') + 1]
  // Without -D nobody can tell: rather refuse to start than start twice.
  return !args.includes('-D') || folder === undefined || isSameFolder(folder, cluster)
}

const noFile = (): string => ''

const STOP_PATIENCE_S = 60

/** The start failed because something of an earlier run, or of another place, still holds the cluster. */
export class ClusterBusy extends Error {}

/**
 * Starts the cluster in its own process session, without our standard streams: Ctrl+C does not reach it, and a program
 * that reads our output until its end does not wait for it. Throws ClusterBusy when a retry may succeed. Requires the
 * start lock.
 */
export async function startCluster(paths: ClusterPaths, binaries: Binaries): Promise<void> {
  const { home, cluster, account } = paths
  await clearStalePid(paths)
  const address = await chooseAddress(paths)
  const log = await openLog(home)
  const { size } = await log.stat()
  const flags = await serverFlags(cluster, address)
  const { program, args } = startCommand(process.platform, binaries, { cluster, log: logFile(home), flags })
  const child = spawn(program, args, {
    ...spawnOptions(account),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  const ending = whenEnded(child)
  await log.close()
  if (await isUp(child, cluster, ending)) return
  await dropSocketFolder(address.socketFolder ?? '', cluster)
  throw await whyNot(paths, await lastLogError(home, size))
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

interface Ending {
  isOver: boolean
  code: number | null
  failure: Error | undefined
}

/** Notes when the child ends, or could not be run. */
function whenEnded(child: ChildProcess): Ending {
  const ending: Ending = { isOver: false, code: null, failure: undefined }
  child.once('error', (error) => Object.assign(ending, { isOver: true, failure: cannotRun(child.spawnfile, error) }))
  child.once('exit', (code) => Object.assign(ending, { isOver: true, code }))
  return ending
}

async function isUp(child: ChildProcess, cluster: string, ending: Ending): Promise<boolean> {
  const deadline = Date.now() + START_PATIENCE_S * 1000
  while (!ending.isOver) {
    const postmaster = await readPostmaster(cluster)
    if (postmaster?.pid === child.pid && postmaster?.isReady) {
      child.unref()
      return true
    }
    if (Date.now() > deadline)
      throw new EmbeddedError(
        `PostgreSQL on ${cluster} is not ready after ${START_PATIENCE_S} s (process ${child.pid}): wait for its recovery and try again`,
      )
    await sleep(4)
  }
  if (ending.failure) throw ending.failure
  // A postmaster that ends is not up; pg_ctl, which is what starts it on Windows, ends when it is.
  return process.platform === 'win32' && ending.code === 0
}
