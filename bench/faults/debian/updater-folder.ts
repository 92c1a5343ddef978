import { setTimeout as sleep } from 'node:timers/promises'
import type { BootedDebian } from '../booted-debian.ts'
import type { DebianRoot } from '../debian-root.ts'
import type { Ledger } from '../ledger.ts'

const FOLDER = '/var/lib/maktaba/update'
const REQUEST = `${FOLDER}/request.json`
/** Of root, with names that the updater removes in the server's folder. */
const FOREIGN = '/srv/program'
/** Milliseconds in which root's updater must have put it out of the way. */
const PATIENCE = 30_000

/** What a taken-over server may leave where its request to root's updater belongs. */
const KINDS = {
  'a link': `ln -s ${FOREIGN}/package.json ${REQUEST}`,
  'a folder': `mkdir -p ${REQUEST}/inner`,
  'a pipe': `mkfifo ${REQUEST}`,
  'a large file': `truncate --size 2G ${REQUEST}`,
  nonsense: `echo nonsense > ${REQUEST}`,
  'a folder that is a link': `mv ${FOLDER} ${FOLDER}.away; ln -s ${FOREIGN} ${FOLDER}`,
}

/** Leaves each kind, and looks that it is gone, that no file of root is, and that updates can still be asked for; returns how many. */
export async function tryUpdater(machine: BootedDebian, debian: DebianRoot, ledger: Ledger): Promise<number> {
  machine.shell(
    `mkdir ${FOREIGN}; for name in package.json package.deb request.json; do echo root > ${FOREIGN}/$name; done; install -d -o maktaba -g maktaba ${FOLDER}`,
  )
  for (const [kind, command] of Object.entries(KINDS)) {
    machine.shell(`runuser -u maktaba -- sh -c '${command}'`)
    if (!(await isGone(debian))) ledger.problem(`${kind} in place of a request stays`)
    await isAtRest(machine)
    machine.shell(`runuser -u maktaba -- sh -c 'mkdir -p ${FOLDER}'`)
  }
  const names = debian.names(FOREIGN.slice(1)).toSorted()
  if (names.join() !== 'package.deb,package.json,request.json')
    ledger.problem(`root's updater removed files of root: ${names}`)
  const state = machine.shell('systemctl is-active maktaba-update.path || true').trim()
  if (state !== 'active') ledger.problem(`updates can no longer be asked for: maktaba-update.path is ${state}`)
  return Object.keys(KINDS).length
}

async function isGone(debian: DebianRoot): Promise<boolean> {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await sleep(200))
    if (!debian.isThere(REQUEST.slice(1)) && !debian.isLink(REQUEST.slice(1)) && !debian.isLink(FOLDER.slice(1)))
      return true
  return false
}

/** Waits until the updater has ended, which takes some seconds after such a request. */
async function isAtRest(machine: BootedDebian): Promise<void> {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await sleep(500))
    if (!machine.shell('systemctl is-active maktaba-update.service || true').startsWith('activ')) return
}
