import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'

/** Which sources a build is made of. */
export interface Release {
  /** Of package.json: `0.2.0`. */
  version: string
  /** The short commit; empty where there is no history. */
  commit: string
  /**
   * The name of the build, which no build of other sources has, and which sorts by time in Debian's order:
   * `0.2.0+20261129205058.4cf76161`, with the time of the commit (UTC). Where the sources were changed since, or have no history,
   * it has the time of the build.
   */
  release: string
  /** The time in it, in seconds since 1970. */
  time: number
}

/** The release of the sources as they lie in a folder. */
export function releaseOfSources(root = projectRoot): Release {
  const git = (...words: string[]) => outputOfGit(root, words)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [commit = '', committed = ''] = git('log', '-1', '--format=%h %ct').split(' ')
  // Given where there is no history, as in a container.
  const name = commit || (process.env.COMMIT ?? '')
  const isWhole = commit !== '' && git('status', '--porcelain') === ''
  const time = isWhole ? Number(committed) : Math.floor(Date.now() / 1000)
  const digits = new Date(time * 1000).toISOString().slice(0, 19).replaceAll(/\D/g, '')
  const words = [digits, name.replaceAll(/[^0-9A-Za-z]/g, ''), commit !== '' && !isWhole && 'changed']
  return { version, commit: name, release: `${version}+${words.filter(Boolean).join('.')}`, time }
}

/** What git says of the sources; empty where there is no history, as in a release archive. */
function outputOfGit(cwd: string, words: string[]): string {
  try {
    return execFileSync('git', words, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}
