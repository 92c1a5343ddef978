import { join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '#lib/project-root.server.ts'

/** Writes the command line into one folder, which carries its packages as the built server does: `maktaba.js`. */
export async function buildCommandLine(outDir: string): Promise<void> {
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: 'src/cli/maktaba.ts',
      outDir,
      emptyOutDir: true,
      target: 'node24',
      chunkSizeWarningLimit: 2000,
      // Only for running from sources.
      rolldownOptions: { external: /compile-messages/, output: { entryFileNames: 'maktaba.js' } },
    },
  })
}

if (import.meta.main) await buildCommandLine(join(projectRoot, 'dist', 'cli'))
