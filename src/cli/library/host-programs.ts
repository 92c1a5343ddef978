import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { Failure } from '../failure.ts'
import { SETTINGS_FOLDER, unitOf } from './hosted-library.ts'

/** Milliseconds in which a library must answer whether it is ready. */
const PATIENCE = 2000
const CADDYFILE = '/etc/caddy/Caddyfile'
const IMPORT = `import ${SETTINGS_FOLDER}/*.caddy`

/** Runs a program of the machine and returns what it wrote. Throws Failure with what it complained of. */
export function run(program: string, ...words: string[]): string {
  try {
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Failure(`${program} ${words[0] ?? ''} failed: ${said || String(error)}`, { cause: error })
  }
}

/** Asks systemd for something. */
export const askSystemd = (...words: string[]): string => run('systemctl', '--quiet', ...words)

/** What systemd knows of a library: whether it runs, and its bytes of memory. */
export function unitState(name: string): Record<string, string> {
  const lines = run('systemctl', 'show', '--property', 'ActiveState,MemoryCurrent', unitOf(name)).trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.split('=', 2)))
}

/** Whether the library at this port can answer readers. */
export async function isReady(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE)
  const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal }).catch(() => undefined)
  return answer?.ok === true
}

/** Makes Caddy read the sites anew, and says what remains to be done. */
export function reloadProxy(): string {
  if (!existsSync(CADDYFILE))
    return `No Caddy is installed: lead the address to the port by your own proxy, or apt install caddy and write '${IMPORT}' into ${CADDYFILE}`
  if (!readFileSync(CADDYFILE, 'utf8').includes(IMPORT))
    return `Write '${IMPORT}' into ${CADDYFILE}, then: systemctl reload caddy`
  askSystemd('reload', 'caddy')
  return 'Caddy leads the address to it'
}
