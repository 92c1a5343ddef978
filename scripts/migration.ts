import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { mergeSnapshots } from './merge-snapshots.ts'

const USAGE = `npm run migration -- --name book_fields [--custom]

Writes the next migration for what changed in src/base/db/tables, or with --custom an empty one: into drizzle/own/ where there is such
a folder, as in a product that is built on Maktaba, else into drizzle/.`

/** The folder in which the migrations of a project are begun: the product's own (decision 77), else Maktaba's. */
export function migrationFolder(project: string): string {
  const own = join(project, 'drizzle', 'own')
  return existsSync(own) ? own : join(project, 'drizzle')
}

/** The snapshot of the tables in a folder of migrations: only the newest is kept, it is all that the tables are compared with. */
const snapshotsIn = (meta: string): string[] =>
  existsSync(meta) ? readdirSync(meta).filter((name) => name.endsWith('_snapshot.json')) : []

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Generates the next migration of `project`, and returns what drizzle-kit says. */
export function generateMigration(project: string, ...options: string[]): string {
  const folder = migrationFolder(project)
  const meta = join(folder, 'meta')
  const finish = folder.endsWith('own') ? beginOwn(project, meta) : () => undefined
  const former = snapshotsIn(meta)
  const kit = join(projectRoot, 'node_modules', 'drizzle-kit', 'bin.cjs')
  const config = folder.endsWith('own') ? 'drizzle-own.config.ts' : 'drizzle.config.ts'
  const { stdout, stderr } = spawnSync(process.execPath, [kit, 'generate', `--config=${config}`, ...options], {
    cwd: project,
    encoding: 'utf8',
  })
  const isWritten = snapshotsIn(meta).length > former.length
  if (isWritten) for (const name of former) rmSync(join(meta, name))
  finish(isWritten)
  return stdout + stderr
}

/**
 * Before a product's own migration: its tables as they are without it, which is Maktaba's newest snapshot with what the product's
 * own migrations have changed. Returns what is to be done afterwards.
 */
function beginOwn(project: string, meta: string): (isWritten: boolean) => void {
  const ofMaktaba = join(project, 'drizzle', 'meta')
  const newest = read(join(ofMaktaba, snapshotsIn(ofMaktaba)[0] ?? ''))
  // drizzle-kit passes over names that begin with a line.
  const base = join(meta, '_maktaba.json')
  const [former] = snapshotsIn(meta)
  const file = join(meta, former ?? 'before_snapshot.json')
  const kept = former === undefined ? undefined : readFileSync(file, 'utf8')
  const before = kept === undefined ? newest : mergeSnapshots(read(base), JSON.parse(kept), newest)
  mkdirSync(meta, { recursive: true })
  if (former === undefined)
    writeFileSync(
      join(meta, '_journal.json'),
      `${JSON.stringify({ version: '7', dialect: 'postgresql', entries: [] }, undefined, 2)}\n`,
    )
  writeFileSync(file, JSON.stringify(before))
  return (isWritten) => {
    if (isWritten) writeFileSync(base, `${JSON.stringify(newest, undefined, 2)}\n`)
    else if (kept === undefined) rmSync(file)
    else writeFileSync(file, kept)
  }
}

if (import.meta.main) {
  const options = process.argv.slice(2)
  if (options.includes('--name')) console.log(generateMigration(projectRoot, ...options))
  else console.log(USAGE)
}
