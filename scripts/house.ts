import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { tableLines } from '../testing/table.ts'
import { readChanges } from './check-walks.ts'
import { findDuplicates } from './house/duplicates.ts'
import { sharedNames } from './house/exported-names.ts'
import { filesKnowing, floorSizes, reachOf, subjectRings } from './house/floors.ts'
import { readFigures } from './house/noted.ts'
import { filesNaming } from './house/nouns.ts'
import { readSources, sizesOf, type Source } from './house/sources.ts'
import { readImports, readUnused } from './house/tools.ts'
import { TOUCHED_FILES } from './noun/write-noun.ts'
import { execute } from './tasks.ts'

const NOUNS = ['book', 'genre']
const SHORT = 15
/** A list of the kit, the paging of every list, and the page that shows the most. */
const REACHING = [
  'src/kit/activity/shared/activity-list.tsx',
  'src/base/db/list/page.server.ts',
  'src/catalogue/book/manager/book-page.tsx',
]
/** Noted by build, check, test and bench: each takes too long for this table. */
const NOTED = [
  'bytes of /login',
  'bytes of /login without libraries',
  'bytes of /app/books',
  'bytes of /app/books without libraries',
  'requests a second of the list, of the limit',
  'seconds of check',
  'seconds of test',
]

/** Files of under 15 lines that only one other file imports; except routes, which nothing imports. */
function shortSingleUse(product: readonly Source[], importers: ReadonlyMap<string, readonly string[]>): string[] {
  const paths = new Set(product.map(({ path }) => path))
  return product
    .filter(({ path, lines }) => {
      const users = (importers.get(path) ?? []).filter((user) => paths.has(user))
      return lines.length < SHORT && users.length === 1 && !path.startsWith('src/routes/')
    })
    .map(({ path }) => path)
}

interface Measure {
  name: string
  value: number | undefined
  /** The counted places, if they can be listed. */
  places?: readonly string[]
}

const listed = (name: string, places: readonly string[]): Measure => ({ name, value: places.length, places })

function measure(): Measure[] {
  const { product, tests } = readSources(projectRoot)
  const sizes = sizesOf(product)
  const imports = readImports()
  const unused = readUnused()
  const walk = readChanges(readFileSync(join(projectRoot, 'docs', 'add-a-field.md'), 'utf8'))
  const noted = readFigures()
  const [largest] = floorSizes(product)
  return [
    { name: 'files of src, without tests', value: sizes.files },
    { name: 'lines of src, without tests', value: sizes.lines },
    { name: 'lines of tests in src', value: sizesOf(tests).lines },
    { name: 'lines a file: median', value: sizes.median },
    { name: 'lines a file: p90', value: sizes.p90 },
    { name: 'lines a file: max', value: sizes.max },
    { name: 'comments, in a hundred lines', value: sizes.comments },
    listed(`files of under ${SHORT} lines with one user`, shortSingleUse(product, imports.importers)),
    listed(
      'exported names in two files',
      sharedNames(product).map(({ name, files }) => `${name}: ${files.join(', ')}`),
    ),
    listed('unused exports', unused.exports),
    listed('unused exported types', unused.types),
    listed('unused or unlisted dependencies', unused.dependencies),
    listed('unused files', unused.files),
    listed(
      'duplicates: pairs of six equal lines or more',
      findDuplicates(product).map(({ places, lines }) => `${lines} lines: ${places.join(' = ')}`),
    ),
    listed('circles of imports, types included', imports.circles),
    listed('violations of the import rules', imports.violations),
    listed('imports against the floors', imports.upwards),
    listed('largest ring of subjects', subjectRings(imports.graph)[0] ?? []),
    // What is done on shelves and in a school's year stands on lending.
    listed(
      'files outside of lending, of shelves and of a school that know it',
      filesKnowing('lending', imports.graph).filter((file) => !/^src\/(shelves|school)\//.test(file)),
    ),
    ...REACHING.map((file) => ({ name: `files that ${basename(file)} reaches`, value: reachOf(file, imports.graph) })),
    { name: `lines of the largest floor above base (${largest?.floor})`, value: largest?.lines },
    ...NOUNS.map((noun) =>
      listed(`files that name "${noun}" outside its folder, routes, tables`, filesNaming(noun, product)),
    ),
    listed(
      'files that a field of any type touches',
      walk.map(({ file }) => file),
    ),
    listed('files that a new noun touches outside its folder, routes, table', TOUCHED_FILES),
    ...NOTED.map((name) => ({
      name,
      value: noted[name],
    })),
  ]
}

/**
 * Prints the measures of the code. `--json` prints them as JSON with the counted places; `--places` prints the places
 * below the table.
 */
function print(measures: readonly Measure[]): void {
  if (process.argv.includes('--json')) return console.log(JSON.stringify(measures, null, 2))
  const rows = measures.map(({ name, value }) => [name, value?.toLocaleString('en') ?? 'not measured yet'])
  console.log(tableLines(['measure', 'value'], rows).join('\n'))
  if (!process.argv.includes('--places')) return
  for (const { name, places = [] } of measures) {
    if (places.length > 0) console.log(`\n${name}\n${places.map((place) => `  ${place}`).join('\n')}`)
  }
}

// Without the compiled messages, each import of them would count as a fault. Its report would be in the way of --json.
const { code, output } = await execute('scripts/compile-messages.ts', [])
if (code !== 0) throw new Error(`The messages cannot be compiled: ${output}`)
print(measure())
