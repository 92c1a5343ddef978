import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'
import { projectRoot } from '#base/lib/project-root.server.ts'

const CLIENT = join(projectRoot, 'dist', 'client')

/** What the reader area opens without a connection: its pages, and what they load on demand. */
const PAGES = /^src\/routes\/app\//
const ON_DEMAND =
  /^src\/(catalogue\/(book|genre|offline)\/|lending\/loan\/|base\/lib\/search\/highlight\.ts|base\/ui\/(dialog\/guarded-dialog|form\/unsaved-question|toast\/toaster)\.tsx)/
/** A chunk that others share has no path: what the reader area's load on demand is theirs, but for the managers' words. */
const SHARED = /^_(?!manager-)/

/** The files of the reader area, from the manifest of the build. */
export function readerFiles(manifest: Manifest): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const add = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    chunk.imports?.forEach(add)
    chunk.dynamicImports?.filter((one) => ON_DEMAND.test(one) || SHARED.test(one)).forEach(add)
  }
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry || PAGES.test(key)) add(key)
  // The style sheet of all pages, which they link by its address.
  for (const { assets = [] } of Object.values(manifest))
    for (const asset of assets) if (/\/styles-[^/]+\.css$/.test(asset)) files.add(asset)
  return [...files].toSorted()
}

/** Builds the service worker of a build into the client's files. */
export async function buildServiceWorker(buildName: string): Promise<void> {
  const file = join(CLIENT, '.vite', 'manifest.json')
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'))
  // It is for this step alone, not to be served.
  rmSync(join(CLIENT, '.vite'), { recursive: true })
  const precached = readerFiles(manifest).map((url) => ({ url: `/${url}`, revision: null }))
  await build({
    root: projectRoot,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      BUILD: JSON.stringify(buildName),
      PRECACHED: JSON.stringify(precached),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      target: ['chrome107', 'safari16', 'firefox104'],
      outDir: CLIENT,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(projectRoot, 'src', 'catalogue', 'service-worker', 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}
