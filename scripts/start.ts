import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '#lib/project-root.server.ts'
import { sourceHash } from './source-hash.ts'
import { isBuilt } from './is-built.ts'

if (!isBuilt(sourceHash())) {
  process.stderr.write('Building Maktaba: this takes some seconds, once.\n')
  // In a process of its own, so that its memory is given back; stdout stays clean.
  const { status } = spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.ts')], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) process.exit(status ?? 1)
}
process.env.NODE_ENV = 'production'
const { serve } = await import(pathToFileURL(join(projectRoot, 'dist', 'server', 'server.js')).href)
await serve()
