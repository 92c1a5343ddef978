import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lazy } from './lazy.ts'
import { projectRoot } from './project-root.server.ts'

export interface BuildInfo {
  version: string
  commit: string
  builtAt: string
  /** Hash of all inputs of the build. */
  source: string
}

/** Name of a build: the beginning of the hash of its sources. */
export const buildNameOf = (source: string): string => source.slice(0, 12)

/** Name of the running build in `x-maktaba-build` and in pages. Empty when run from sources. */
export const buildName = (): string => buildNameOf(buildInfo().source)

/** Version, commit and time of the running build; only the version when run from sources. */
export const buildInfo = lazy((): BuildInfo => {
  const file = join(projectRoot, 'dist', 'build.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  return { version, commit: '', builtAt: '', source: '' }
})
