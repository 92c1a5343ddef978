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
/** Files in which the compiler requires the field once table, schema and messages have it. */
const ASKED_FOR = ['src/features/book/book-details.tsx', 'src/features/book/manager/book-form.tsx']

interface Change {
  file: string
  hunks: string[][]
}

/** The ```diff blocks of a page of documentation. */
export function readChanges(page: string): Change[] {
  return [...page.matchAll(/```diff\n--- a\/(\S+)\n[^\n]*\n@@\n(.*?)```/gs)].map(([, file = '', body = '']) => ({
    file,
    hunks: body
      .trimEnd()
      .split('\n@@\n')
      .map((hunk) => hunk.split('\n')),
  }))
}

/** Applies the `+` lines of a hunk; its other lines must occur in the text exactly once, in this order. */
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
    // In the other languages the context lines differ, so the new message is inserted by its key.
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

/** Path of the original file. */
const untouched = (file: string): string => file.replace(/\.tsx$/, '.untouched.tsx')

const bin = (path: string): string => join(projectRoot, 'node_modules', path)

/** Follows docs/add-a-field.md on a copy of the project; returns what does not work as described. */
export function tryFieldWalk(): string[] {
  const changes = readChanges(readFileSync(join(projectRoot, 'docs', 'add-a-field.md'), 'utf8'))
  if (changes.length !== MOST_FILES) return [`docs/add-a-field.md changes ${changes.length} files`]
  const asked = changes.filter(({ file }) => ASKED_FOR.includes(file))
  const folder = mkdtempSync(join(tmpdir(), 'maktaba-field-walk-'))
  const run = (...command: string[]) => spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' })
  try {
    for (const name of COPIED) cpSync(join(projectRoot, name), join(folder, name), { recursive: true })
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
    // The originals next to the changed files, so that one type check covers both.
    for (const { file } of asked) cpSync(join(folder, file), join(folder, untouched(file)))
    for (const change of changes) apply(folder, change)
    const messages = run('scripts/compile-messages.ts')
    if (messages.status !== 0) return [`the messages do not compile: ${messages.stderr}`]
    const { stdout } = run(bin('typescript-7/bin/tsc'), '-p', '.', '--pretty', 'false', '--checkers', '2')
    const unasked = ASKED_FOR.filter((file) => !stdout.includes(`${untouched(file)}(`))
    if (unasked.length > 0) return [`the compiler does not miss the field in ${unasked.join(', ')}`]
    const faults = stdout.match(/^\S+\(\d+,\d+\): error .*$/gm) ?? []
    const others = faults.filter((fault) => !ASKED_FOR.some((file) => fault.startsWith(`${untouched(file)}(`)))
    if (others.length > 0) return [`the walk does not compile: ${others.join('\n')}`]
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
