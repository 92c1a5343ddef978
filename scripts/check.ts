import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'
import { findMessageFaults, usedKeys } from './check-messages.ts'
import { findSharedNames } from './house/exported-names.ts'
import { recordFigures } from './house/noted.ts'
import { command, runTasks, type Task } from './tasks.ts'

const bin = (path: string): string => join(projectRoot, 'node_modules', path)

/** The checks and tests without a browser, after generating all generated files. */
export async function check(): Promise<boolean> {
  const started = performance.now()
  const isReady = await runTasks([command('messages compile', 'scripts/compile-messages.ts')])
  if (!isReady) return false
  const tasks: Task[] = [
    command('server tests', bin('vitest/vitest.mjs'), 'run', '--project', 'fast', '--reporter=dot'),
    command('format', bin('oxfmt/bin/oxfmt'), '--check', '.'),
    command('lint', bin('oxlint/bin/oxlint'), '--deny-warnings', '--report-unused-disable-directives'),
    command('types', bin('typescript-7/bin/tsc'), '-p', '.', '--singleThreaded'),
    command('types of the service worker', bin('typescript-7/bin/tsc'), '-p', 'src/service-worker', '--singleThreaded'),
    command(
      'import rules',
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      'src',
      'scripts',
      '--config',
      '.dependency-cruiser.mjs',
    ),
    command('nothing unused', bin('knip/bin/knip.js')),
    command('nothing that only tests use', bin('knip/bin/knip.js'), '--production'),
    { name: 'exported names', run: () => findSharedNames(projectRoot) },
    { name: 'messages', run: () => findMessageFaults(join(projectRoot, 'messages'), usedKeys(projectRoot)) },
    command('planted violations', 'scripts/check-planted.ts'),
    command('a field of every type, and a new noun', 'scripts/check-walks.ts'),
  ]
  const isGood = await runTasks(tasks)
  recordFigures({ 'seconds of check': Math.round((performance.now() - started) / 1000) })
  return isGood
}

if (import.meta.main) process.exit((await check()) ? 0 : 1)
