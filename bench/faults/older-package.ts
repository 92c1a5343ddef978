import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'

/** What packages a version of before there were packages. */
const PACKAGING = [
  'deploy/debian',
  'scripts/image-tree.ts',
  'scripts/package',
  'scripts/package.ts',
  'src/db/embedded/binaries.server.ts',
]

/**
 * Writes the Debian package, of revision 1, of the version that the history has before the newest change of the tables.
 * Returns its path.
 */
export function writeOlderPackage(folder: string): string {
  const newest = run(projectRoot, 'git', 'log', '-1', '--format=%H', '--', 'drizzle/*.sql')
  const checkout = mkdtempSync(join(tmpdir(), 'maktaba-older-'))
  run(projectRoot, 'git', 'worktree', 'add', '--quiet', '--detach', checkout, `${newest}^`)
  try {
    if (!existsSync(join(checkout, 'scripts/package.ts')))
      for (const path of PACKAGING) cpSync(join(projectRoot, path), join(checkout, path), { recursive: true })
    run(checkout, 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error')
    const said = run(checkout, process.execPath, 'scripts/package.ts', 'deb', '--revision', '1', '--folder', folder)
    return said.split('\n').at(-1) ?? ''
  } finally {
    run(projectRoot, 'git', 'worktree', 'remove', '--force', checkout)
  }
}

const run = (cwd: string, program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
