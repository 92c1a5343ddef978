import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Generator, getConfig } from '@tanstack/router-generator'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { withSlashes } from '#base/lib/with-slashes.server.ts'
import { LANGUAGES, type Language } from '../../testing/words.ts'
import { generateMigration, migrationFolder } from '../migration.ts'
import { CHANGED_OF_BOOK, changed } from './of-book.ts'
import { withNoun, withWords, type NounNames } from './names.ts'

const TEMPLATES = join(projectRoot, 'scripts', 'noun', 'template')
const bin = (path: string): string => join(projectRoot, 'node_modules', path)

/** Lines of the lists in which every noun stands once; each goes in before the line that it names. */
const LISTED: Record<string, [before: RegExp, line: string][]> = {
  'src/nouns.ts': [
    [/^import \{ userNoun \}/m, "import { shelfNoun } from '#catalogue/shelf/shelf.noun.ts'"],
    [/^ {2}user: userNoun,/m, '  shelf: shelfNoun,'],
  ],
  'src/noun-words.ts': [
    [/^import \{ userWords \}/m, "import { shelfWords } from '#catalogue/shelf/shelf.words.ts'"],
    [/^ {2}user: userWords,/m, '  shelf: shelfWords,'],
  ],
  'src/base/db/noun-tables.server.ts': [
    [/^import \{ userChange \}/m, "import { shelf, shelfChange, shelfConstraints } from './tables/shelf.ts'"],
    [
      /^ {2}user: \{/m,
      '  shelf: { table: shelf, constraints: shelfConstraints, changes: shelfChange, isRestorable: true },',
    ],
  ],
  'src/api.server.ts': [
    [/^import \{ userRouter \}/m, "import { shelfRouter } from '#catalogue/shelf/shelf.router.server.ts'"],
    [/^ {2}user: userRouter,/m, '  shelf: shelfRouter,'],
  ],
  'project.inlang/settings.json': [
    [/^ {6}"\.\/messages\/exchange\//m, '      "./messages/catalogue/shelf/{locale}.json",'],
  ],
}

/** What a noun costs by hand outside its own folders, routes and table. */
export const TOUCHED_FILES = Object.keys(LISTED)

const templatesOf = ({ isOfBook = false }: NounNames): string[] =>
  ['noun', ...(isOfBook ? ['of-book'] : [])].map((template) => join(TEMPLATES, template))

/** The sources of a noun by their paths; what belongs to a book has some of its own. */
const sourcesOf = (names: NounNames): Map<string, string> =>
  new Map(
    templatesOf(names).flatMap((template) =>
      readdirSync(template, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [withSlashes(relative(template, file)), readFileSync(file, 'utf8')] as const),
    ),
  )

/** Writes a noun into the project in `folder`; answers the files that are new or changed. Throws where it is there already. */
export async function writeNoun(folder: string, names: NounNames): Promise<string[]> {
  const name = (text: string): string => withNoun(text, names)
  const ofBook = (file: string, text: string): string => (names.isOfBook ? changed(file, text) : text)
  const written = [...sourcesOf(names)].map(([file, text]) => ({ file: name(file), text: name(ofBook(file, text)) }))
  const taken = [
    `src/catalogue/${names.one}`,
    `messages/catalogue/${names.one}`,
    ...written.map(({ file }) => file),
  ].find((file) => existsSync(join(folder, file)))
  if (taken !== undefined) throw new Error(`${taken} is there already`)
  for (const { file, text } of written) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const [file, lines] of Object.entries(LISTED)) edit(folder, file, (text) => lines.reduce(insert(name), text))
  const others = names.isOfBook ? CHANGED_OF_BOOK : []
  for (const file of others) edit(folder, file, (text) => changed(file, text, name))
  const messages = LANGUAGES.map((language) => writeMessages(folder, language, names))
  addMigration(folder, names)
  await writeRouteTree(folder)
  return [...written.map(({ file }) => file), ...messages, ...TOUCHED_FILES, ...others]
}

/** Writes what follows from the sources: compiled messages, the API's document, functions of the database; formats the new files. */
export function generate(folder: string, files: readonly string[]): void {
  const sources = files.filter((file) => /\.tsx?$/.test(file))
  for (const [program, ...options] of [
    ['scripts/compile-messages.ts'],
    [bin('oxfmt/bin/oxfmt'), ...sources],
    ['scripts/openapi.ts'],
    [bin('vitest/vitest.mjs'), 'run', '--project', 'fast', 'src/base/db/sql.test.ts', '--update'],
  ] as const) {
    const { status, stderr, stdout } = run(folder, program, ...options)
    if (status !== 0) throw new Error(`${program}: ${stderr || stdout}`)
  }
}

const run = (folder: string, ...command: string[]) =>
  spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' })

function edit(folder: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
}

const insert =
  (name: (text: string) => string) =>
  (text: string, [before, line]: [RegExp, string]): string => {
    if (!before.test(text)) throw new Error(`No line like ${before}`)
    return text.replace(before, (found) => `${name(line)}\n${found}`)
  }

/** Writes the messages of a noun in a language; answers their file. */
function writeMessages(folder: string, language: Language, names: NounNames): string {
  const words = names.words[language] ?? names
  const sentences = templatesOf(names).map((template) => {
    const text = readFileSync(join(template, 'messages', `${language}.json`), 'utf8')
    return JSON.parse(withWords(withNoun(text, names), language, words))
  })
  const all = Object.assign({ $schema: 'https://inlang.com/schema/inlang-message-format' }, ...sentences)
  const file = `messages/catalogue/${names.one}/${language}.json`
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${JSON.stringify(all, null, 2)}\n`)
  return file
}

/** The table's migration; its triggers keep totals and the activity. */
function addMigration(folder: string, names: NounNames): void {
  const output = generateMigration(folder, '--name', names.one)
  const migrations = migrationFolder(folder)
  const file = readdirSync(migrations).find((one) => one.endsWith(`_${names.one}.sql`))
  if (file === undefined) throw new Error(`No migration was generated: ${output}`)
  appendFileSync(
    join(migrations, file),
    `\n${withNoun(readFileSync(join(TEMPLATES, 'noun', 'migration.sql'), 'utf8'), names)}`,
  )
}

/** The tree of routes, as the build writes it: what TanStack Start adds at its end is kept. */
async function writeRouteTree(folder: string): Promise<void> {
  const tree = 'src/routeTree.gen.ts'
  const [, start = ''] = readFileSync(join(folder, tree), 'utf8').split(/(?=^import type \{ getRouter \})/m)
  const config = getConfig(
    {
      routesDirectory: join(folder, 'src', 'routes'),
      generatedRouteTree: join(folder, tree),
      routeFileIgnorePattern: '\\.(test|css)\\.',
      target: 'react',
      disableLogging: true,
    },
    folder,
  )
  await new Generator({ config, root: folder }).run()
  edit(folder, tree, (text) => (text.includes('getRouter') ? text : `${text.trimEnd()}\n\n${start}`))
}
