import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { check } from './check.ts'
import { recordFigures } from './house/noted.ts'
import { command, inOrder, runTasks, showing, type Task } from './tasks.ts'

const bin = (path: string): string => join(projectRoot, 'node_modules', path)

const vitest = bin('vitest/vitest.mjs')

const journeys: Task = {
  name: 'journeys',
  run: async () =>
    (await showing(bin('@playwright/test/cli.js'), 'test', '--project=phone', '--project=desktop'))
      ? []
      : ['see above'],
}

// All tests but the slow ones (scripts/test-slow.ts), the cheapest first.
const steps = [
  check,
  () =>
    runTasks(
      [
        inOrder(command('build', 'scripts/build.ts'), command('budget', 'scripts/budget.ts'), journeys),
        command('long server tests', vitest, 'run', '--project', 'long', '--reporter=dot'),
        // They wait for animations more than they work.
        command('components', vitest, 'run', '--config', 'vitest.browser.config.ts', '--reporter=dot'),
      ],
      3,
    ),
]
const started = performance.now()
for (const step of steps) if (!(await step())) process.exit(1)
recordFigures({ 'seconds of test': Math.round((performance.now() - started) / 1000) })
