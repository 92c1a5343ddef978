import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signPackage } from '#base/lib/signed-package.server.ts'

interface Variant {
  /** As Debian has it: `9.1.0-1`. */
  version: string
  /** The private key that signs it, as PEM. */
  key: string
  change?: (tree: string) => void
}

/** Writes the package `first` with another version, and another change, into the folder; returns its path. */
export async function writeVariant(first: string, folder: string, { version, key, change }: Variant): Promise<string> {
  const tree = mkdtempSync(join(folder, 'tree-'))
  execFileSync('dpkg-deb', ['--raw-extract', first, tree])
  chmodSync(tree, 0o755)
  const control = join(tree, 'DEBIAN/control')
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${version}`))
  const build = join(tree, 'usr/lib/maktaba/dist/build.json')
  const release = version.replace(/-[^-]*$/, '')
  writeFileSync(build, JSON.stringify({ ...JSON.parse(readFileSync(build, 'utf8')), version: release, release }))
  change?.(tree)
  const file = join(folder, `${version}-${tree.slice(-6)}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, file], { stdio: 'pipe' })
  rmSync(tree, { recursive: true })
  await signPackage(file, key)
  return file
}

/** A change of a package: one migration more, so that the version before refuses the library. */
export function addMigration(tree: string): void {
  const folder = join(tree, 'usr/lib/maktaba/drizzle')
  const journal = join(folder, 'meta/_journal.json')
  const content = JSON.parse(readFileSync(journal, 'utf8'))
  const last = content.entries.at(-1)
  content.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag: '9999_trial' })
  writeFileSync(journal, JSON.stringify(content))
  appendFileSync(join(folder, '9999_trial.sql'), 'alter table genre add column trial integer;\n')
}

/** A change of a package: its server ends at once. */
export const breakServer = (tree: string): void =>
  writeFileSync(
    join(tree, 'usr/lib/maktaba/dist/server/server.js'),
    "console.error('It cannot start')\nprocess.exit(1)\n",
  )
