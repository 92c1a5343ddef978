import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { buildCommandLine } from './build-command-line.ts'
import { build } from './build.ts'
import { IMAGE_FILES } from './image-files.ts'
import { isBuilt } from './is-built.ts'
import { sourceHash } from './source-hash.ts'

const USAGE = `npm run image-tree -- FOLDER

Writes what a container needs into an empty folder: server, command line and migrations, with the packages that they use
inside of them. There is no node_modules, no Node and no embedded PostgreSQL in it: DATABASE_URL must be set.`

/** Writes server, command line and migrations, with the packages that they use inside, into an empty folder. */
export async function writeImageTree(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
  if (!isBuilt(sourceHash())) await build()
  await buildCommandLine(join(folder, 'dist', 'cli'))
  for (const [to, from] of Object.entries(IMAGE_FILES))
    cpSync(join(projectRoot, from), join(folder, to), { recursive: true })
  const { name, version, license } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, version, license, type: 'module' })}\n`)
}

/** Bytes of all files in a folder. */
export const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined || folder.startsWith('-')) {
    process.stderr.write(`${USAGE}\n`)
    process.exitCode = 1
  } else {
    await writeImageTree(resolve(folder))
    process.stdout.write(`${resolve(folder)}: ${(sizeOf(resolve(folder)) / 1e6).toFixed(1)} MB\n`)
  }
}
