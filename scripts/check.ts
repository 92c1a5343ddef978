import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { findMessageFaults } from './check-messages.ts'
import { findSharedNames } from './house/exported-names.ts'
import { recordFigures } from './house/noted.ts'
import { hashOf } from './source-hash.ts'
import { command, runTasks, type Task } from './tasks.ts'

const bin = (path: string): string => join(projectRoot, 'node_modules', path)

/** What the pages about a new field and a new noun, and the command for it, are made of. */
const WALKED = [
  'docs/add-a-field.md',
  'docs/add-a-noun.md',
  'scripts/check-walks.ts',
  'scripts/noun',
  'scripts/migration.ts',
  'src/base/db/deleted-rows.server.ts',
  'src/base/db/noun-tables.server.ts',
  'src/base/db/tables',
  'src/nouns.ts',
  'src/base/openapi/rest-routes.server.ts',
  'src/catalogue/book/book.schema.ts',
  'src/catalogue/book/book-fields.words.ts',
  'src/catalogue/book/edit/book-form.tsx',
  'src/catalogue/book/list/book-facts.ts',
  'src/kit/activity/shared/undo-row.server.ts',
  'src/kit/noun/shared',
  'src/base/formats/marc/marc-header.ts',
]
const WALKED_HASH = join(projectRoot, 'node_modules', '.cache', 'walks')

/** Tries docs/add-a-field.md and `npm run noun` on a copy of the project. */
export const walks: Task = {
  name: 'a field of every type, and a new noun',
  run: async () => {
    const hash = hashOf(WALKED)
    const faults = await command('', 'scripts/check-walks.ts').run()
    if (faults.length === 0) {
      mkdirSync(dirname(WALKED_HASH), { recursive: true })
      writeFileSync(WALKED_HASH, hash)
    }
    return faults
  },
}

/** Whether their inputs are others than when they were last green here; where they never ran, `npm run test:slow` runs them. */
const areWalksChanged = (): boolean => existsSync(WALKED_HASH) && readFileSync(WALKED_HASH, 'utf8') !== hashOf(WALKED)

/** The checks and tests without a browser, after generating all generated files. */
export async function check(): Promise<boolean> {
  const started = performance.now()
  const isReady = await runTasks([
    command('messages compile', 'scripts/compile-messages.ts'),
    // It does without messages.
    command('format', bin('oxfmt/bin/oxfmt'), '--check', '.'),
  ])
  if (!isReady) return false
  const tasks: Task[] = [
    command('lint', bin('oxlint/bin/oxlint'), '--deny-warnings', '--report-unused-disable-directives'),
    command('server tests', bin('vitest/vitest.mjs'), 'run', '--project', 'fast', '--reporter=dot'),
    command('types', bin('typescript-7/bin/tsc'), '-p', '.', '--singleThreaded'),
    command(
      'types of the service worker',
      bin('typescript-7/bin/tsc'),
      '-p',
      'src/catalogue/service-worker',
      '--singleThreaded',
    ),
    command('import rules', 'scripts/check-imports.ts'),
    command('nothing unused', bin('knip/bin/knip.js')),
    command('nothing that only tests use', bin('knip/bin/knip.js'), '--production'),
    { name: 'exported names', run: () => findSharedNames(projectRoot) },
    { name: 'messages', run: () => findMessageFaults(projectRoot) },
    command('planted violations', 'scripts/check-planted.ts'),
    ...(areWalksChanged() ? [walks] : []),
  ]
  const isGood = await runTasks(tasks)
  recordFigures({ 'seconds of check': Math.round((performance.now() - started) / 1000) })
  return isGood
}

if (import.meta.main) process.exit((await check()) ? 0 : 1)
