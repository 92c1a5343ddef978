import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.server.ts'

/** How the operator runs a verb of the command line: from sources, in a container, or from the Debian package. */
export function operatorCommand(verb: string): string {
  if (existsSync(join(projectRoot, 'src'))) return `npm run maktaba -- ${verb}`
  return existsSync(join(projectRoot, 'package.env')) ? `sudo maktaba ${verb}` : `node dist/cli/maktaba.js ${verb}`
}
