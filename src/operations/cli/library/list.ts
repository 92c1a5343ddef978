import { listBackups } from '#base/db/backup/backup-folder.server.ts'
import { table } from '../words.ts'
import { dataFolder, hostedLibraries, requireHost, socketPath, type HostedLibrary } from './hosted-library.ts'
import { isReady, unitState } from './host-programs.ts'

const OPEN_PORTS =
  'Any program of this machine can reach a library at its port, and take that port while the library is stopped: maktaba library close-ports'

/** The libraries of this machine as a table, or as JSON. */
export async function listLibraries(isJson: boolean): Promise<string> {
  requireHost()
  const libraries = await Promise.all((await hostedLibraries()).map(look))
  if (isJson) return JSON.stringify(libraries, null, 2)
  if (libraries.length === 0) return 'No library is here yet: maktaba library add --help'
  const rows = libraries.map(({ name, address, port, state, memory, newestBackup }) => [
    name,
    address,
    port === null ? 'socket' : `port ${port}`,
    state,
    memory === null ? '' : `${Math.round(memory / 1e6)} MB`,
    newestBackup?.slice(0, 16).replace('T', ' ') ?? 'none',
  ])
  const hint = libraries.some(({ port }) => port !== null) ? `\n${OPEN_PORTS}` : ''
  return table(['name', 'address', 'reached by', 'state', 'memory', 'newest backup'], rows) + hint
}

async function look(library: HostedLibrary) {
  const { name, address, port } = library
  const [newest] = await listBackups(dataFolder(name))
  const { ActiveState = 'unknown', MemoryCurrent = '' } = unitState(name)
  return {
    name,
    address,
    port: port ?? null,
    socket: port === undefined ? socketPath(name) : null,
    /** `ready`, or what systemd says: `active` for one that does not answer, `failed`, `inactive`. */
    state: (await isReady(library)) ? 'ready' : ActiveState,
    /** In bytes; null while systemd does not count it. */
    memory: /^\d+$/.test(MemoryCurrent) ? Number(MemoryCurrent) : null,
    newestBackup: newest?.madeAt.toISOString() ?? null,
  }
}
