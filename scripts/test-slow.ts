import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { walks } from './check.ts'
import { recordFigures } from './house/noted.ts'
import { command, inOrder, runTasks } from './tasks.ts'

// What takes minutes by its nature: kills, updates, attacks, looks at every page, and the walks of the documentation.

// Tests start it some eighty times: built, each takes a tenth of the time that it takes from its sources.
process.env.TEST_COMMAND_LINE = join(projectRoot, 'dist', 'cli', 'maktaba.js')
const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs')
const started = performance.now()
const isGood = await runTasks([
  inOrder(
    command('build of the command line', 'scripts/build-command-line.ts'),
    // More than there are cores: they mostly wait for processes and clocks.
    command('slow server tests', vitest, 'run', '--project', 'slow', '--reporter=dot', '--maxWorkers=4'),
  ),
  inOrder(walks, command('the product without some floors', 'scripts/check-slices.ts')),
])
const journeys = (name: string, ...projects: string[]) =>
  runTasks([
    command(
      name,
      join(projectRoot, 'node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=dot',
    ),
  ])
// One after the other: whole programs have timeouts of their own.
const areLongGood = await journeys('journeys beside the main ways', 'slow-phone', 'slow-desktop')
const arePagesGood = await journeys('journeys over every page', 'pages-phone', 'pages-desktop')
const areProgramsGood = await journeys('journeys of whole programs', 'programs')
// Alone at the end: it compares processor time, which others change least when there are none.
const isFast = await runTasks([
  command('what each kind of request costs', 'scripts/bench.ts', '10000', '--seconds', '1', '--guard'),
])
recordFigures({ 'seconds of slow tests': Math.round((performance.now() - started) / 1000) })
process.exit(isGood && areLongGood && arePagesGood && areProgramsGood && isFast ? 0 : 1)
