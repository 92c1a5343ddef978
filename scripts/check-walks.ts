import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { LANGUAGES } from '../testing/words.ts'
import { migrationFolder } from './migration.ts'
import { readCommand, type NounNames } from './noun/names.ts'
import { writeNoun } from './noun/write-noun.ts'
import { bin, copyProject, runIn } from './project-copy.ts'

const MOST_FILES = 7
/** What the compiler asks for as soon as table, schema and messages have the fields. */
const ASKED_FOR = ['src/catalogue/book/book-fields.words.ts', 'src/catalogue/book/shared/book-field-input.tsx']
/** What the changes of the page must hold in the generated migration. */
const COLUMNS = ['donor', 'weight', 'acquired_on', 'condition', 'is_reference']
const FIELDS_TEST = 'src/catalogue/book/book-fields.test.ts'
const EXPORT_TEST = 'src/exchange/export/book-export.long.test.ts'
const [NAMES, ...OTHERS] = readDocumented()

/** The nouns of the commands that docs/add-a-noun.md shows. */
function readDocumented(): [NounNames, ...NounNames[]] {
  const page = readFileSync(join(projectRoot, 'docs', 'add-a-noun.md'), 'utf8')
  const [first, ...others] = [...page.matchAll(/^npm run noun -- (.+)$/gm)].flatMap(
    ([, args = '']) => readCommand((args.match(/"[^"]*"|\S+/g) ?? []).map((part) => part.replaceAll('"', ''))) ?? [],
  )
  if (!first) throw new Error('docs/add-a-noun.md shows no command')
  return [first, ...others]
}

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

/** Puts the `+` lines of a hunk in place of its `-` lines; its other lines must stand in the text, in this order, once. */
export function applyHunk(text: string, hunk: readonly string[]): string {
  const before = hunk
    .filter((line) => !line.startsWith('+'))
    .map((line) => line.slice(1))
    .join('\n')
  if (text.split(before).length !== 2) throw new Error(`stands ${text.split(before).length - 1} times: ${before}`)
  const after = hunk.filter((line) => !line.startsWith('-')).map((line) => line.slice(1))
  return text.replace(before, () => after.join('\n'))
}

/** A message with some words in Arabic letters, other ones for each. */
const inArabic = (line: string, at: number): string => line.replace(/: ".*"/, `: "كلمة ${'ابتثجحخدذ'.charAt(at)}"`)

function apply(folder: string, { file, hunks }: Change): void {
  const paths = file.startsWith('messages/')
    ? LANGUAGES.map((language) => file.replace('en.json', `${language}.json`))
    : [file]
  for (const path of paths) {
    const text = readFileSync(join(folder, path), 'utf8')
    // In the other languages the neighbouring sentences read otherwise: the new ones go in by its key.
    const next =
      path === file
        ? hunks.reduce(applyHunk, text)
        : text.replace(
            /^( {2}"book_publisher".*)$/m,
            `$1\n${hunks
              .flat()
              .filter((line) => line.startsWith('+'))
              .map((line, at) => (path.includes('/ar.') ? inArabic(line.slice(1), at) : line.slice(1)))
              .join('\n')}`,
          )
    writeFileSync(join(folder, path), next)
  }
}

/** Where the file lies that the walk has not changed yet. */
const untouched = (file: string): string => file.replace(/\.tsx?$/, '.untouched$&')

/**
 * Faults of docs/add-a-field.md and of `npm run noun`: tries both on one copy of the project. Empty when the fields cost
 * what the page says, and the whole check passes with them, and the longer tests of both.
 */
async function tryWalks(): Promise<string[]> {
  const changes = readChanges(readFileSync(join(projectRoot, 'docs', 'add-a-field.md'), 'utf8'))
  if (changes.length !== MOST_FILES) return [`docs/add-a-field.md changes ${changes.length} files`]
  const folder = copyProject()
  const run = async (...options: string[]) => runIn(folder, options)
  try {
    // As they stand, beside the changed ones: one check of the types says of both.
    for (const file of ASKED_FOR) cpSync(join(folder, file), join(folder, untouched(file)))
    for (const change of changes) apply(folder, change)
    cpSync(join(projectRoot, 'scripts/noun/template/field/book-fields.test.ts'), join(folder, FIELDS_TEST))
    const files = await writeNoun(folder, NAMES)
    const others: string[] = []
    for (const names of OTHERS) others.push(...(await writeNoun(folder, names)))
    // The template is formatted; what a name of another length makes of it, the command formats.
    const formatted = files.filter(isSource)
    const faults = findMigrationFaults(folder)
    const messages = await run('scripts/compile-messages.ts')
    if (messages.code !== 0) return [`the messages do not compile: ${messages.output}`]
    const [types, format, written] = await Promise.all([
      run(bin('typescript-7/bin/tsc'), '-p', '.', '--pretty', 'false', '--singleThreaded'),
      run(bin('oxfmt/bin/oxfmt'), '--check', ...formatted),
      run('scripts/openapi.ts'),
    ])
    faults.push(...findTypeFaults(types.output))
    for (const file of ASKED_FOR) rmSync(join(folder, untouched(file)))
    // What the page of the noun says to be run afterwards.
    const triggers = await run(
      bin('vitest/vitest.mjs'),
      'run',
      '--project',
      'fast',
      'src/base/db/sql.test.ts',
      '--update',
    )
    const formats = await run(bin('oxfmt/bin/oxfmt'), ...others.filter(isSource))
    const check = await run('scripts/check.ts')
    // What `npm run check` leaves to `npm test`.
    const tests = await run(
      bin('vitest/vitest.mjs'),
      'run',
      '--project',
      'long',
      '--reporter=dot',
      '--maxWorkers=1',
      FIELDS_TEST,
      EXPORT_TEST,
      ...[NAMES, ...OTHERS].map(({ one }) => `src/catalogue/${one}`),
    )
    for (const [name, { code, output }] of Object.entries({
      format,
      triggers,
      formats,
      'API document': written,
      check,
      tests,
    }))
      if (code !== 0) faults.push(`${name}: ${output}`)
    if (written.code === 0) faults.push(...findDocumentFaults(folder))
    return faults
  } catch (error) {
    return [`the walks no longer fit: ${error instanceof Error ? error.message : String(error)}`]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isAsked = (fault: string, file: string): boolean => fault.startsWith(`${untouched(file)}(`)

const isSource = (file: string): boolean => /\.tsx?$/.test(file)

/** What does not compile, but for what the compiler is to ask for; and what it does not ask for. */
function findTypeFaults(output: string): string[] {
  const errors = output.match(/^\S+\(\d+,\d+\): error .*$/gm) ?? []
  return [
    ...ASKED_FOR.filter((file) => !errors.some((error) => isAsked(error, file))).map(
      (file) => `the compiler does not miss the fields in ${file}`,
    ),
    ...errors.filter((error) => !ASKED_FOR.some((file) => isAsked(error, file))),
  ]
}

function findMigrationFaults(folder: string): string[] {
  const migrations = migrationFolder(folder)
  const migration = readdirSync(migrations).find((name) => name.endsWith(`_${NAMES.one}.sql`)) ?? ''
  const statements = readFileSync(join(migrations, migration), 'utf8')
  return COLUMNS.filter((column) => !statements.includes(`ADD COLUMN "${column}"`)).map(
    (column) => `the migration does not add ${column}`,
  )
}

function findDocumentFaults(folder: string): string[] {
  const { schemas } = JSON.parse(readFileSync(join(folder, 'docs', 'openapi.json'), 'utf8')).components
  return COLUMNS.map((column) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .filter(
      (field) => !schemas.BookInput.properties[field]?.description || !schemas.Book.properties[field]?.description,
    )
    .map((field) => `the API's document does not tell of ${field}`)
}

if (import.meta.main) {
  const faults = await tryWalks()
  for (const fault of faults) console.error(fault)
  process.exit(faults.length === 0 ? 0 : 1)
}
