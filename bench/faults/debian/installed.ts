import { setTimeout as sleep } from 'node:timers/promises'
import type { UpdateState } from '#base/lib/package-update.server.ts'
import type { BootedDebian } from '../booted-debian.ts'
import type { DebianRoot } from '../debian-root.ts'

/** Where the library of the package answers in a trial. */
export const URL_OF_SERVER = 'http://localhost:3917'
const STATE = 'var/lib/maktaba-update/state.json'
const ENDED = new Set<string>(['updated', 'returned', 'went_back', 'failed'])
/** Milliseconds in which an update must have ended, on a machine with other work. */
const PATIENCE = 10 * 60_000

/** The package as it is installed on a machine with systemd. */
export class InstalledPackage {
  readonly debian: DebianRoot
  readonly machine: BootedDebian

  constructor(debian: DebianRoot, machine: BootedDebian) {
    this.debian = debian
    this.machine = machine
  }

  version = (): string => this.#query('${Version}')
  /** What dpkg says of it: `ok installed` when all is well. */
  status = (): string => this.#query('${db:Status-Eflag} ${db:Status-Status}')
  #query = (format: string): string => this.debian.shell(`dpkg-query --show --showformat '${format}' maktaba`)

  /** How the last update went; undefined before the first. */
  state(): UpdateState | undefined {
    return this.debian.isThere(STATE) ? JSON.parse(this.debian.read(STATE)) : undefined
  }

  /** Resolves to how an update ended that began after this time. */
  async ended(since: Date): Promise<UpdateState> {
    return until('the update has ended', () => {
      const state = this.state()
      return state && ENDED.has(state.phase) && new Date(state.at) >= since ? state : undefined
    })
  }

  /** Resolves when the library answers. */
  ready = (): Promise<unknown> =>
    until('the library answers', async () => {
      const answer = await fetch(`${URL_OF_SERVER}/api/health/ready`).catch(() => undefined)
      return answer?.ok ? true : undefined
    })

  /** Units that systemd counts as failed, of ours. */
  failedUnits = (): string =>
    this.machine.shell("systemctl list-units --failed --plain --no-legend 'maktaba*' | cut -d' ' -f1").trim()
}

/** What `look` finds, as soon as it finds it. Throws when that takes ten minutes. */
export async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await sleep(20)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`Not seen within ten minutes: ${what}`)
}
