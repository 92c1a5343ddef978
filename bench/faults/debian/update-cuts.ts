import { copyFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopwatch } from '../debian-root.ts'
import type { FaultOptions } from '../fault.ts'
import type { Ledger } from '../ledger.ts'
import { type InstalledPackage, until, URL_OF_SERVER } from './installed.ts'

/** When the power is cut: in which phase of the updater, and in which state of dpkg. */
interface Cut {
  phase: string
  status?: string
}

/** While a newer version is installed, and then on the way back from it. */
const UPDATES: Cut[] = [
  { phase: 'checking' },
  { phase: 'keeping' },
  { phase: 'installing', status: 'half-installed' },
  { phase: 'installing', status: 'half-configured' },
  { phase: 'starting' },
]
const BACK: Cut[] = [
  { phase: 'returning', status: 'half-installed' },
  { phase: 'returning', status: 'half-configured' },
]

interface Options {
  installed: InstalledPackage
  /** The package that is installed, and a newer one. */
  older: string
  newer: string
  ledger: Ledger
  say: FaultOptions['say']
  /** How many books the library has. */
  books: () => Promise<number>
}

/** Cuts the power at each step of an update from the page and of the way back, and looks whether it is gone on with. */
export async function cutUpdates(options: Options): Promise<number> {
  const { installed, newer, ledger } = options
  const from = installed.version()
  let cuts = 0
  for (const [index, cut] of UPDATES.entries()) {
    await cutOnce(options, { action: 'update', cut, file: newer })
    if (installed.version() === from) ledger.problem(`cut while ${nameOf(cut)}: the newer version is not there`)
    await cutOnce(options, { action: 'back', cut: BACK[index % BACK.length] ?? cut })
    if (installed.version() !== from)
      ledger.problem(`the way back from a cut while ${nameOf(cut)} did not lead to ${from}`)
    cuts += 2
  }
  return cuts
}

const nameOf = ({ phase, status }: Cut): string => (status === undefined ? phase : `${phase} (dpkg: ${status})`)

async function cutOnce(
  { installed, ledger, say, books }: Options,
  { action, cut, file }: { action: 'update' | 'back'; cut: Cut; file?: string },
): Promise<void> {
  const { debian, machine } = installed
  const before = await books()
  const seconds = stopwatch()
  const since = new Date()
  ask(installed, action, file)
  await until(`the phase ${nameOf(cut)}`, () => {
    const { phase = '', at = '' } = installed.state() ?? {}
    if (phase !== cut.phase || new Date(at) < since) return undefined
    return cut.status === undefined || installed.status().includes(cut.status) ? true : undefined
  })
  await machine.cutPower()
  const status = installed.status()
  await machine.boot()
  const { phase, reason } = await installed.ended(since)
  await installed.ready()
  const wanted = action === 'update' ? 'updated' : 'went_back'
  const occasion = `power cut while ${nameOf(cut)}`
  if (phase !== wanted) ledger.problem(`${occasion}: it ended as ${phase}: ${reason}`)
  await until('the updater has ended', () =>
    debian.isThere('var/lib/maktaba-update/unfinished.json') ? undefined : true,
  )
  if (installed.status() !== 'ok installed') ledger.problem(`${occasion}: dpkg says ${installed.status()}`)
  if (installed.failedUnits() !== '') ledger.problem(`${occasion}: failed are ${installed.failedUnits()}`)
  if ((await books()) !== before) ledger.problem(`${occasion}: books were lost`)
  say(`${occasion} left '${status}'; ${phase} ${seconds()} s after it was asked for, with the reboot`)
}

/** Asks the updater for something, as the server does it. */
function ask({ debian, machine }: InstalledPackage, action: string, file?: string): void {
  const folder = '/var/lib/maktaba/update'
  machine.shell(`install -d -m 700 -o maktaba -g maktaba ${folder}`)
  if (file !== undefined) copyFileSync(file, debian.path(`${folder}/package.deb`))
  debian.write(`${folder}/asked`, JSON.stringify({ action }))
  machine.shell(`cd ${folder} && chown maktaba: * && mv asked request.json`)
}

/** Kills dpkg while it unpacks what `apt` was told to install; the command of docs/operations.md mends it. */
export async function killInstallation({ installed, newer, older, ledger, say }: Options): Promise<void> {
  const { debian, machine } = installed
  const version = installed.version()
  for (const file of [newer, older]) copyFileSync(file, debian.path(`root/${basename(file)}`))
  const apt = `apt-get install -y --allow-downgrades --no-install-recommends /root/${basename(newer)}`
  machine.shell(`(${apt} >/tmp/apt.log 2>&1; echo $? >/tmp/apt.rc) >/dev/null 2>&1 &`)
  await until('dpkg unpacks', () => (installed.status().includes('half-installed') ? true : undefined))
  machine.shell('kill -KILL $(pidof dpkg)')
  await sleep(1000)
  const left = installed.status()
  const isRefused = !succeeds(machine, apt)
  machine.shell(`dpkg --install /root/${basename(older)}`)
  await installed.ready()
  if (installed.version() !== version || installed.status() !== 'ok installed')
    ledger.problem(`dpkg --install left ${installed.version()}, ${installed.status()}`)
  say(
    `a killed dpkg left '${left}'; apt ${isRefused ? 'refused' : 'installed'} the file again, and dpkg --install mended it`,
  )
}

/** What `apt` says of a version that does not start, and of the former one after it. */
export function installBroken({ installed, older, ledger, say }: Options, broken: string): void {
  const { debian, machine } = installed
  for (const file of [broken, older]) copyFileSync(file, debian.path(`root/${basename(file)}`))
  const apt = (file: string) =>
    machine.shell(`apt-get install -y --allow-downgrades --no-install-recommends /root/${basename(file)} 2>&1`)
  const seconds = stopwatch()
  const said = apt(broken)
  if (!/THE LIBRARY DOES NOT ANSWER[^]*It cannot start[^]*To go back to /.test(said))
    ledger.problem(`apt does not say that the library does not answer: ${said.slice(-500)}`)
  say(`apt said after ${seconds()} s that a version does not start, and how to go back`)
  const back = stopwatch()
  const answer = apt(older)
  if (!answer.includes(`the library answers. Open ${URL_OF_SERVER}`))
    ledger.problem(`apt does not say that the former version answers: ${answer.slice(-500)}`)
  say(`the former package answered ${back()} s after apt was asked for it`)
}

function succeeds(machine: InstalledPackage['machine'], command: string): boolean {
  try {
    machine.shell(command)
    return true
  } catch {
    return false
  }
}
