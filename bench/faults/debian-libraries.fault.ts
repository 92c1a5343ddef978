import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeDebianPackage } from '../../scripts/package/debian.ts'
import { BootedDebian } from './booted-debian.ts'
import { giveItAPort, isListening, startWriter, tryForging, tryNeighbour } from './debian/neighbours.ts'
import { tryUpdater } from './debian/updater-folder.ts'
import { type DebianRoot, stopwatch, SYSTEMD, withDebian } from './debian-root.ts'
import type { Fault, FaultOptions } from './fault.ts'
import { Ledger } from './ledger.ts'
import { Visitor } from './visitor.ts'

const NAMES = ['kisumu', 'mombasa', 'nakuru'] as const
type Name = (typeof NAMES)[number]
/** Where Caddy serves each: another port instead of a host name, which would need DNS. */
const ADDRESSES = {
  kisumu: 'http://localhost:3951',
  mombasa: 'http://localhost:3952',
  nakuru: 'http://localhost:3953',
} as const
const MANAGER = 'amina@example.org'
/** Of a library from before there were sockets. */
const PORT = 3961
/** Milliseconds in which a library must answer after it ended. */
const PATIENCE = 60_000

const fault: Fault = {
  about:
    'three libraries on one Debian with systemd: added, kept apart, killed, removed, brought back, updated under load, their ports closed, rebooted',
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
          compression: ['-Zgzip', '-z1'],
        })
        await prepare(debian, machine, file)
        const writes = await play(debian, machine, `/root/${basename(file)}`, ledger, say)
        const { answers, longestOutage, problems } = ledger
        return { times: 1, ...writes, answers, longestOutage, problems }
      } catch (error) {
        for (const problem of ledger.problems) say(problem)
        throw error
      } finally {
        await machine.cutPower()
        rmSync(folder, { recursive: true })
      }
    }, SYSTEMD),
}
export default fault

/** A machine with PostgreSQL, Caddy and the package, whose own library is switched off. */
async function prepare(debian: DebianRoot, machine: BootedDebian, file: string): Promise<void> {
  copyFileSync(file, debian.path(`root/${basename(file)}`))
  await machine.boot()
  machine.shell(`apt-get update && apt-get install -y --no-install-recommends postgresql caddy /root/${basename(file)}`)
  // By its socket alone: the network, and perhaps a PostgreSQL there, are this machine's.
  machine.shell(`pg_conftool set listen_addresses '' && pg_conftool set port 5432 && systemctl restart postgresql`)
  machine.shell('systemctl disable --now maktaba')
  machine.shell(`echo 'import /etc/maktaba/libraries/*.caddy' > /etc/caddy/Caddyfile`)
}

/** Each request is to be answered as ever. */
const check = ({ status }: Response) => (status === 200 ? undefined : `was answered ${status}`)

async function play(
  debian: DebianRoot,
  machine: BootedDebian,
  file: string,
  ledger: Ledger,
  say: FaultOptions['say'],
): Promise<{ acknowledged: number; lost: number }> {
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

  /** Visits libraries and adds books to kisumu while something is done; returns the books. */
  const visited = async (what: string, names: readonly Name[], work: () => Promise<void>): Promise<string[]> => {
    const visits = names.flatMap((name) =>
      ['/login', '/api/health/ready'].map((path) => ({
        name: `${what}: ${name}${path}`,
        url: ADDRESSES[name] + path,
        check,
      })),
    )
    ledger.begin()
    const visitor = new Visitor(visits, ledger, 100, 120_000)
    const writer = startWriter(ADDRESSES.kisumu, cookie('kisumu'), ledger, what)
    const working = stopwatch()
    await work()
    const duration = working()
    await visitor.stop()
    const titles = await writer.stop()
    const longest = Math.max(...visitor.longest.values()) / 1000
    say(
      `${what} of ${duration} s, with requests in flight: ${titles.length} books were added, the longest answer took ${longest.toFixed(1)} s`,
    )
    return titles
  }

  const attempts = tryNeighbour(machine, ledger)
  await requireAll('attempts')
  await tryForging(machine, debian, ADDRESSES, ledger)
  const stranger = await fetch(`${ADDRESSES.kisumu}/api/v1/me`, { headers: { cookie: cookie('mombasa') } })
  if (stranger.status !== 401) ledger.problem(`a session of another library is answered ${stranger.status}`)
  say(`${attempts} attempts on a neighbour, running and stopped, failed`)

  const kinds = await tryUpdater(machine, debian, ledger)
  say(`${kinds} things that are no request to root's updater were put out of the way`)

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

  // A manager who has signed in by a card has not said their name yet, without which nothing is added.
  const onboarding = `update "user" set name = 'Amina', onboarded_at = now()`
  machine.shell(
    `runuser -u maktaba-kisumu -- psql --quiet maktaba-kisumu --command "${onboarding.replaceAll('"', '\\"')}"`,
  )
  giveItAPort(debian, machine, 'nakuru', PORT)
  await requireAll('by a port')
  const titles = await visited('an update', ['kisumu', 'mombasa'], async () => {
    await machine.start(`apt-get update && apt-get install -y --reinstall --no-install-recommends ${file}`)
  })
  await requireAll('update')
  if (!(await isListening(PORT))) ledger.problem('a library with a port is not reached there after an update')

  // Without requests in flight: a reload of Caddy 2.6 answers some of them with 502, whatever it leads to.
  machine.shell('maktaba library close-ports')
  await requireAll('ports closed')
  if (await isListening(PORT)) ledger.problem('a closed port is listened on')
  const listed = machine.shell('maktaba library list')
  if (/port \d/.test(listed)) ledger.problem(`a library has a port still: ${listed}`)
  await tryForging(machine, debian, ADDRESSES, ledger)
  const kept = machine.shell('cd /tmp && maktaba --library kisumu export kisumu.jsonl >&2 && cat kisumu.jsonl')
  if (titles.length === 0) ledger.problem('no book was added')
  const lost = titles.filter((title) => !kept.includes(`"${title}"`)).length
  if (lost > 0) ledger.problem(`${lost} books of ${titles.length} are lost`)

  await machine.cutPower()
  const booting = stopwatch()
  await machine.boot()
  await requireAll('power cut')
  say(`all were ready ${booting()} s after a power cut`)
  return { acknowledged: titles.length, lost }
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
