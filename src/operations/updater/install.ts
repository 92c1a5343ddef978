import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds for which another installation on this computer is waited for, and between looks. */
const PATIENCE = 15 * 60_000
const PAUSE = 5000

/** What dpkg and apt say, in English, while another program installs something. */
const LOCKED = /lock was locked by another process|could not get lock|unable to (acquire|lock)/i

/** Told when another installation is waited for, and when that has ended. */
type OnWait = (isWaiting: boolean) => Promise<void>

/**
 * Installs a package, also an older one, and also over one that a power cut or a killed dpkg has left half installed. Its scripts stop
 * and start the server. Throws with what the programs have said.
 */
export async function install(file: string, onWait: OnWait): Promise<void> {
  // An installation that was interrupted is finished first, which apt asks for.
  await whenUnlocked(onWait, 'dpkg', '--configure', '-a').catch(() => undefined)
  if (isHalfInstalled()) await whenUnlocked(onWait, 'dpkg', '--force-downgrade', '--install', file)
  const options = ['-o', 'Dpkg::Use-Pty=0', '-o', 'APT::Sandbox::User=root', '-y', '--no-install-recommends']
  try {
    await whenUnlocked(onWait, 'apt-get', ...options, 'install', '--reinstall', '--allow-downgrades', file)
  } catch (error) {
    // apt does not mend a package that it has left half installed: it looks for an archive of the version that was.
    if (!isHalfInstalled()) throw error
    await whenUnlocked(onWait, 'dpkg', '--force-downgrade', '--install', file)
  }
}

/** Whether dpkg says of the package anything else than that it is installed. */
function isHalfInstalled(): boolean {
  const format = '${db:Status-Eflag} ${db:Status-Status}'
  return (
    execFileSync('dpkg-query', ['--show', '--showformat', format, 'maktaba'], { encoding: 'utf8' }) !== 'ok installed'
  )
}

async function whenUnlocked(onWait: OnWait, program: string, ...words: string[]): Promise<void> {
  let hasWaited = false
  for (const deadline = Date.now() + PATIENCE; ; await sleep(PAUSE))
    try {
      execFileSync(program, words, {
        stdio: ['ignore', 'pipe', 'pipe'],
        maxBuffer: 64 * 1024 * 1024,
        // The scripts of the package leave it to us to wait for the library.
        env: { ...process.env, LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive', MAKTABA_UPDATER: 'waits' },
      })
      if (hasWaited) await onWait(false)
      return
    } catch (error) {
      if (!LOCKED.test(reasonOf(error)) || Date.now() > deadline) throw error
      if (!hasWaited) await onWait(true)
      hasWaited = true
    }
}

/** The end of what a program has said, or the sentence of an error. */
export function reasonOf(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  return (said || (error instanceof Error ? error.message : String(error))).slice(-1000)
}
