import { setTimeout as sleep } from 'node:timers/promises'
import type { BootedDebian } from '../booted-debian.ts'
import type { DebianRoot } from '../debian-root.ts'
import type { Ledger } from '../ledger.ts'

/** A script of Node in the Debian. */
const node = (script: string): string => `/usr/lib/maktaba/bin/node -e '${script}'`
const SOCKET = '/run/maktaba-libraries/mombasa.sock'
const end = 'process.exit(0)).on("error", () => process.exit(1))'

/** What the user of one library must not do with another: kisumu with mombasa. */
const ATTEMPTS = [
  'cat /etc/maktaba/libraries/mombasa.env',
  'cat /etc/maktaba/libraries/prometheus.yml',
  'ls /var/lib/maktaba-libraries/mombasa',
  'psql --command "select 1" maktaba-mombasa',
  'psql --username maktaba-mombasa --command "select 1" maktaba-mombasa',
  'maktaba --library mombasa user list',
  'maktaba library list',
  // Its socket: to ask there as if by the proxy, to take its place, also while the library is stopped.
  node(`require("net").connect("${SOCKET}").on("connect", () => ${end}`),
  node(`require("net").createServer().listen("${SOCKET}", () => ${end}`),
  `rm -f ${SOCKET}`,
  `mv ${SOCKET} /run/maktaba-libraries/other.sock`,
  'touch /run/maktaba-libraries/other.sock',
  `chmod 0666 ${SOCKET}`,
]

/** Runs all attempts while both libraries run, and while the neighbour is stopped; returns how many were made. */
export function tryNeighbour(machine: BootedDebian, ledger: Ledger): number {
  for (const state of ['running', 'stopped'] as const) {
    machine.shell(`systemctl ${state === 'running' ? 'start' : 'stop'} maktaba@mombasa 2>&1`)
    for (const attempt of ATTEMPTS)
      if (succeeds(machine, `runuser -u maktaba-kisumu -- ${attempt}`))
        ledger.problem(`another library may, ${state}: ${attempt}`)
  }
  machine.shell('systemctl start maktaba@mombasa')
  if (!succeeds(machine, 'runuser -u maktaba-kisumu -- psql --quiet maktaba-kisumu'))
    ledger.problem('a library does not reach its own database')
  return 2 * ATTEMPTS.length
}

function succeeds(machine: BootedDebian, command: string): boolean {
  try {
    machine.shell(command)
    return true
  } catch {
    return false
  }
}

/** Asks with a claimed address, past the proxy where that is possible and through it, and with the metrics token of another library. */
export async function tryForging(
  machine: BootedDebian,
  debian: DebianRoot,
  addresses: { kisumu: string; mombasa: string },
  ledger: Ledger,
): Promise<void> {
  await fetch(`${addresses.mombasa}/api/v1/me`, { headers: { 'x-forwarded-for': '192.0.2.77' } })
  const log = machine.shell('journalctl --unit maktaba@mombasa --lines 20 --output cat --no-pager')
  if (log.includes('192.0.2.77')) ledger.problem('a claimed address is believed')
  if (!/"client":"(127\.0\.0\.1|::1)"/.test(log)) ledger.problem(`the proxy's visitor is not known: ${log.slice(-500)}`)
  const [, token = ''] = /^METRICS_TOKEN=(.*)$/m.exec(debian.read('etc/maktaba/libraries/kisumu.env')) ?? []
  const ask = (address: string) =>
    fetch(`${address}/api/metrics`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status)
  const [own, other] = [await ask(addresses.kisumu), await ask(addresses.mombasa)]
  if (own !== 200 || other !== 401) ledger.problem(`a metrics token is answered ${own} here, ${other} by a neighbour`)
  const shared = debian.read('etc/maktaba/libraries.env')
  if (/PASSWORD|TOKEN=|TRUSTED_PROXIES|:\/\//.test(shared.replace(/^#.*$/gm, '')))
    ledger.problem('the settings of all libraries have a secret')
}

/** Makes a library one of those that were added before there were sockets: the proxy leads to a port. */
export function giveItAPort(debian: DebianRoot, machine: BootedDebian, name: string, port: number): void {
  const settings = `etc/maktaba/libraries/${name}.env`
  const site = `etc/maktaba/libraries/${name}.caddy`
  debian.write(settings, `${debian.read(settings).replace(/^METRICS_TOKEN=.*\n/m, '')}PORT=${port}\n`)
  const led = debian
    .read(site)
    .replace(/reverse_proxy unix.*\{\n.*\n\s*transport http \{\n.*\n\s*\}/, `reverse_proxy 127.0.0.1:${port} {`)
  debian.write(site, led)
  const shared = 'etc/maktaba/libraries.env'
  debian.write(shared, `${debian.read(shared)}TRUSTED_PROXIES=127.0.0.1,::1\nMETRICS_TOKEN=a-token-of-all-libraries\n`)
  debian.write(`etc/maktaba/libraries/${name}.port`, '')
  machine.shell(`systemctl stop maktaba@${name} maktaba@${name}.socket 2>&1; systemctl start maktaba@${name}`)
  // As the former package left it.
  machine.shell(`rm /etc/maktaba/libraries/${name}.port; systemctl reload caddy`)
}

/** Whether a port of this machine, and the Debian's, is listened on. */
export const isListening = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )

interface Writer {
  /** Stops, and returns the titles that were acknowledged. */
  stop: () => Promise<string[]>
}

/** Adds books one after the other through the proxy, and notes each answer. */
export function startWriter(address: string, cookie: string, ledger: Ledger, what: string): Writer {
  const titles: string[] = []
  const over = new AbortController()
  const run = (async () => {
    for (let count = 1; !over.signal.aborted; count++) {
      const title = `During ${what} ${count}`
      const response = await fetch(`${address}/api/v1/books`, {
        method: 'POST',
        headers: { cookie, origin: address, 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      }).catch((error: unknown) => ledger.problem(`a book was not answered: ${String(error)}`))
      ledger.note(response?.status ?? 'none')
      const text = await response?.text()
      if (response?.status === 201) titles.push(title)
      else if (response) ledger.problem(`a book was answered ${response.status}: ${text?.slice(0, 200)}`)
      await sleep(100)
    }
  })()
  return {
    stop: async () => {
      over.abort()
      await run
      return titles
    },
  }
}
