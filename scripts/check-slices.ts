import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { runSql } from '../testing/database.ts'
import { startServer } from '../testing/server.ts'
import { LANGUAGES } from '../testing/words.ts'
import { findMessageFaults, lowestUsers } from './check-messages.ts'
import { placeMessages } from './place-messages.ts'
import { bin, copyProject, runIn } from './project-copy.ts'

/** A floor, or the pages of operations in the browser: its server and its command line run the product. */
type Part = 'school' | 'shelves' | 'lending' | 'exchange' | 'pages of operations'

/**
 * What is taken out of a copy of the project: the product is whole without each, and without all. What is done on shelves and in a
 * school's year stands on lending.
 */
const VARIANTS: readonly (readonly Part[])[] = [
  ['school'],
  ['school', 'shelves'],
  ['school', 'shelves', 'lending'],
  ['exchange'],
  ['pages of operations'],
  ['school', 'shelves', 'lending', 'exchange', 'pages of operations'],
]

/** What a reader does, and a manager with the dashboard and without. */
const READERS = ['[phone] › sign-in.journey.ts', '[phone] › search.journey.ts']
const MANAGERS = {
  withDashboard: '[desktop] › manager-frame.journey.ts',
  without: '[desktop] › manager-books.journey.ts',
}

/** A row if an existing database has kept the three open loans of a borrower. */
const KEPT = `select count(*) from loan join copy on copy.id = copy_id join borrower on borrower.id = borrower_id
  where borrower.name = 'Who has borrowed' and returned_at is null having count(*) = 3`

const CLI = 'src/operations/cli'

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8')

const filesOf = (folder: string, ...patterns: string[]): string[] => globSync(patterns, { cwd: folder })

const remove = (folder: string, file: string): void => rmSync(join(folder, file), { recursive: true })

/** Takes the lines out of the lists of `src`, of a floor's router and of the command line that name what is imported from one of these places. */
function takeOutOfLists(folder: string, isGone: (from: string) => boolean): void {
  for (const list of filesOf(folder, 'src/*.{ts,tsx}', 'src/*/*.router.server.ts', `${CLI}/verbs.ts`)) {
    const floor = /^src\/(\w+)\/[\w.]+$/.exec(list)?.[1]
    const names: string[] = []
    const lines = read(folder, list).split('\n')
    const kept = lines.filter((line) => {
      const [, name, from] = /^import \{ (\w+) \} from '(.*)'$/.exec(line) ?? []
      const isOut = from !== undefined && isGone(floor === undefined ? from : from.replace(/^\./, `#${floor}`))
      if (isOut && name !== undefined) names.push(name)
      return !isOut
    })
    if (names.length === 0) continue
    const use = new RegExp(
      `^ +(\\.\\.\\.|\\w+: )?(${names.join('|')})(\\(program\\)|,)\n|, (${names.join('|')})\\b`,
      'gm',
    )
    writeFileSync(join(folder, list), kept.join('\n').replace(use, ''))
  }
}

/**
 * Takes a floor out, as docs/architecture.md says: its folder, its messages, its routes, its verbs of the command line, and its
 * line in each list with the import above. The same of capabilities of other floors that stand on it: folders with a slice of their
 * own, such as class lists on imports. Tests that import it go too; what is tested is the product.
 */
function takeOutFloor(folder: string, floor: Exclude<Part, 'pages of operations'>): void {
  const knows = (file: string) => read(folder, file).includes(`'#${floor}/`)
  remove(folder, `src/${floor}`)
  remove(folder, `messages/${floor}`)
  const capabilities = [
    ...new Set(filesOf(folder, 'src/*/*/*.slice{,.server}.ts').map((file) => dirname(file))),
  ].filter((capability) => filesOf(folder, `${capability}/**/*.{ts,tsx}`).some(knows))
  for (const capability of capabilities) remove(folder, capability)
  const routesAndTests = ['src/routes/**/*', 'src/**/*.test{,-*}', 'src/test/**/*', 'e2e/**/*', 'bench/**/*']
  for (const file of filesOf(folder, ...routesAndTests.map((path) => `${path}.{ts,tsx}`)))
    if (knows(file)) remove(folder, file)
  const verbs = new Set(
    filesOf(folder, `${CLI}/*/*.ts`)
      .filter(knows)
      .map((file) => basename(dirname(file))),
  )
  for (const verb of verbs) remove(folder, join(CLI, verb))
  takeOutOfLists(folder, (from) =>
    [
      `#${floor}/`,
      ...capabilities.map((capability) => `${capability.replace('src/', '#')}/`),
      ...[...verbs].map((verb) => `./${verb}/`),
    ].some((one) => from.startsWith(one)),
  )
  for (const capability of capabilities) takeOutUnsaid(folder, [capability.split('/')[1] ?? ''])
}

