import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'
import { check } from './check.ts'
import { recordFigures } from './house/noted.ts'
import { command, inOrder, runTasks, showing, type Task } from './tasks.ts'

const bin = (path: string): string => join(projectRoot, 'node_modules', path)

const journeys: Task = {
  name: 'journeys',
  run: async () => ((await showing(bin('@playwright/test/cli.js'), 'test')) ? [] : ['see above']),
}

// All tests, the cheapest first. Slow tests mostly wait for processes and clocks: the journeys go on beside them.
const steps = [
  check,
  () =>
    runTasks([
      inOrder(
        command('build of the command line', 'scripts/build-command-line.ts'),
        command('slow server tests', bin('vitest/vitest.mjs'), 'run', '--project', 'slow', '--reporter=dot'),
        command('components', bin('vitest/vitest.mjs'), 'run', '--config', 'vitest.browser.config.ts'),
      ),
      inOrder(command('build', 'scripts/build.ts'), command('budget', 'scripts/budget.ts'), journeys),
    ]),
]
// Tests start it some eighty times: built, each takes a tenth of the time that it takes from its sources.
process.env.TEST_COMMAND_LINE = join(projectRoot, 'dist', 'cli', 'maktaba.js')
const started = performance.now()
for (const step of steps) if (!(await step())) process.exit(1)
recordFigures({ 'seconds of test': Math.round((performance.now() - started) / 1000) })
