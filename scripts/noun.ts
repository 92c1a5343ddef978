import { relative } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { readCommand } from './noun/names.ts'
import { migrationFolder } from './migration.ts'
import { generate, writeNoun } from './noun/write-noun.ts'

const USAGE = `npm run noun -- shelf [--plural shelves] [--of book] [--words "fr=une étagère,étagères" --words ar=… --words sw=…]

Writes a new noun whole: table and migration, schema, router, list, page and form of the manager area, routes,
permission, undo, messages, tests and a journey. With --of book it belongs to a book. docs/add-a-noun.md tells more.`

try {
  const names = process.argv.includes('--help') ? undefined : readCommand(process.argv.slice(2))
  if (!names) {
    console.log(USAGE)
    process.exit(process.argv.includes('--help') ? 0 : 1)
  }
  const files = await writeNoun(projectRoot, names)
  generate(projectRoot, files)
  for (const file of new Set(files)) console.log(file)
  console.log(
    `and what is generated: a migration in ${relative(projectRoot, migrationFolder(projectRoot))}, src/base/db/sql, src/routeTree.gen.ts, docs/openapi.json`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
