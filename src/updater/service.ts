import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** The unit of the server. */
const UNIT = 'maktaba.service'
/** Milliseconds until a version must be ready: a start may migrate a large library, after its backup. */
const PATIENCE = 30 * 60_000

/** Why the server does not become ready; undefined when it is. */
export async function waitUntilReady(): Promise<string | undefined> {
  const { HOST = '', PORT = '3000' } = await serviceSettings()
  const host = ['', '0.0.0.0', '::', 'localhost'].includes(HOST) ? '127.0.0.1' : HOST
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await sleep(1000)) {
    const response = await fetch(`http://${host}:${PORT}/api/health/ready`, {
      signal: AbortSignal.timeout(5000),
    }).catch(() => undefined)
    if (response?.ok) return undefined
    if (isFailed()) return lastWords()
  }
  return 'It was not ready after 30 minutes'
}

function isFailed(): boolean {
  try {
    systemctl('is-failed')
    return true
  } catch {
    return false
  }
}

/** What the server wrote last. */
function lastWords(): string {
  const options = ['--unit', UNIT, '--lines', '5', '--output', 'cat', '--no-pager']
  try {
    return execFileSync('journalctl', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return 'The server did not start'
  }
}

/** Runs a verb of systemd on the server. Throws when it fails. */
export const systemctl = (verb: string): void =>
  void execFileSync('systemctl', [verb, '--quiet', UNIT], { stdio: ['ignore', 'ignore', 'pipe'] })

/** The settings of the service, as its unit reads them. */
export async function serviceSettings(): Promise<Record<string, string | undefined>> {
  const files = ['/usr/lib/maktaba/package.env', '/etc/maktaba/maktaba.env']
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  return Object.fromEntries(
    [...texts.join('\n').matchAll(/^([A-Z_]+)=["']?(.*?)["']?\s*$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}
