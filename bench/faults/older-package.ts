import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { addCheckout, removeCheckout, runIn } from '../checkout.ts'

/** What packages a version of before there were packages. */
const PACKAGING = [
  'deploy/debian',
  'scripts/image-tree.ts',
  'scripts/package',
  'scripts/package.ts',
  'src/base/db/embedded/binaries.server.ts',
]

/**
 * Writes the Debian package, of revision 1, of the version that the history has before the newest change of the tables.
 * Returns its path.
 */
export function writeOlderPackage(folder: string): string {
  const newest = runIn(projectRoot, 'git', 'log', '-1', '--format=%H', '--', 'drizzle/*.sql')
  const checkout = mkdtempSync(join(tmpdir(), 'maktaba-older-'))
  addCheckout(`${newest}^`, checkout)
  try {
    if (!existsSync(join(checkout, 'scripts/package.ts')))
      for (const path of PACKAGING) cpSync(join(projectRoot, path), join(checkout, path), { recursive: true })
    const said = runIn(checkout, process.execPath, 'scripts/package.ts', 'deb', '--revision', '1', '--folder', folder)
    return said.split('\n').at(-1) ?? ''
  } finally {
    removeCheckout(checkout)
  }
}
