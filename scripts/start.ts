import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '#lib/project-root.server.ts'
import { sourceHash } from './source-hash.ts'
import { isBuilt } from './is-built.ts'

// In MB; why these is docs/decisions/0014-memory.md.
const MEMORY = ['--max-semi-space-size=12', '--max-old-space-size=512']

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
// First, so that an operator's own NODE_OPTIONS win.
process.env.NODE_OPTIONS = [...MEMORY, process.env.NODE_OPTIONS ?? ''].join(' ').trim()
const entry = join(projectRoot, 'dist', 'server', 'server.js')
// In the place of this process, not beside it: what it took to get here is given back, and signals go straight there.
if (process.platform !== 'win32') process.execve?.(process.execPath, [process.execPath, ...process.execArgv, entry])
const { serve } = await import(pathToFileURL(entry).href)
await serve()
