import { listBackups } from '#db/backup/backup-folder.server.ts'
import { table } from '../words.ts'
import { dataFolder, hostedLibraries, requireHost, type HostedLibrary } from './hosted-library.ts'
import { isReady, unitState } from './host-programs.ts'

/** The libraries of this machine as a table, or as JSON. */
export async function listLibraries(isJson: boolean): Promise<string> {
  requireHost()
  const libraries = await Promise.all((await hostedLibraries()).map(look))
  if (isJson) return JSON.stringify(libraries, null, 2)
  if (libraries.length === 0) return 'No library is here yet: maktaba library add --help'
  const rows = libraries.map(({ name, address, port, state, memory, newestBackup }) => [
    name,
    address,
    String(port),
    state,
    memory === null ? '' : `${Math.round(memory / 1e6)} MB`,
    newestBackup?.slice(0, 16).replace('T', ' ') ?? 'none',
  ])
  return table(['name', 'address', 'port', 'state', 'memory', 'newest backup'], rows)
}

async function look({ name, address, port }: HostedLibrary) {
  const [newest] = await listBackups(dataFolder(name))
  const { ActiveState = 'unknown', MemoryCurrent = '' } = unitState(name)
  return {
    name,
    address,
    port,
    /** `ready`, or what systemd says: `active` for one that does not answer, `failed`, `inactive`. */
    state: (await isReady(port)) ? 'ready' : ActiveState,
    /** In bytes; null while systemd does not count it. */
    memory: /^\d+$/.test(MemoryCurrent) ? Number(MemoryCurrent) : null,
    newestBackup: newest?.madeAt.toISOString() ?? null,
  }
}
