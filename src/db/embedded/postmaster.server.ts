import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { runCommand } from './command.server.ts'
import { codeOf } from './embedded-error.server.ts'
import { exists, isSameFolder } from './folder.server.ts'
import type { ClusterPaths } from './cluster-paths.server.ts'
import { replaceFile } from './replace-file.server.ts'

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
export async function clearStalePid({ cluster, account }: ClusterPaths): Promise<void> {
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
  // Empty for a zombie.
  const [program, ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(noFile)).split('\0')
  if (!program || basename(program) !== 'postgres') return false
  // Its working folder is its cluster. Linux shows it to the same user, and to root unless in a container.
  const cwd = `/proc/${pid}/cwd`
  if (await exists(cwd)) return isSameFolder(cwd, cluster)
  const folder = args[args.indexOf('-D') + 1]
  // Without -D nobody can tell: rather refuse to start than start twice.
  return !args.includes('-D') || folder === undefined || isSameFolder(folder, cluster)
}

const noFile = (): string => ''
