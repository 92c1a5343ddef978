import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createBuilder } from 'vite'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { buildNameOf } from '#base/lib/build-info.server.ts'
import { compileMessages } from './compile-messages.ts'
import { BUILD_STAMP } from './is-built.ts'
import { releaseOfSources } from './release.ts'
import { buildServiceWorker } from './service-worker.ts'
import { sourceHash } from './source-hash.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Bytes above which a lower brotli quality is used: two seconds for two per cent of the API reference. */
const LARGE = 1_000_000
/** Bytes below which compression saves less than the headers that it takes. */
const SMALL = 200
const COMPRESSIBLE = /\.(js|css|html|svg|json|wasm|webmanifest|txt)$/

/** Builds browser and server code, compresses the static files, and writes the build stamp. */
export async function build(): Promise<void> {
  const source = sourceHash()
  rmSync(BUILD_STAMP, { force: true })
  await compileMessages()
  const builder = await createBuilder({ root: projectRoot, logLevel: 'warn' }, null)
  await builder.buildApp()
  await buildServiceWorker(buildNameOf(source))
  await compressFiles(join(projectRoot, 'dist', 'client'))
  const { version, release, commit } = releaseOfSources()
  // Written last, so that an interrupted build does not count.
  writeFileSync(
    BUILD_STAMP,
    `${JSON.stringify({ version, release, commit, builtAt: new Date().toISOString(), source }, null, 2)}\n`,
  )
}

/** Writes each file compressed beside itself. */
async function compressFiles(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) return
      const path = join(entry.parentPath, entry.name)
      const body = readFileSync(path)
      if (body.byteLength < SMALL) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: body.byteLength < LARGE ? 11 : 10,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      }
      writeFileSync(`${path}.br`, await brotli(body, { params }))
      writeFileSync(`${path}.gz`, await gzipped(body, { level: 9 }))
    }),
  )
}

if (import.meta.main) await build()
