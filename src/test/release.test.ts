import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isNewerBuild } from '#operations/update/announcement.server.ts'
import { releaseOfSources } from '../../scripts/release.ts'

/** Sources of version 1.2.3 that were committed at this time, in seconds since 1970. */
async function sources(committed: number | undefined): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'maktaba-release-'))
  await writeFile(join(root, 'package.json'), '{"version":"1.2.3"}')
  if (committed === undefined) return root
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], {
      cwd: root,
      env: { ...process.env, GIT_COMMITTER_DATE: `@${committed} +0000`, GIT_CONFIG_GLOBAL: '/dev/null' },
    })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'First')
  return root
}

test('a build is named by the time of its sources, and sorts by it', async () => {
  const [first, second, loose] = [await sources(1_795_985_458), await sources(1_795_985_459), await sources(undefined)]
  try {
    const { release, commit, time } = releaseOfSources(first)
    expect([release, time]).toEqual([`1.2.3+20261129205058.${commit}`, 1_795_985_458])
    expect(releaseOfSources(first).release).toBe(release)
    expect(isNewerBuild(releaseOfSources(second).release, release)).toBe(true)
    // What is not committed could be anything: the time of the build tells it from all others.
    await writeFile(join(first, 'package.json'), '{"version":"1.2.3", "changed": true}')
    expect(releaseOfSources(first).release).toMatch(new RegExp(`^1\\.2\\.3\\+\\d{14}\\.${commit}\\.changed$`))
    const { release: archive, commit: none } = releaseOfSources(loose)
    expect([archive, none]).toEqual([expect.stringMatching(/^1\.2\.3\+\d{14}$/), ''])
  } finally {
    for (const root of [first, second, loose]) await rm(root, { recursive: true })
  }
})
