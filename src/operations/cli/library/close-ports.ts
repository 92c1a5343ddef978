import { readFile, rm, writeFile } from 'node:fs/promises'
import { Failure } from '../failure.ts'
import { waitForLibrary } from './add.ts'
import { askSystemd, reloadProxy } from './host-programs.ts'
import {
  hostedLibraries,
  portMark,
  requireHost,
  settingsFile,
  SHARED_SETTINGS,
  siteFile,
  socketPath,
  socketUnitOf,
  unitOf,
  type HostedLibrary,
} from './hosted-library.ts'
import { leadToSocket, newMetricsToken } from './library-files.ts'
import { writeTargets } from './prometheus.ts'

/** Settings of all libraries that each has in its own file now, or that a library at a socket does without. */
const FORMER = /^(METRICS_TOKEN|TRUSTED_PROXIES)=.*\n/gm

/**
 * Leads to each library by a socket that only its proxy may connect to, in place of a port of this machine, and gives each a metrics
 * token of its own. Requests wait meanwhile, for some seconds each. A library that does not answer afterwards is put back, and
 * Failure is thrown.
 */
export async function closePorts(say: (line: string) => void): Promise<void> {
  requireHost()
  const open = (await hostedLibraries()).filter(({ port }) => port !== undefined)
  if (open.length === 0) return say('No library of this machine is reached by a port')
  // Reads the sites of all libraries before the first one is changed.
  const sites = new Map<string, string>()
  for (const { name, port } of open) {
    const site = await readFile(siteFile(name), 'utf8').catch(() => '')
    const changed = leadToSocket(site, `127.0.0.1:${port}`, name)
    if (changed === site)
      throw new Failure(
        `${siteFile(name)} has no line 'reverse_proxy 127.0.0.1:${port} {': write it so, or lead to 'unix/${socketPath(name)}' there and remove PORT from ${settingsFile(name)}, then: rm ${portMark(name)}; systemctl restart ${unitOf(name)}`,
      )
    sites.set(name, changed)
  }
  // Caddy must be in the group, and able to read its sites anew.
  reloadProxy()
  for (const library of open) {
    await closePort(library, sites.get(library.name) ?? '')
    say(`${library.name} is reached by ${socketPath(library.name)}`)
  }
  const shared = await readFile(SHARED_SETTINGS, 'utf8')
  await writeFile(SHARED_SETTINGS, shared.replaceAll(FORMER, ''))
  if (/^SMTP_URL=/m.test(shared))
    say(`Every library can read SMTP_URL in ${SHARED_SETTINGS}: give each a password of its own, in its NAME.env`)
  await writeTargets()
  say(`Prometheus: each library has a token of its own now, in /etc/maktaba/libraries/prometheus.yml`)
}

async function closePort({ name, port }: HostedLibrary, site: string): Promise<void> {
  const files = [settingsFile(name), siteFile(name)]
  const former = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const settings = former[0] ?? ''
  const token = /^METRICS_TOKEN=/m.test(settings) ? '' : `METRICS_TOKEN=${newMetricsToken()}\n`
  try {
    await writeFile(settingsFile(name), `${settings.replace(/^PORT=.*\n/gm, '')}${token}`)
    await rm(portMark(name), { force: true })
    // Requests go to the socket first, and wait there for the library.
    askSystemd('start', socketUnitOf(name))
    await writeFile(siteFile(name), site)
    reloadProxy()
    askSystemd('restart', unitOf(name))
    await waitForLibrary({ name, port: undefined })
  } catch (error) {
    await Promise.all(files.map((file, index) => writeFile(file, former[index] ?? '')))
    await writeFile(portMark(name), `${port}\n`)
    askSystemd('stop', socketUnitOf(name))
    askSystemd('restart', unitOf(name))
    reloadProxy()
    throw error
  }
}