/** Takes the messages that nothing says any more out of these folders of messages. */
function takeOutUnsaid(folder: string, slices: readonly string[]): void {
  const users = lowestUsers(join(folder, 'src'))
  for (const language of LANGUAGES)
    for (const slice of slices) {
      const file = `messages/${slice}/${language}.json`
      const messages = Object.entries<unknown>(JSON.parse(read(folder, file)))
      const kept = messages.filter(([key]) => key.startsWith('$') || users.has(key))
      writeFileSync(join(folder, file), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
    }
}

/**
 * Takes the pages of operations out, but for the set-up, by which a product begins: components and the functions that they call,
 * routes, what they contribute to other pages, and the messages that nothing says without them.
 */
function takeOutPages(folder: string): void {
  for (const file of filesOf(folder, 'src/operations/**/*.{tsx,css,data.ts}', 'src/operations/operations.slice.ts'))
    if (!file.startsWith('src/operations/setup/')) remove(folder, file)
  removeWithoutImports(folder)
  for (const file of filesOf(folder, 'src/routes/**/*.{ts,tsx}'))
    if (!/^src\/routes\/(api\/|setup\.)/.test(file) && read(folder, file).includes("'#operations/"))
      remove(folder, file)
  takeOutOfLists(folder, (from) => from === '#operations/operations.slice.ts')
  takeOutUnsaid(folder, ['operations', 'shell'])
  placeMessages(folder)
}

/** Removes the files of operations that import a component or a function that is gone, and those that import such a file. */
function removeWithoutImports(folder: string): void {
  const isGone = (file: string, from: string) =>
    !existsSync(from.startsWith('.') ? join(folder, dirname(file), from) : join(folder, from.replace('#', 'src/')))
  const gone = filesOf(folder, 'src/operations/**/!(*.test).ts').filter((file) =>
    [...read(folder, file).matchAll(/from '((?:\.|#operations\/)[^'?]+\.(?:tsx?|css))[?\w]*'/g)].some(([, from = '']) =>
      isGone(file, from),
    ),
  )
  for (const file of gone) remove(folder, file)
  if (gone.length > 0) removeWithoutImports(folder)
}

/** The types of the product, without tests. */
const PRODUCT = {
  extends: './tsconfig.json',
  include: ['src'],
  exclude: ['src/**/*.test.*', 'src/**/*.test-*', 'src/test', 'src/catalogue/service-worker'],
}

/** What does not stay of a library that has lent a book, when the product without lending goes on with its data. */
async function findLosses(folder: string): Promise<string[]> {
  const before = await startServer()
  await runSql(
    before.dataDir,
    `with reader as (insert into borrower (id, name) values (gen_random_uuid(), 'Who has borrowed') returning id),
       added as (insert into copy (id, book_id) select gen_random_uuid(), id from book limit 3 returning id)
     insert into loan (id, copy_id, borrower_id, lent_at, due_on, act_id)
       select gen_random_uuid(), added.id, reader.id, now(), current_date + 14, gen_random_uuid() from added, reader`,
    [],
  )
  await before.pause()
  const after = await startServer({}, [], { entry: join(folder, 'scripts', 'start.ts'), before })
  const faults: string[] = []
  const { ok, status } = await fetch(`${after.url}/api/health/ready`)
  if (!ok) faults.push(`the server is not ready: ${status}`)
  await runSql(after.dataDir, KEPT, []).catch((error: unknown) => faults.push(`loans: ${String(error)}`))
  await after.stop()
  return faults
}

/** Faults of the product in a folder. */
async function findFaults(folder: string, parts: readonly Part[], journeys: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  const run = async (name: string, ...options: string[]) => {
    const { code, output } = await runIn(folder, options)
    if (code !== 0) faults.push(`${name}:`, output)
    return code === 0
  }
  writeFileSync(join(folder, 'tsconfig.product.json'), JSON.stringify(PRODUCT))
  // The build writes the tree of the routes, which the types are of.
  if (!(await run('messages', 'scripts/compile-messages.ts')) || !(await run('build', 'scripts/build.ts')))
    return faults
  const notProduct = '^src/(test|base/i18n/paraglide)/|\\.test[.-]'
  await Promise.all([
    run('types', bin('typescript-7/bin/tsc'), '-p', 'tsconfig.product.json', '--singleThreaded'),
    run('import rules', bin('dependency-cruiser/bin/dependency-cruiser.mjs'), 'src', '--exclude', notProduct),
    run('lint', bin('oxlint/bin/oxlint'), '--deny-warnings', 'src'),
  ])
  faults.push(...findMessageFaults(folder))
  // A school's year, shelves and lending leave no helper behind that only they used, but their packages, which `npm uninstall` takes out.
  // Exchange leaves all formats of files, which are of the base.
  if (parts.every((part) => ['school', 'shelves', 'lending'].includes(part))) {
    await run('unused code', bin('knip/bin/knip.js'), '--exclude', 'dependencies')
    await run('code that only tests use', bin('knip/bin/knip.js'), '--production')
  }
  const list = join(folder, 'journeys.txt')
  writeFileSync(list, journeys.join('\n'))
  await run(
    'journeys',
    bin('@playwright/test/cli.js'),
    'test',
    '--project=phone',
    '--project=desktop',
    '--test-list',
    list,
  )
  return faults
}

/** Faults of the product without some of its parts. */
async function tryWithout(parts: readonly Part[]): Promise<string[]> {
  const folder = copyProject()
  const hasPages = !parts.includes('pages of operations')
  try {
    for (const part of parts) {
      if (part === 'pages of operations') takeOutPages(folder)
      else takeOutFloor(folder, part)
    }
    const faults = await findFaults(folder, parts, [...READERS, hasPages ? MANAGERS.withDashboard : MANAGERS.without])
    if (parts.includes('lending') && faults.length === 0) faults.push(...(await findLosses(folder)))
    return faults.map((fault) => `without ${parts.join(' and ')}: ${fault}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const faults: string[] = []
  for (const parts of VARIANTS) {
    const started = performance.now()
    faults.push(...(await tryWithout(parts)))
    console.log(`without ${parts.join(' and ')}: ${Math.round((performance.now() - started) / 1000)} s`)
  }
  for (const fault of faults) console.error(fault)
  process.exit(faults.length === 0 ? 0 : 1)
}
