import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { findMessageFaults } from './check-messages.ts'
import { findSharedNames } from './house/exported-names.ts'

const PLANTED = join(projectRoot, 'scripts', 'planted')

/** Output of a command of node_modules for the planted faults. */
const outputOf = (program: string, ...options: string[]): string =>
  spawnSync(process.execPath, [join(projectRoot, 'node_modules', program), ...options], {
    cwd: PLANTED,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  }).stdout

/** Planted faults that a check did not report: proves that the rules run. */
export function findBlindChecks(): string[] {
  const cruised = outputOf(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    'src',
    '--config',
    join(projectRoot, '.dependency-cruiser.mjs'),
    '--ts-config',
    join(projectRoot, 'tsconfig.json'),
    '--output-type',
    'err',
  )
  const wanted = [
    'ui: src/base/ui/border.ts',
    'floors: base: src/base/ui/border.ts',
    'browser-without-server: src/base/ui/border.ts',
    'no-cycles: src/base/db/client.server.ts',
    'areas-stay-apart: src/catalogue/book/reader/list.ts',
  ]
  const blind = wanted
    .filter((violation) => !cruised.includes(violation))
    .map((violation) => `The import rules do not see ${violation}`)
  if (!/edit +src\/catalogue\/book\/manager\/edit\.ts/.test(outputOf('knip/bin/knip.js')))
    blind.push('knip does not see the unused export of src/catalogue/book/manager/edit.ts')
  if (findSharedNames(PLANTED).length !== 1) blind.push('The check of names does not see that two files export edit')
  const faults = findMessageFaults(PLANTED)
  for (const fault of [
    'messages/base/ar.json lacks farewell',
    'messages/base/fr.json has other placeholders in greeting',
    'idle is used nowhere',
    'farewell stands in messages/base and in messages/catalogue',
    'border belongs into messages/base, the lowest that uses it, not into messages/catalogue',
    'listed belongs into messages/catalogue, the lowest that uses it, not into messages/base',
  ]) {
    if (!faults.includes(fault)) blind.push(`The check of messages does not see: ${fault}`)
  }
  return blind
}

if (import.meta.main) {
  const faults = findBlindChecks()
  for (const fault of faults) console.error(fault)
  process.exit(faults.length === 0 ? 0 : 1)
}
