import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createRunnableDevEnvironment, resolveConfig } from 'vite'
import { projectRoot } from '#base/lib/project-root.server.ts'

// Measurements that tests cannot time on a shared machine: `npm run measure -- memory`. The default export of
// each file bench/*.measure.ts prints its figures and returns whether they are good enough.
const names = readdirSync(join(projectRoot, 'bench'))
  .filter((file) => file.endsWith('.measure.ts'))
  .map((file) => file.replace('.measure.ts', ''))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0 || wanted.length === 0) {
  console.error(`Name what to measure: ${names.join(', ')}`)
  process.exit(1)
}
// Vite's runner, since the messages are compiled for it, and pages are in JSX. Its `runnerImport` imports nothing later.
const config = await resolveConfig(
  {
    configFile: false,
    environments: {
      measure: {
        consumer: 'server',
        dev: { moduleRunnerTransform: true },
        resolve: { external: true, mainFields: [], conditions: ['node'] },
      },
    },
  },
  'serve',
)
const environment = createRunnableDevEnvironment('measure', config, { hot: false })
await environment.init()
let isGood = true
for (const name of wanted) {
  const measure = await environment.runner.import<{ default: () => Promise<boolean> }>(
    join(projectRoot, 'bench', `${name}.measure.ts`),
  )
  if (!(await measure.default())) isGood = false
}
process.exit(isGood ? 0 : 1)
