import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'

/** Enters forty books by keyboard only; the form must be empty again within 200 ms after each. */
export default async function measureFortyBooks(): Promise<boolean> {
  const cli = join(projectRoot, 'node_modules', '@playwright', 'test', 'cli.js')
  const { status } = spawnSync(process.execPath, [cli, 'test', 'manager-forty-books', '--project=desktop'], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, MAKTABA_FORTY_BOOKS: 'timed' },
  })
  return status === 0
}
