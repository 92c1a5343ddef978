import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.server.ts'

/** How the operator runs a verb of the command line: in a container there are neither sources nor npm. */
export const operatorCommand = (verb: string): string =>
  `${existsSync(join(projectRoot, 'src')) ? 'npm run maktaba --' : 'node dist/cli/maktaba.js'} ${verb}`
