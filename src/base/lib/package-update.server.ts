import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { lastUpdateSchema } from './package-update.schema.ts'
import { isSignedPackage } from './signed-package.server.ts'

const run = promisify(execFile)

/** The places by which the server and the program that installs updates as root know of each other. */
export interface UpdatePlaces {
  /** The public key that packages must be signed by. Without it there are no updates from a page. */
  key: string
  /** The server's folder, and in it the package that was sent, what is known of it, and what a manager has asked for. */
  requests: string
  package: string
  sent: string
  request: string
  /** Root's folder, and in it how the last update went, and the package of the version before. */
  results: string
  state: string
  before: string
  /** The request that is being carried out, until that has ended: after a power cut it is carried on. */
  unfinished: string
  /** The package of the version that is installed, for the drive of the backups. */
  installed: string
  /** A folder that is there while that program runs, and gone after a power cut. */
  running: string
}

/** The places in a file system: of this machine, or of a test. */
export function updatePlaces(root = '/'): UpdatePlaces {
  // Not DATA_DIR, which settings may move: maktaba-update.path watches this folder.
  const requests = join(root, 'var/lib/maktaba/update')
  const results = join(root, 'var/lib/maktaba-update')
  return {
    key: join(root, 'usr/lib/maktaba/update.pub'),
    requests,
    package: join(requests, 'package.deb'),
    sent: join(requests, 'package.json'),
    request: join(requests, 'request.json'),
    results,
    state: join(results, 'state.json'),
    before: join(results, 'before.deb'),
    unfinished: join(results, 'unfinished.json'),
    installed: join(results, 'installed.deb'),
    running: join(root, 'run/maktaba-update'),
  }
}

/** How the last update went, as root keeps it. */
export const updateStateSchema = z.extend(lastUpdateSchema, {
  /** When the update began that can be gone back from: its backup is newer. */
  began: z.nullable(z.iso.datetime()),
})
export type UpdateState = z.output<typeof updateStateSchema>

/** A package cannot be installed: it is not signed by the key, is another one, or is no newer than what runs. */
export class PackageRefusedError extends Error {
  override name = 'PackageRefusedError'
  readonly code: 'signature' | 'package' | 'older'

  constructor(code: PackageRefusedError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** The version of a package that may replace the one that is installed. Throws PackageRefusedError. */
export async function examinePackage(file: string, keyFile: string): Promise<string> {
  // Checked before anything in the package is read.
  if (!(await isSignedPackage(file, await readFile(keyFile, 'utf8'))))
    throw new PackageRefusedError('signature', 'The package is not signed by the key of those who made this version')
  const { Package: name, Version: version = '', Architecture: architecture } = await packageFields(file)
  const own = (await run('dpkg', ['--print-architecture'])).stdout.trim()
  if (name !== 'maktaba' || architecture !== own)
    throw new PackageRefusedError('package', `The package is ${name} for ${architecture}, not maktaba for ${own}`)
  const installed = await installedVersion()
  if (!(await isNewer(version, installed)))
    throw new PackageRefusedError('older', `The package is ${version}, no newer than ${installed}, which is installed`)
  return version
}

/** The version of the package that is installed. */
export const installedVersion = async (): Promise<string> =>
  (await run('dpkg-query', ['--show', '--showformat', '${Version}', 'maktaba'])).stdout.trim()

async function packageFields(file: string): Promise<Record<string, string>> {
  const { stdout } = await run('dpkg-deb', ['--field', file, 'Package', 'Version', 'Architecture'])
  return Object.fromEntries([...stdout.matchAll(/^(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

const isNewer = (version: string, than: string): Promise<boolean> =>
  run('dpkg', ['--compare-versions', version, 'gt', than]).then(
    () => true,
    () => false,
  )
