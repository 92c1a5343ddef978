import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder of package.json. Found by walking up, since the code runs from `src/` (command line, tests) and from
 * `dist/server/` (the built server).
 */
function findProjectRoot(from = import.meta.dirname): string {
  let folder = from
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No package.json above ${from}`)
    folder = parent
  }
  return folder
}

export const projectRoot = findProjectRoot()
