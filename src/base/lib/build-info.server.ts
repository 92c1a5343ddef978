import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lazy } from './lazy.ts'
import { projectRoot } from './project-root.server.ts'

export interface BuildInfo {
  /** `0.2.0` */
  version: string
  /** The name of the build, which no other one has: `0.2.0+20261129205058.4cf76161`. The version when run from sources. */
  release: string
  commit: string
  builtAt: string
  /** Hash of all inputs of the build. */
  source: string
}

/** Name of a build: the beginning of the hash of its sources. */
export const buildNameOf = (source: string): string => source.slice(0, 12)

/** Name of the running build in `x-maktaba-build` and in pages. Empty when run from sources. */
export const buildName = (): string => buildNameOf(buildInfo().source)

/** Version, name, commit and time of the running build; only the version when run from sources. */
export const buildInfo = lazy((): BuildInfo => {
  const file = join(projectRoot, 'dist', 'build.json')
  if (existsSync(file)) {
    const stamp = JSON.parse(readFileSync(file, 'utf8'))
    // Versions until 0.1.0 had no names of builds.
    return { release: stamp.version, ...stamp }
  }
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  return { version, release: version, commit: '', builtAt: '', source: '' }
})
