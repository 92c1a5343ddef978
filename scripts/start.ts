import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { sourceHash } from './source-hash.ts'
import { isBuilt } from './is-built.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

// In MB; see docs/decisions/0014-server-bundle-and-memory.md.
const MEMORY = ['--max-semi-space-size=12', '--max-old-space-size=512', '--expose-gc']

if (!isBuilt(sourceHash())) {
  process.stderr.write('Building Maktaba: this takes some seconds, once.\n')
  const code = await build()
  if (code !== 0) process.exit(code)
}
process.env.NODE_ENV = 'production'
// First, so that the operator's NODE_OPTIONS override them.
process.env.NODE_OPTIONS = [...MEMORY, process.env.NODE_OPTIONS ?? ''].join(' ').trim()
const entry = join(projectRoot, 'dist', 'server', 'server.js')
// npm forwards signals to the server, but not when it is killed itself.
const parent = process.env.npm_lifecycle_event === 'start' ? [`--parent=${process.ppid}`] : []
// Replaces this process, which frees its memory and lets signals reach the server directly.
if (process.platform !== 'win32')
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, entry, ...parent])
process.argv.push(...parent)
const { serve } = await import(pathToFileURL(entry).href)
await serve()

/** Builds in a child process, which frees its memory and keeps stdout clean. Returns the exit code. */
function build(): Promise<number> {
  const child = spawn(process.execPath, [join(projectRoot, 'scripts', 'build.ts')], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const stop = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, stop)
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, stop)
      // The exit code that a shell reports for a signal.
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal])
    })
  })
}
