import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { runtimeDirectory } from './runtime-directory.server.ts'

/** How Maktaba came onto this machine: `library` is one of many of the package. */
type Installation = 'sources' | 'package' | 'library' | 'container'

/** The folder of a library among many, by which `maktaba library add` and the command line know it. */
const LIBRARY_FOLDER = /^\/var\/lib\/maktaba-libraries\/([a-z0-9-]+)\/?$/

const libraryName = (): string => LIBRARY_FOLDER.exec(process.env.DATA_DIR ?? '')?.[1] ?? ''

/** How this Maktaba, or that in a folder, was installed. */
export function installation(root = projectRoot): Installation {
  if (existsSync(join(root, 'src/server.ts'))) return 'sources'
  if (!existsSync(join(root, 'package.env'))) return 'container'
  return libraryName() === '' ? 'package' : 'library'
}

/** How the operator runs a verb of the command line for this very library; `restore` with the server stopped. */
export const operatorCommand = (verb: string): string =>
  ({
    sources: `npm run maktaba -- ${verb}`,
    container: `docker compose ${verb.startsWith('restore') ? 'run --rm' : 'exec'} maktaba node dist/cli/maktaba.js ${verb}`,
    package: `sudo maktaba ${verb}`,
    library: `sudo maktaba --library ${libraryName()} ${verb}`,
  })[installation()]

/** The line that installs this library on another machine; undefined where `/setup` does all that comes after an installation. */
export function installCommand(address: string, kind = installation()): string | undefined {
  if (kind === 'container') return 'docker compose up --build --detach'
  // ADDRESS, of mail, is its first manager's.
  return kind === 'library' ? `sudo maktaba library add ${libraryName()} ${address} --admin ADDRESS` : undefined
}

/** How the operator stops or starts the server; undefined where it was started in a terminal. */
export function serviceCommand(verb: 'stop' | 'start'): string | undefined {
  const kind = installation()
  if (kind === 'container') return `docker compose ${verb} maktaba`
  if (kind === 'library') return `sudo systemctl ${verb} maktaba@${libraryName()}`
  return kind === 'package' || runtimeDirectory() !== undefined ? `sudo systemctl ${verb} maktaba` : undefined
}

/** The lines by which a verb is run that needs a stopped server. */
export const stoppedCommands = (verb: string): string[] =>
  [serviceCommand('stop'), operatorCommand(verb), serviceCommand('start')].filter((line) => line !== undefined)
