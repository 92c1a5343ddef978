import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createBuilder } from 'vite'
import { projectRoot } from '#lib/project-root.server.ts'
import { buildNameOf } from '#lib/build-info.server.ts'
import { BUILD_STAMP } from './is-built.ts'
import { buildServiceWorker } from './service-worker.ts'
import { sourceHash } from './source-hash.ts'

/** Bytes above which a lower brotli quality is used: two seconds for two per cent of the API reference. */
const LARGE = 1_000_000
/** Bytes below which compression saves less than the headers that it takes. */
const SMALL = 200
const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/

/** Builds browser and server code, compresses the static files, and writes the build stamp. */
export async function build(): Promise<void> {
  const source = sourceHash()
  rmSync(BUILD_STAMP, { force: true })
  const builder = await createBuilder({ root: projectRoot, logLevel: 'warn' }, null)
  await builder.buildApp()
  await buildServiceWorker(buildNameOf(source))
  compressFiles(join(projectRoot, 'dist', 'client'))
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  // Written last, so that an interrupted build does not count.
  writeFileSync(
    BUILD_STAMP,
    `${JSON.stringify({ version, commit: commit(), builtAt: new Date().toISOString(), source }, null, 2)}\n`,
  )
}

function compressFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const body = readFileSync(path)
    if (body.byteLength < SMALL) continue
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: body.byteLength < LARGE ? 11 : 10,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
        },
      }),
    )
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
  }
}

function commit(): string {
  // Given where there is no history, as in a container.
  if (process.env.COMMIT) return process.env.COMMIT
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: projectRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // A release archive has no history.
    return ''
  }
}

if (import.meta.main) await build()
