import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'

/** Runs the journey of a new build with two real builds on one port, the second from changed sources, and open tabs. */
export default async function measureNewBuild(): Promise<boolean> {
  const cli = join(projectRoot, 'node_modules', '@playwright', 'test', 'cli.js')
  const started = performance.now()
  const { status } = spawnSync(process.execPath, [cli, 'test', 'new-build', '--project=programs'], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, MAKTABA_TWO_BUILDS: 'real' },
  })
  console.log(`Two builds: ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return status === 0
}
