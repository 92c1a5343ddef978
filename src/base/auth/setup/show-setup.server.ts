import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { isLoopback } from '#base/env/addresses.server.ts'
import { env } from '#base/env/env.server.ts'
import { runtimeDirectory } from '#base/env/runtime-directory.server.ts'
import { createLog } from '#base/lib/log.server.ts'
import { lazy } from '#base/lib/lazy.ts'
import { setupCode } from './setup-code.server.ts'

// At every log level: whoever looks for the code has nothing else.
const terminal = lazy(() => createLog('info'))

/** Shows the code of the set-up to whoever started the library, by a line on stderr and by the package's menu entry. */
export async function showSetup(log: Logger): Promise<void> {
  const { hostname } = new URL(env().baseUrl)
  if (!isLoopback(hostname)) return
  terminal().info(
    `The library has no manager yet: ${env().baseUrl}/setup makes one. If it asks for a code: ${setupCode()}`,
  )
  await writeEntry(`/setup#${setupCode()}`, log)
}

/** The menu entry opens the library itself. */
export const hideSetup = (log: Logger): Promise<void> => writeEntry('/', log)

/**
 * Writes the address that `deploy/debian/open-library` opens. All who use this computer may read it: whoever sits there may set the
 * library up without the code too.
 */
async function writeEntry(path: string, log: Logger): Promise<void> {
  const runtimeDir = runtimeDirectory()
  if (runtimeDir === undefined) return
  const [file, part] = ['open', `open.${process.pid}`].map((name) => join(runtimeDir, name))
  if (file === undefined || part === undefined) return
  try {
    await writeFile(part, `http://localhost:${env().port}${path}\n`, { mode: 0o644 })
    // `writeFile` takes the bits of the umask off its mode.
    await chmod(part, 0o644)
    await rename(part, file)
  } catch (error) {
    log.warn({ err: error }, 'The menu entry could not be told where the library is')
    await rm(part, { force: true }).catch(() => undefined)
  }
}
