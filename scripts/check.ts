import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'
import { findMessageFaults, usedKeys } from './check-messages.ts'
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
  'src/db/deleted-rows.server.ts',
  'src/db/noun-tables.server.ts',
  'src/db/tables',
  'src/nouns.ts',
  'src/openapi/rest-routes.server.ts',
  'src/features/book/book.schema.ts',
  'src/features/book/book-fields.words.ts',
  'src/features/book/edit/book-form.tsx',
  'src/features/book/list/book-facts.ts',
  'src/features/noun/shared',
  'src/formats/marc/marc-header.ts',
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
    command('types of the service worker', bin('typescript-7/bin/tsc'), '-p', 'src/service-worker', '--singleThreaded'),
    command(
      'import rules',
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      'src',
      'scripts',
      'testing',
      'e2e',
      'bench',
      '--config',
      '.dependency-cruiser.mjs',
    ),
    command('nothing unused', bin('knip/bin/knip.js')),
    command('nothing that only tests use', bin('knip/bin/knip.js'), '--production'),
    { name: 'exported names', run: () => findSharedNames(projectRoot) },
    { name: 'messages', run: () => findMessageFaults(join(projectRoot, 'messages'), usedKeys(projectRoot)) },
    command('planted violations', 'scripts/check-planted.ts'),
    ...(areWalksChanged() ? [walks] : []),
  ]
  const isGood = await runTasks(tasks)
  recordFigures({ 'seconds of check': Math.round((performance.now() - started) / 1000) })
  return isGood
}

if (import.meta.main) process.exit((await check()) ? 0 : 1)
