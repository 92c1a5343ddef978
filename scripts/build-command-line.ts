import { join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '#lib/project-root.server.ts'

/** Writes the command line into one folder, which carries its packages as the built server does: `maktaba.js`. */
export const buildCommandLine = (outDir: string): Promise<void> =>
  buildProgram('src/cli/maktaba.ts', 'maktaba.js', outDir)

/** Writes the program that installs updates of the Debian package: `updater.js`, one file, since it replaces itself. */
export const buildUpdater = (outDir: string): Promise<void> =>
  buildProgram('src/updater/updater.ts', 'updater.js', outDir)

async function buildProgram(ssr: string, entryFileNames: string, outDir: string): Promise<void> {
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      chunkSizeWarningLimit: 2000,
      // Only for running from sources.
      rolldownOptions: { external: /compile-messages/, output: { entryFileNames } },
    },
  })
}

if (import.meta.main) await buildCommandLine(join(projectRoot, 'dist', 'cli'))
