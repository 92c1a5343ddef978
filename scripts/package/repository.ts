import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ARCHITECTURES } from './debian.ts'
import { fieldsOf } from '#base/lib/fields-of.ts'

/** What apt calls the only distribution and the only component in the repository. */
const SUITE = 'stable'
const COMPONENT = 'main'
const POOL = 'pool'
/** What the key of the repository is called, for `Signed-By`. */
const KEY = 'maktaba.gpg'

interface RepositoryOptions {
  /** The repository: a folder of static files, which may hold packages of before. */
  folder: string
  /** Packages that are added to it. */
  packages: readonly string[]
  /** The key of GnuPG that signs it: its fingerprint, or the address in it. */
  key: string
}

/**
 * Writes an apt repository, to be served as static files: the packages, the lists of them, and `InRelease` signed by a key of GnuPG;
 * beside them the public key, and `latest.json`, which `UPDATE_URL` may lead to. Throws with what a program has said.
 */
export function writeRepository({ folder, packages, key }: RepositoryOptions): void {
  const dist = join(folder, 'dists', SUITE)
  mkdirSync(join(folder, POOL), { recursive: true })
  for (const file of packages) copyFileSync(file, join(folder, POOL, basename(file)))
  const names = fieldsOf(ARCHITECTURES)
  const newest = new Map(names.map((architecture) => [architecture, writeList(folder, architecture)]))
  const settings = [
    ['Origin', 'Maktaba'],
    ['Label', 'Maktaba'],
    ['Suite', SUITE],
    ['Codename', SUITE],
    ['Components', COMPONENT],
    ['Architectures', names.join(' ')],
  ].flatMap(([name, value]) => ['-o', `APT::FTPArchive::Release::${name}=${value}`])
  const release = join(dist, 'Release')
  // Theirs would be among the hashes.
  for (const name of ['Release', 'InRelease']) rmSync(join(dist, name), { force: true })
  writeFileSync(release, run('apt-ftparchive', folder, ...settings, 'release', join('dists', SUITE)))
  // Replaced at once, for who updates meanwhile.
  run('gpg', folder, '--batch', '--yes', '--local-user', key, '--output', `${release}.part`, '--clearsign', release)
  renameSync(`${release}.part`, join(dist, 'InRelease'))
  rmSync(release)
  run('gpg', folder, '--batch', '--yes', '--output', join(folder, KEY), '--export', key)
  writeFileSync(join(folder, 'latest.json'), `${JSON.stringify(announcementOf(newest), null, 2)}\n`)
}

interface Newest {
  version: string
  path: string
}

/** Writes the list of the packages for an architecture; returns the newest of them. */
function writeList(folder: string, architecture: string): Newest | undefined {
  const place = join('dists', SUITE, COMPONENT, `binary-${architecture}`)
  mkdirSync(join(folder, place), { recursive: true })
  const list = run('dpkg-scanpackages', folder, '--arch', architecture, '--multiversion', POOL)
  writeFileSync(join(folder, place, 'Packages'), list)
  execFileSync('gzip', ['-9', '-n', '-f', '-k', join(folder, place, 'Packages')])
  const found = list.split('\n\n').flatMap((entry) => {
    const [, version] = /^Version: (.*)$/m.exec(entry) ?? []
    const [, path] = /^Filename: (.*)$/m.exec(entry) ?? []
    return version !== undefined && path !== undefined ? [{ version, path }] : []
  })
  return found.reduce<Newest | undefined>(
    (best, one) => (best && !isNewer(one.version, best.version) ? best : one),
    undefined,
  )
}

/** What the page of updates and `maktaba update-check` read: the newest version, and its package for each architecture. */
function announcementOf(newest: Map<string, Newest | undefined>): {
  version: string
  packages: Record<string, string>
} {
  const found = [...newest.values()].filter((one) => one !== undefined)
  const best = found.reduce((one, other) => (isNewer(other.version, one.version) ? other : one))
  const entries = [...newest].flatMap(([architecture, one]) =>
    one?.version === best.version ? [[architecture, one.path] as const] : [],
  )
  // Without what Debian's version says after that of the build.
  return { version: best.version.replace(/-[^-]*$/, ''), packages: Object.fromEntries(entries) }
}

function isNewer(version: string, than: string): boolean {
  try {
    execFileSync('dpkg', ['--compare-versions', version, 'gt', than])
    return true
  } catch {
    return false
  }
}

const run = (program: string, cwd: string, ...words: string[]): string =>
  execFileSync(program, words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** The packages in a folder. */
export const packagesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.deb'))
        .map((name) => join(folder, name))
    : []
