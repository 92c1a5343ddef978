import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildNameOf } from '#base/lib/build-info.server.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'

export interface SecondBuild {
  /** The build's server script. */
  entry: string
  remove: () => void
}

/** A server function that only the other build has: it adds a book. */
const FUNCTION = /book-edit\.createBook\b/g
const NEW_FUNCTION = 'book-edit.createOneBook'
const TEXT = /\.(js|mjs|css|html|json|webmanifest)$/

/**
 * A second build with other file names and another name for one server function: a copy of dist/ with those renamed, or
 * with `MAKTABA_TWO_BUILDS=real` a build from changed sources.
 */
export function makeSecondBuild(): SecondBuild {
  const root = mkdtempSync(join(tmpdir(), 'maktaba-build-'))
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  for (const name of ['package.json', 'drizzle']) cpSync(join(projectRoot, name), join(root, name), { recursive: true })
  if (process.env.MAKTABA_TWO_BUILDS === 'real') buildChanged(root)
  else copyRenamed(root)
  return {
    entry: join(root, 'dist', 'server', 'serve.mjs'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function buildChanged(root: string): void {
  const inputs = [
    'src',
    'messages',
    'public',
    'scripts',
    'project.inlang',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
    'paraglide.config.ts',
  ]
  for (const name of inputs) cpSync(join(projectRoot, name), join(root, name), { recursive: true })
  // Texts in the chunks of all languages, and the name of a function.
  change(join(root, 'messages', 'base', 'en.json'), (text) => text.replaceAll('Try again', 'Once more'))
  for (const path of sources(join(root, 'src')))
    change(path, (text) => text.replaceAll(/\bcreateBook\b/g, 'createOneBook'))
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  writeEntry(root)
}

function copyRenamed(root: string): void {
  const dist = join(root, 'dist')
  cpSync(join(projectRoot, 'dist'), dist, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const assets = join(dist, 'client', 'assets')
  const names = new Map(readdirSync(assets).map((name) => [name, name.replace(/-([\w-]{8})(\.\w+)$/, '-second$1$2')]))
  for (const [name, next] of names) renameSync(join(assets, name), join(assets, next))
  const pattern = new RegExp(
    [...names.keys()]
      .toSorted((a, b) => b.length - a.length)
      .map(escape)
      .join('|'),
    'g',
  )
  for (const path of sources(dist))
    change(path, (text) =>
      text.replaceAll(pattern, (name) => names.get(name) ?? name).replaceAll(FUNCTION, NEW_FUNCTION),
    )
  const build = join(dist, 'build.json')
  const { source } = JSON.parse(readFileSync(build, 'utf8'))
  const next = 'f'.repeat(64)
  change(build, (text) => text.replace(source, next))
  change(join(dist, 'client', 'service-worker.js'), (text) => text.replaceAll(buildNameOf(source), buildNameOf(next)))
  writeEntry(root)
}

/** Starts the server like scripts/start.ts after a build. */
const writeEntry = (root: string): void =>
  writeFileSync(
    join(root, 'dist', 'server', 'serve.mjs'),
    "const { serve } = await import('./server.js')\nawait serve()\n",
  )

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (TEXT.test(entry.name) || /\.tsx?$/.test(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))

function change(path: string, edit: (text: string) => string): void {
  const before = readFileSync(path, 'utf8')
  const after = edit(before)
  if (after !== before) writeFileSync(path, after)
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
