import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'

/** Written last by a build: what it was built from. */
export const BUILD_STAMP = join(projectRoot, 'dist', 'build.json')

/** Whether `dist/` was built from sources with this hash. */
export const isBuilt = (hash: string): boolean =>
  existsSync(BUILD_STAMP) && JSON.parse(readFileSync(BUILD_STAMP, 'utf8')).source === hash
