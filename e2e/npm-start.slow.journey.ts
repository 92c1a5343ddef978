import { spawn, type ChildProcess } from 'node:child_process'
import { findClusterPaths } from '#base/db/embedded/cluster-paths.server.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { forget, freePort, INHERITED, newDataDir, postgresOf, readyUrl } from '../testing/server.ts'
import { expect, test } from './test.ts'

const isAnswering = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )

async function npmStart(dataDir: string): Promise<{ npm: ChildProcess; url: string; logged: () => string }> {
  const npm = spawn('npm', ['start'], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      SEED: 'none',
    },
  })
  let said = ''
  let logged = ''
  npm.stdout?.setEncoding('utf8').on('data', (part: string) => (said += part))
  npm.stderr?.setEncoding('utf8').on('data', (part: string) => (logged += part))
  // npm itself says on stdout what it starts.
  return {
    npm,
    url: await readyUrl(npm, () => said.slice(said.indexOf('Maktaba '))),
    logged: () => logged,
  }
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test(`${signal} to npm start ends the server and its database`, { tag: '@desktop' }, async () => {
    const dataDir = newDataDir()
    const { npm, url, logged } = await npmStart(dataDir)
    await expect
      .poll(logged)
      .toContain(`the code to sign in as admin@example.com will appear here and in ${dataDir}/outbox`)
    const place = await findClusterPaths(dataDir)
    expect(await isAnswering(url)).toBe(true)
    expect(postgresOf(place)).not.toEqual([])
    npm.kill(signal)
    await expect.poll(() => isAnswering(url), { timeout: 20_000 }).toBe(false)
    await expect.poll(() => postgresOf(place), { timeout: 20_000 }).toEqual([])
    await forget(dataDir)
  })
