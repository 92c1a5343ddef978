import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'
import { check } from './check.ts'
import { recordFigures } from './house/noted.ts'
import { showing } from './tasks.ts'

// All tests, the cheapest first.
const steps = [
  check,
  () => showing(join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'slow'),
  () =>
    showing(join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'vitest.browser.config.ts'),
  () => showing('scripts/build.ts'),
  () => showing('scripts/budget.ts'),
  () => showing(join(projectRoot, 'node_modules', '@playwright', 'test', 'cli.js'), 'test'),
]
const started = performance.now()
for (const step of steps) if (!(await step())) process.exit(1)
recordFigures({ 'seconds of test': Math.round((performance.now() - started) / 1000) })
