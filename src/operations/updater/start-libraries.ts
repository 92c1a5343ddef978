import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { OWN, settingsOf, waitUntilReady, type Service } from './service.ts'

/** Milliseconds for which the installation waits for a library, by what its start is doing. */
const PATIENCE: Record<string, number> = { updating: 30 * 60_000, waiting: 60_000 }
const USUAL = 5 * 60_000
/** Where systemd notes the libraries of `maktaba library add` that start with the machine. */
const WANTED = '/etc/systemd/system/multi-user.target.wants'
/** How many libraries may fail after an update before the others are left as they are. */
const FIRST = 2

const say = (line: string): void => void process.stdout.write(`Maktaba: ${line}\n`)

/**
 * Starts the libraries of this machine after the package was installed over `former`, the version before, and says of each when it
 * answers, or that it does not and how to go back. The first one goes ahead: where the new version does not start, the others
 * are neither started nor updated by it.
 */
export async function startLibraries(former: string | undefined): Promise<void> {
  const services = [OWN, ...hosted()].filter(({ unit }) => mayStart(unit))
  if (process.env.MAKTABA_UPDATER === 'waits') {
    start(services)
    return
  }
  if (services.some(hasPort))
    say('Other programs of this machine can take the ports of its libraries: sudo maktaba library close-ports')
  const leading = former === undefined || former === '' ? 0 : FIRST
  for (let failed = 0; failed < leading; failed++) {
    const service = services.shift()
    if (!service) return
    start([service])
    if (await becomesReady(service, former)) break
    if (failed === leading - 1 && services.length > 0) {
      // The sockets are stopped too: else requests would wait there for a library that nobody starts.
      const sockets = services.map(({ unit }) => unit.replace(/service$/, 'socket'))
      spawnSync('systemctl', ['stop', '--quiet', ...sockets])
      return say(
        `The other libraries are left stopped, as the version before left them. To start them all the same: sudo systemctl start ${services.map(({ unit }) => unit).join(' ')}`,
      )
    }
  }
  start(services)
  await Promise.all(services.map((service) => becomesReady(service, former)))
}

function hosted(): Service[] {
  const names = existsSync(WANTED) ? readdirSync(WANTED) : []
  return names.toSorted().flatMap((unit) => {
    const [, name] = /^maktaba@([a-z0-9-]+)\.service$/.exec(unit) ?? []
    if (name === undefined) return []
    const settings = ['/etc/maktaba/libraries.env', `/etc/maktaba/libraries/${name}.env`]
    return [{ unit, settings, socketPath: `/run/maktaba-libraries/${name}.sock` }]
  })
}

/** Whether a library is reached by a port, as all were once. */
const hasPort = ({ socketPath }: Service): boolean =>
  socketPath !== undefined && existsSync(`/etc/maktaba/libraries/${basename(socketPath, '.sock')}.port`)

/** Whether the unit is switched on, and the machine lets packages start services (`policy-rc.d`), as `deb-systemd-invoke` asks. */
function mayStart(unit: string): boolean {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy) && spawnSync(policy, [unit, 'start']).status === 101) return false
  return spawnSync('systemctl', ['is-enabled', '--quiet', unit]).status === 0
}

function start(services: Service[]): void {
  if (services.length === 0) return
  const units = services.map(({ unit }) => unit)
  spawnSync('systemctl', ['reset-failed', '--quiet', ...units])
  execFileSync('systemctl', ['start', '--quiet', '--no-block', ...units])
}

/** What a start waits for, for who installs the package. */
const PHASES: Record<string, string> = {
  updating: 'it is being backed up and updated, which takes minutes in a large library …',
  waiting: 'it waits for its database …',
}

/** Says what becomes of a library; false when its start fails, but not when it only waits for its database. */
async function becomesReady(service: Service, former: string | undefined): Promise<boolean> {
  const { unit } = service
  const { PORT: port = '3000', BASE_URL: url = `http://localhost:${port}` } = await settingsOf(service)
  let last = ''
  const problem = await waitUntilReady({
    service,
    patience: (phase) => PATIENCE[phase] ?? USUAL,
    onPhase: (phase) => {
      last = phase
      const text = PHASES[phase]
      if (text !== undefined) say(`${unit}: ${text}`)
    },
  })
  if (problem === undefined) {
    say(`the library answers. Open ${url}${service === OWN ? ' in the browser of this computer' : ''}.`)
    return true
  }
  say(`THE LIBRARY DOES NOT ANSWER (${unit}). It said:`)
  for (const line of problem.split('\n')) say(`  ${line}`)
  say(`To see more: systemctl status ${unit}; journalctl -u ${unit} -n 50`)
  const isWaiting = last === 'waiting'
  if (former && !isWaiting)
    say(
      `To go back to ${former}: sudo apt install --allow-downgrades FILE, the package of that version. Where its start says that the database was updated by a newer Maktaba, enter the command that it names.`,
    )
  return isWaiting
}
