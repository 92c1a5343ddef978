import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'

/** Written last by a build, with the hash of its sources. */
export const BUILD_STAMP = join(projectRoot, 'dist', 'build.json')

export const isBuilt = (hash: string): boolean =>
  existsSync(BUILD_STAMP) && JSON.parse(readFileSync(BUILD_STAMP, 'utf8')).source === hash
