import { parseArgs } from 'node:util'
import { projectRoot } from '#lib/project-root.server.ts'
import { readNames } from './noun/names.ts'
import { generate, writeNoun } from './noun/write-noun.ts'

const USAGE = `npm run noun -- shelf [--plural shelves] [--words fr=étagère,étagères --words ar=… --words sw=…]

Writes a new noun whole: table and migration, schema, router, list, page and form in both areas, routes, permission,
messages, tests and a journey. docs/add-a-noun.md tells more.`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { plural: { type: 'string' }, words: { type: 'string', multiple: true }, help: { type: 'boolean' } },
})
const [one] = positionals
if (one === undefined || values.help) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 1)
}
try {
  const files = await writeNoun(projectRoot, readNames(one, values.plural, values.words ?? []))
  generate(projectRoot, files)
  for (const file of files) console.log(file)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
