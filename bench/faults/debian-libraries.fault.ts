import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeDebianPackage } from '../../scripts/package/debian.ts'
import { BootedDebian } from './booted-debian.ts'
import { type DebianRoot, stopwatch, withDebian } from './debian-root.ts'
import type { Fault, FaultOptions } from './fault.ts'
import { Ledger } from './ledger.ts'

const NAMES = ['kisumu', 'mombasa', 'nakuru'] as const
type Name = (typeof NAMES)[number]
/** Where Caddy serves each: another port instead of a host name, which would need DNS. */
const ADDRESSES = {
  kisumu: 'http://localhost:3951',
  mombasa: 'http://localhost:3952',
  nakuru: 'http://localhost:3953',
} as const
const MANAGER = 'amina@example.org'
/** Milliseconds in which a library must answer after it ended. */
const PATIENCE = 60_000

const fault: Fault = {
  about:
    'three libraries on one Debian with systemd: added, kept apart, killed, removed, brought back, updated, rebooted',
  run: ({ say }) =>
    withDebian(async (debian) => {
      const folder = mkdtempSync(join(tmpdir(), 'maktaba-packages-'))
      const machine = new BootedDebian(debian)
      const ledger = new Ledger()
      try {
        const file = await writeDebianPackage({
          architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
          revision: '1',
          folder,
        })
        await prepare(debian, machine, file)
        await play(debian, machine, `/root/${basename(file)}`, ledger, say)
      } finally {
        await machine.cutPower()
        rmSync(folder, { recursive: true })
      }
      const { answers, longestOutage, problems } = ledger
      return { times: 1, acknowledged: 0, lost: 0, answers, longestOutage, problems }
    }),
}
export default fault

/** A machine with PostgreSQL, Caddy and the package, whose own library is switched off. */
async function prepare(debian: DebianRoot, machine: BootedDebian, file: string): Promise<void> {
  debian.shell('apt-get update && apt-get install -y --no-install-recommends systemd systemd-sysv dbus')
  copyFileSync(file, debian.path(`root/${basename(file)}`))
  await machine.boot()
  machine.shell(`apt-get install -y --no-install-recommends postgresql caddy /root/${basename(file)}`)
  // By its socket alone: the network, and perhaps a PostgreSQL there, are this machine's.
  machine.shell(`pg_conftool set listen_addresses '' && pg_conftool set port 5432 && systemctl restart postgresql`)
  machine.shell('systemctl disable --now maktaba')
  machine.shell(`echo 'import /etc/maktaba/libraries/*.caddy' > /etc/caddy/Caddyfile`)
}

async function play(
  debian: DebianRoot,
  machine: BootedDebian,
  file: string,
  ledger: Ledger,
  say: FaultOptions['say'],
): Promise<void> {
  const seconds = stopwatch()
  const cookies = new Map<Name, string>()
  for (const name of NAMES) cookies.set(name, await signIn(name, add(machine, name)))
  say(`three libraries were added, each with a manager signed in, in ${seconds()} s`)
  const cookie = (name: Name) => cookies.get(name) ?? ''
  debian.write('srv/books.csv', 'title,author\nNyumba ya sanaa,Amina\n')
  machine.shell('maktaba --library mombasa import /srv/books.csv')
  const requireAll = async (occasion: string) => {
    for (const name of NAMES)
      if (!(await becomesReady(name))) ledger.problem(`${occasion}: ${name} does not answer within a minute`)
  }

  for (const attempt of ATTEMPTS)
    if (succeeds(machine, `runuser -u maktaba-kisumu -- ${attempt}`)) ledger.problem(`another library may: ${attempt}`)
  if (!succeeds(machine, 'runuser -u maktaba-kisumu -- psql --quiet maktaba-kisumu'))
    ledger.problem('a library does not reach its own database')
  const stranger = await fetch(`${ADDRESSES.kisumu}/api/v1/me`, { headers: { cookie: cookie('mombasa') } })
  if (stranger.status !== 401) ledger.problem(`a session of another library is answered ${stranger.status}`)
  say(`${ATTEMPTS.length} ways to a neighbour were closed`)

  const ending = stopwatch()
  machine.shell('systemctl kill --signal SIGKILL maktaba@nakuru')
  if (!(await isReady('kisumu'))) ledger.problem('a neighbour of a killed library does not answer')
  await requireAll('killed')
  say(`a killed library was back after ${ending()} s`)

  machine.shell('maktaba library remove mombasa --yes')
  if (await isReady('mombasa')) ledger.problem('a removed library answers')
  if (debian.isThere('var/lib/maktaba-libraries/mombasa')) ledger.problem('a removed library left its folder')
  const [backup = ''] = debian.names('var/backups/maktaba')
  await signIn('mombasa', add(machine, 'mombasa', `--from /var/backups/maktaba/${backup}`))
  const books = machine.shell('cd /tmp && maktaba --library mombasa export books.jsonl >&2 && cat books.jsonl')
  if (!books.includes('Nyumba ya sanaa')) ledger.problem('a library that came back from its backup has lost a book')
  say('a library was removed, and brought back from its last backup')

  const updating = stopwatch()
  machine.shell(`apt-get install -y --reinstall --no-install-recommends ${file}`)
  await requireAll('update')
  say(`all were ready again ${updating()} s after the package was installed anew`)
  await machine.cutPower()
  const booting = stopwatch()
  await machine.boot()
  await requireAll('power cut')
  say(`all were ready ${booting()} s after a power cut`)
}

/** What one library must not do with another. */
const ATTEMPTS = [
  'cat /etc/maktaba/libraries/mombasa.env',
  'ls /var/lib/maktaba-libraries/mombasa',
  'psql --command "select 1" maktaba-mombasa',
  'psql --username maktaba-mombasa --command "select 1" maktaba-mombasa',
  'maktaba --library mombasa user list',
  'maktaba library list',
]

function succeeds(machine: BootedDebian, command: string): boolean {
  try {
    machine.shell(command)
    return true
  } catch {
    return false
  }
}

/** Adds a library and returns the code of its manager's card. */
function add(machine: BootedDebian, name: Name, more = ''): string {
  const said = machine.shell(`maktaba library add ${name} ${ADDRESSES[name]} --admin ${MANAGER} ${more}`)
  return /#(\w+)$/m.exec(said)?.[1] ?? ''
}

/** Signs the manager in with a card, through the proxy; returns the cookies. */
async function signIn(name: Name, code: string): Promise<string> {
  if (!(await becomesReady(name))) throw new Error(`Caddy does not lead to ${name}`)
  const response = await fetch(`${ADDRESSES[name]}/api/auth/sign-in/card`, {
    method: 'POST',
    headers: { origin: ADDRESSES[name], 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (cookies.length === 0) throw new Error(`A card of ${name} signs nobody in: ${await response.text()}`)
  return cookies.join('; ')
}

const isReady = (name: Name): Promise<boolean> =>
  fetch(`${ADDRESSES[name]}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

async function becomesReady(name: Name): Promise<boolean> {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await sleep(200))
    if (await isReady(name)) return true
  return false
}
