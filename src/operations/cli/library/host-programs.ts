import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { askLocally } from '#base/lib/http/local-request.server.ts'
import { Failure } from '../failure.ts'
import { placeOf, PROXY_GROUP, SETTINGS_FOLDER, unitOf, type HostedLibrary } from './hosted-library.ts'

/** Milliseconds in which a library must answer whether it is ready. */
const PATIENCE = 2000
const CADDYFILE = '/etc/caddy/Caddyfile'
/** The user of Debian's Caddy, and its unit. */
const CADDY = 'caddy'
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

/** Whether a library can answer readers. */
export const isReady = (library: Pick<HostedLibrary, 'name' | 'port'>): Promise<boolean> =>
  askLocally(placeOf(library), '/api/health/ready', PATIENCE).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Whether the machine has a group of this name. */
export const hasGroup = (name: string): boolean => isKnown('group', name)

function isKnown(database: 'group' | 'passwd', name: string): boolean {
  try {
    run('getent', database, name)
    return true
  } catch {
    return false
  }
}

/** Makes the group that may connect to the sockets of libraries, and Caddy, where it is installed, a member. */
function admitProxy(): void {
  if (!hasGroup(PROXY_GROUP)) run('addgroup', '--system', '--quiet', PROXY_GROUP)
  if (!isKnown('passwd', CADDY) || run('id', '-nG', CADDY).trim().split(' ').includes(PROXY_GROUP)) return
  run('adduser', '--quiet', CADDY, PROXY_GROUP)
  // Caddy is restarted: a program gets its groups when it starts.
  askSystemd('try-restart', CADDY)
}

/** Admits Caddy to the sockets and makes it read the sites anew; says what remains to be done. */
export function reloadProxy(): string {
  admitProxy()
  if (!existsSync(CADDYFILE))
    return `No Caddy is installed. Either apt install caddy, write '${IMPORT}' into ${CADDYFILE}, then: adduser caddy ${PROXY_GROUP}; systemctl restart caddy. Or add the user of your own proxy to that group, restart it and lead the address to the socket`
  if (!readFileSync(CADDYFILE, 'utf8').includes(IMPORT))
    return `Write '${IMPORT}' into ${CADDYFILE}, then: systemctl reload caddy`
  askSystemd('reload', CADDY)
  return 'Caddy leads the address to it'
}
