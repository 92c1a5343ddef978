import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'

const COPIED = [
  'src',
  'messages',
  'drizzle',
  'project.inlang',
  'scripts',
  'e2e',
  'bench',
  'package.json',
  'tsconfig.json',
  'drizzle.config.ts',
  'paraglide.config.ts',
  'vitest.config.ts',
]
const MOST_FILES = 5
/** What the compiler asks for as soon as table, schema and words have the field. */
const ASKED_FOR = ['src/features/book/book-details.tsx', 'src/features/book/manager/book-form.tsx']

interface Change {
  file: string
  hunks: string[][]
}

/** The changes that a page of documentation shows as ```diff blocks. */
export function readChanges(page: string): Change[] {
  return [...page.matchAll(/```diff\n--- a\/(\S+)\n[^\n]*\n@@\n(.*?)```/gs)].map(([, file = '', body = '']) => ({
    file,
    hunks: body
      .trimEnd()
      .split('\n@@\n')
      .map((hunk) => hunk.split('\n')),
  }))
}

/** Puts the `+` lines of a hunk in place; its other lines must stand in the text, in this order, once. */
export function applyHunk(text: string, hunk: readonly string[]): string {
  const before = hunk
    .filter((line) => !line.startsWith('+'))
    .map((line) => line.slice(1))
    .join('\n')
  if (text.split(before).length !== 2) throw new Error(`stands ${text.split(before).length - 1} times: ${before}`)
  return text.replace(before, () => hunk.map((line) => line.slice(1)).join('\n'))
}

function apply(folder: string, { file, hunks }: Change): void {
  const paths = file.startsWith('messages/')
    ? ['en', 'fr', 'ar', 'sw'].map((language) => `messages/${language}.json`)
    : [file]
  for (const path of paths) {
    const text = readFileSync(join(folder, path), 'utf8')
    // In the other languages the neighbouring sentences read otherwise: the new one goes in by its key.
    const next =
      path === file
        ? hunks.reduce(applyHunk, text)
        : text.replace(
            /^( {2}"book_publisher".*)$/m,
            `$1\n${hunks
              .flat()
              .find((line) => line.startsWith('+'))
              ?.slice(1)}`,
          )
    writeFileSync(join(folder, path), next)
  }
}

const bin = (path: string): string => join(projectRoot, 'node_modules', path)

/** Faults of docs/add-a-field.md: tries it on a copy of the project. Empty when the walk is as it says. */
export function tryFieldWalk(): string[] {
  const changes = readChanges(readFileSync(join(projectRoot, 'docs', 'add-a-field.md'), 'utf8'))
  if (changes.length !== MOST_FILES) return [`docs/add-a-field.md changes ${changes.length} files`]
  const asked = changes.filter(({ file }) => ASKED_FOR.includes(file))
  const folder = mkdtempSync(join(tmpdir(), 'maktaba-field-walk-'))
  const run = (...command: string[]) => spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' })
  try {
    for (const name of COPIED) cpSync(join(projectRoot, name), join(folder, name), { recursive: true })
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
    for (const change of changes.filter((one) => !asked.includes(one))) apply(folder, change)
    const messages = run('scripts/compile-messages.ts')
    if (messages.status !== 0) return [`the messages do not compile: ${messages.stderr}`]
    const unfinished = run(bin('typescript-7/bin/tsc'), '-p', '.')
    const unasked = ASKED_FOR.filter((file) => !unfinished.stdout.includes(file))
    if (unasked.length > 0) return [`the compiler does not miss the field in ${unasked.join(', ')}`]
    for (const change of asked) apply(folder, change)
    const compiled = run(bin('typescript-7/bin/tsc'), '-p', '.')
    if (compiled.status !== 0) return [`the walk does not compile: ${compiled.stdout}`]
    const generated = run(bin('drizzle-kit/bin.cjs'), 'generate', '--name', 'book_isbn')
    const migration = readdirSync(join(folder, 'drizzle')).find((name) => name.endsWith('book_isbn.sql'))
    if (!migration) return [`no migration was generated: ${generated.stdout}${generated.stderr}`]
    const statement = readFileSync(join(folder, 'drizzle', migration), 'utf8')
    if (!statement.includes('ADD COLUMN "isbn"')) return [`the migration does not add the field: ${statement}`]
    const written = run('scripts/openapi.ts')
    if (written.status !== 0) return [`the API's document cannot be written: ${written.stderr}`]
    const { schemas } = JSON.parse(readFileSync(join(folder, 'docs', 'openapi.json'), 'utf8')).components
    const isTold = schemas.BookInput.properties.isbn?.description && schemas.Book.properties.isbn?.description
    return isTold ? [] : ["the API's document does not tell of the field"]
  } catch (error) {
    return [`docs/add-a-field.md no longer fits: ${error instanceof Error ? error.message : String(error)}`]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const faults = tryFieldWalk()
  for (const fault of faults) console.error(fault)
  process.exit(faults.length === 0 ? 0 : 1)
}
