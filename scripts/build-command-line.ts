import { join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '#base/lib/project-root.server.ts'

/** Writes the command line into one folder, which carries its packages as the built server does: `maktaba.js`. */
export const buildCommandLine = (outDir: string): Promise<void> =>
  buildProgram('src/operations/cli/maktaba.ts', 'maktaba.js', outDir)

/** Writes the program that installs updates of the Debian package: `updater.js`, one file, since it replaces itself. */
export const buildUpdater = (outDir: string): Promise<void> =>
  buildProgram('src/operations/updater/updater.ts', 'updater.js', outDir)

/** Writes the program that keeps the installed package for the drive of the backups: `keep.js`. */
export const buildKeeper = (outDir: string): Promise<void> =>
  buildProgram('src/operations/updater/keep.ts', 'keep.js', outDir)

/** Writes the program of the Debian package that lends the library drives, as root: `drive.js`. */
export const buildDriveHelper = (outDir: string): Promise<void> =>
  buildProgram('src/operations/drive/drive.ts', 'drive.js', outDir)

/** Writes a program with its packages into one file. */
export async function buildProgram(ssr: string, entryFileNames: string, outDir: string): Promise<void> {
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
