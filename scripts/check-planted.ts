import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'
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
    'ui: src/ui/border.ts',
    'browser-without-server: src/ui/border.ts',
    'no-cycles: src/db/client.server.ts',
    'areas-stay-apart: src/features/book/reader/list.ts',
  ]
  const blind = wanted
    .filter((violation) => !cruised.includes(violation))
    .map((violation) => `The import rules do not see ${violation}`)
  if (!/edit +src\/features\/book\/manager\/edit\.ts/.test(outputOf('knip/bin/knip.js')))
    blind.push('knip does not see the unused export of src/features/book/manager/edit.ts')
  if (findSharedNames(PLANTED).length !== 1) blind.push('The check of names does not see that two files export edit')
  const faults = findMessageFaults(join(PLANTED, 'messages'), (key) => key !== 'idle')
  for (const fault of [
    'ar.json lacks farewell',
    'fr.json has other placeholders in greeting',
    'idle is used nowhere',
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
