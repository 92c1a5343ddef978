import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalPlace } from '#base/lib/http/local-request.server.ts'
import { askPhase, placesOf } from './place.ts'

/** A library of this machine: its unit, and the files of its settings, of which the last one wins. */
export interface Service {
  unit: string
  settings: string[]
  /** Path of the socket of a library of many that has no port. */
  socketPath?: string
}

/** The library of the package itself. */
export const OWN: Service = {
  unit: 'maktaba.service',
  settings: ['/usr/lib/maktaba/package.env', '/etc/maktaba/maktaba.env'],
}

/** Milliseconds until a version must be ready: a start may update a large library, after its backup. */
const PATIENCE = 30 * 60_000
/** How often a start is tried before it counts as one that fails. */
const TRIES = 3
/** Milliseconds after which a server that does not end counts as one that runs, where it cannot be asked. */
const STEADY = 60_000
/** Lines of what a server has said that are shown. */
const LINES = 5

interface Waiting {
  service?: Service
  /** Milliseconds, by what the start is doing. */
  patience?: (phase: string) => number
  /** Told how far the start is: `opening`, `updating`, `waiting` for its database. */
  onPhase?: (phase: string) => void
}

/** Why a library does not become ready; undefined when it is, or when only systemd can be asked, and that says it runs. */
export async function waitUntilReady({ service = OWN, patience = () => PATIENCE, onPhase }: Waiting = {}): Promise<
  string | undefined
> {
  const places = await placesOfService(service)
  const began = Date.now()
  for (let phase = ''; ; await sleep(500)) {
    const said = await askPhase(places)
    if (said.phase === 'ready') return undefined
    if (said.phase !== phase) onPhase?.(said.phase)
    phase = said.phase
    if (isFailing(service)) return lastWords(service)
    const waited = Date.now() - began
    if (!said.isAskable && isRunning(service, waited)) return undefined
    if (waited > patience(phase))
      return `It is not ready after ${Math.round(waited / 60_000)} minutes. ${property(service, 'StatusText')}`.trim()
  }
}

/** Where a library answers on this machine. */
async function placesOfService(service: Service): Promise<LocalPlace[]> {
  const settings = await settingsOf(service)
  if (service.socketPath !== undefined && settings.PORT === undefined) return [{ socketPath: service.socketPath }]
  return placesOf(settings)
}

/** Whether systemd counts it as running: at once where the server itself tells it so, else when it has run for a while. */
const isRunning = (service: Service, waited: number): boolean =>
  property(service, 'ActiveState') === 'active' && (property(service, 'Type') === 'notify' || waited > STEADY)

/** Whether systemd has given it up, or has started it again and again. */
const isFailing = (service: Service): boolean =>
  property(service, 'ActiveState') === 'failed' || Number(property(service, 'NRestarts')) >= TRIES

/** What the server wrote last, without what systemd says of it. */
function lastWords({ unit }: Service): string {
  const options = [`_SYSTEMD_UNIT=${unit}`, '--lines', String(LINES), '--output', 'cat', '--no-pager', '--quiet']
  const said = output('journalctl', options)
    .split('\n')
    .map((line) => {
      try {
        return String(JSON.parse(line).msg)
      } catch {
        return line
      }
    })
  return said.join('\n') || 'It has said nothing'
}

const property = ({ unit }: Service, name: string): string =>
  output('systemctl', ['show', '--property', name, '--value', unit])

/** What a program says; nothing when it fails. */
function output(program: string, words: string[]): string {
  try {
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** Runs a verb of systemd on the server of the package. Throws when it fails. */
export const systemctl = (verb: string, ...options: string[]): void =>
  void execFileSync('systemctl', [verb, '--quiet', ...options, OWN.unit], { stdio: ['ignore', 'ignore', 'pipe'] })

/** The settings of a library, as its unit reads them. */
export async function settingsOf({ settings }: Service): Promise<Record<string, string | undefined>> {
  const texts = await Promise.all(settings.map((file) => readFile(file, 'utf8').catch(() => '')))
  return Object.fromEntries(
    [...texts.join('\n').matchAll(/^([A-Z_]+)=["']?(.*?)["']?\s*$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}
