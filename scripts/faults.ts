import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { projectRoot } from '#base/lib/project-root.server.ts'
import type { Fault, FaultResult } from '../bench/faults/fault.ts'
import { resultLines } from '../bench/faults/result-lines.ts'
import { isBuilt } from './is-built.ts'
import { sourceHash } from './source-hash.ts'
import { showing } from './tasks.ts'

// Causes faults around the built server and looks whether it keeps what it promises (docs/operations.md, "What happens
// when"): `npm run faults` lists them, `npm run faults -- kill-server --times 20` causes one, `-- all` each of them,
// `-- failover --only disk` one of its kinds.
const folder = join(projectRoot, 'bench', 'faults')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.fault.ts'))
  .map((file) => file.replace('.fault.ts', ''))
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string' },
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '50000' },
    only: { type: 'string' },
  },
})
const wanted = positionals.includes('all') ? names : positionals
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}. There are: ${names.join(', ')}, and all`)
  process.exit(1)
}
for (const [name, value] of Object.entries(values)) {
  if (name === 'only' || value === undefined || /^\d+(\.\d+)?$/.test(value)) continue
  console.error(`--${name} is '${value}': a number is needed`)
  process.exit(1)
}
// Uses Vite's runner, since the messages are compiled for it.
const load = async (name: string) =>
  (await runnerImport<{ default: Fault }>(join(folder, `${name}.fault.ts`))).module.default
if (wanted.length === 0) {
  for (const name of names) console.log(`${name.padEnd(22)} ${(await load(name)).about}`)
  process.exit(0)
}
if (!isBuilt(sourceHash()) && !(await showing(join(projectRoot, 'scripts', 'build.ts')))) process.exit(1)

const results = new Map<string, FaultResult>()
for (const name of wanted) {
  const say = (line: string) => console.log(`${name}: ${line}`)
  const fault = await load(name)
  results.set(
    name,
    await fault.run({
      times: values.times === undefined ? undefined : Number(values.times),
      minutes: Number(values.minutes),
      seed: Number(values.seed),
      requests: Number(values.requests),
      only: values.only,
      say,
    }),
  )
}
for (const line of resultLines(results)) console.log(line)
process.exit([...results.values()].some(({ problems }) => problems.length > 0) ? 1 : 0)
