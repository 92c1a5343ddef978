import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { DriveState } from '#base/lib/drive/drive-request.server.ts'

const run = promisify(execFile)
/** Environment of the programs that are run. */
export const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

/** A drive cannot be mounted, or what a desktop has mounted is in use. */
export class MountError extends Error {
  override name = 'MountError'
  readonly code: 'busy' | NonNullable<DriveState['reason']>

  constructor(code: MountError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Mounts a device, or an open folder. The target is taken as it is written. Throws MountError. */
export async function mount(
  source: string | FileHandle,
  target: string,
  { type, options }: { type?: string; options: string[] },
): Promise<void> {
  const isOpen = typeof source !== 'string'
  const words = ['--no-canonicalize', '-o', options.join(), ...(type === undefined ? [] : ['-t', type])]
  // The program gets the open folder as its third file.
  const child = spawn('mount', [...words, '--', isOpen ? '/proc/self/fd/3' : source, target], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe', ...(isOpen ? [source.fd] : [])],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = await once(child, 'close')
  if (code === 0) return
  throw new MountError(/read-only|write-protected/.test(said) ? 'read_only' : 'mount', said.trim())
}

/** Unmounts what is mounted at `target`. Throws MountError where a program uses it. */
export async function unmount(target: string, ...options: string[]): Promise<void> {
  try {
    await run('umount', ['--no-canonicalize', ...options, '--', target], { env: ENVIRONMENT })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new MountError(/busy/.test(said) ? 'busy' : 'mount', said)
  }
}
