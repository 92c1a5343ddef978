import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'

const USAGE = `npm run migration -- --name book_fields [--custom]

Writes the next migration in drizzle/ for what changed in src/db/tables, or with --custom an empty one.`

/**
 * Generates the next migration of the project in `folder`, and returns what drizzle-kit says. Only the newest snapshot
 * stays: it is all that the tables are compared with.
 */
export function generateMigration(folder: string, ...options: string[]): string {
  const meta = join(folder, 'drizzle', 'meta')
  const snapshots = () => readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
  const former = snapshots()
  const kit = join(projectRoot, 'node_modules', 'drizzle-kit', 'bin.cjs')
  const { stdout, stderr } = spawnSync(process.execPath, [kit, 'generate', ...options], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (snapshots().length > former.length) for (const name of former) rmSync(join(meta, name))
  return stdout + stderr
}

if (import.meta.main) {
  const options = process.argv.slice(2)
  if (options.includes('--name')) console.log(generateMigration(projectRoot, ...options))
  else console.log(USAGE)
}
