import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../failure.ts'
import { dropLibraryDatabase, isBySocket } from './database-server.ts'
import { askSystemd, reloadProxy, run } from './host-programs.ts'
import {
  accountOf,
  dataFolder,
  hostedLibrary,
  requireHost,
  settingsFile,
  siteFile,
  portMark,
  socketUnitOf,
  unitOf,
} from './hosted-library.ts'
import { writeTargets } from './prometheus.ts'

/** Last backups of libraries that were removed. */
const BACKUPS = '/var/backups/maktaba'

/**
 * Backs a library up and removes it. Throws Failure, and removes nothing, when it does not exist, its server is another one, or
 * the backup fails.
 */
export async function removeLibrary(
  name: string,
  server: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  requireHost()
  const { databaseUrl } = await hostedLibrary(name)
  if (server === undefined && !isBySocket(new URL(databaseUrl)))
    throw new Failure(`The database of ${name} is at ${new URL(databaseUrl).host}: name that server by --server-file`)
  // Stopped first: what was acknowledged after the backup would be lost.
  askSystemd('stop', unitOf(name))
  const made = join(dataFolder(name), 'removed.maktaba')
  const kept = join(BACKUPS, `${name}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.maktaba`)
  try {
    run('maktaba', '--library', name, 'backup', made)
    await mkdir(BACKUPS, { recursive: true, mode: 0o700 })
    run('install', '-m', '0600', '-o', 'root', '-g', 'root', made, kept)
  } catch (error) {
    askSystemd('start', '--no-block', unitOf(name))
    throw error
  }
  await takeAway(name, server)
  await writeTargets()
  reloadProxy()
  say(`${name} is removed. Its last backup: ${kept}`)
}

/** Removes all that a library has on this machine, also where only a part of it is left. */
export async function takeAway(name: string, server: string | undefined): Promise<void> {
  askSystemd('disable', '--now', unitOf(name))
  askSystemd('stop', socketUnitOf(name))
  await dropLibraryDatabase(name, server)
  for (const file of [settingsFile(name), siteFile(name), portMark(name)]) await rm(file, { force: true })
  await rm(dataFolder(name), { recursive: true, force: true })
  // Says nothing of a user that is not there.
  run('deluser', '--system', '--quiet', accountOf(name))
}
