import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lazy } from './lazy.ts'
import { projectRoot } from './project-root.server.ts'

export interface BuildInfo {
  version: string
  commit: string
  builtAt: string
  /** Hash of everything that went into the build. */
  source: string
}

/** Names the build that runs, as `x-maktaba-build` and the pages do: the same sources, the same name. Empty from sources. */
export const buildName = (): string => buildInfo().source.slice(0, 12)

/** Version, commit and time of the build that runs; from sources, the version alone. */
export const buildInfo = lazy((): BuildInfo => {
  const file = join(projectRoot, 'dist', 'build.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  return { version, commit: '', builtAt: '', source: '' }
})
