import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { writeDebianPackage } from '../../scripts/package/debian.ts'
import { setUpLibrary, signInByOutbox } from './debian-manager.ts'
import { withRepository } from './debian/apt-repository.ts'
import { DEBIAN_ENVIRONMENT, type DebianRoot, stopwatch, withDebian } from './debian-root.ts'
import type { Fault, FaultOptions } from './fault.ts'
import { Ledger } from './ledger.ts'
import { writeOlderPackage } from './older-package.ts'
import { Writer } from './writer.ts'

const WRITES = 500
const IMPORTED = 10_000
const LIBRARY = 'var/lib/maktaba'
const SETTINGS = 'etc/maktaba/maktaba.env'
const ARCHITECTURE = process.arch === 'arm64' ? 'arm64' : 'amd64'

const fault: Fault = {
  about:
    'the Debian package in a clean Debian: installed, power cuts, an older version updated, removed, purged, from an apt repository',
  run: ({ times = 20, say }) =>
    withDebian(async (debian) => {
      const folder = mkdtempSync(join(tmpdir(), 'maktaba-packages-'))
      try {
        const older = writeOlderPackage(folder)
        const newer = await writeDebianPackage({ architecture: ARCHITECTURE, revision: '2', folder })
        const ledger = new Ledger()
        const writes = await cutPower(debian, newer, ledger, { times, say })
        debian.shell('debconf-set-selections', 'maktaba maktaba/delete_library boolean true')
        debian.shell('apt-get purge -y maktaba')
        if (debian.isThere(LIBRARY)) ledger.problem('a purge that may has kept the library')
        await update(debian, { older, newer }, ledger, say)
        await useRepository(debian, { older, newer }, ledger, say)
        const { answers, longestOutage, problems } = ledger
        return { times, ...writes, answers, longestOutage, problems }
      } finally {
        rmSync(folder, { recursive: true })
      }
    }),
}
export default fault

/** Installs the package, sets the library up, and cuts the power while books are added. */
async function cutPower(
  debian: DebianRoot,
  file: string,
  ledger: Ledger,
  { times, say }: { times: number; say: FaultOptions['say'] },
): Promise<{ acknowledged: number; lost: number }> {
  const seconds = stopwatch()
  install(debian, file)
  let url = await debian.start()
  const cookie = await setUpLibrary(url)
  say(`a manager is signed in ${seconds()} s after the package was handed to apt`)
  const writer = new Writer({ cookies: { admin: cookie, reader: '' } }, ledger, () => url)
  for (let cuts = 0; cuts < times; cuts++) {
    while (writer.acknowledged.length < ((cuts + 1) * WRITES) / times) await sleep(20)
    debian.kill()
    url = await debian.start()
    say(`the power was cut ${cuts + 1} times, ${writer.acknowledged.length} acknowledged`)
  }
  await writer.stop()
  const books = titlesOf(debian)
  const lost = writer.acknowledged.filter((title) => books.get(title) !== 1).length
  if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)
  await debian.stop()
  return { acknowledged: writer.acknowledged.length, lost }
}

/** Installs a package over that of an older version with older tables, then removes it, purges it and installs it again. */
async function update(
  debian: DebianRoot,
  { older, newer }: { older: string; newer: string },
  ledger: Ledger,
  say: FaultOptions['say'],
): Promise<void> {
  install(debian, older)
  const cookie = await signInByOutbox(debian, await debian.start())
  const rows = Array.from({ length: IMPORTED }, (_, number) => `Imported ${number},Author ${number % 900}`)
  debian.write('tmp/books.csv', ['title,author', ...rows, ''].join('\n'))
  debian.shell('chmod 644 /tmp/books.csv && maktaba import /tmp/books.csv')
  const { size } = titlesOf(debian)
  await debian.stop()
  const requireAll = async (url: string, occasion: string) => {
    if (titlesOf(debian).size !== size) ledger.problem(`${occasion} lost books`)
    // 'null' without a session.
    const session = await (await fetch(`${url}/api/auth/get-session`, { headers: { cookie } })).text()
    if (!session.includes('"user"')) ledger.problem(`${occasion} ended the session of the manager: ${session}`)
  }

  const installing = stopwatch()
  debian.install(newer)
  if (!debian.read(SETTINGS).includes('PORT=3917')) ledger.problem('the update lost the settings')
  const starting = stopwatch()
  const url = await debian.start()
  say(`an older version with ${size} books was updated in ${installing()} s, of which the start took ${starting()} s`)
  const backups = debian.isThere(`${LIBRARY}/backups`) ? debian.names(`${LIBRARY}/backups`) : []
  if (!backups.some((name) => name.endsWith('-before-update.maktaba'))) ledger.problem('the update made no backup')
  await requireAll(url, 'the update')
  await debian.stop()

  debian.shell('apt-get remove -y maktaba')
  if (!debian.isThere(LIBRARY)) ledger.problem('the removal took the library away')
  debian.shell('apt-get purge -y maktaba')
  if (!debian.isThere(LIBRARY)) ledger.problem('a purge took the library away without asking')
  install(debian, newer)
  await requireAll(await debian.start(), 'the next installation')
  await debian.stop()
}

/** Installs and updates the package from an apt repository, and lets apt refuse one that somebody has changed. */
async function useRepository(
  debian: DebianRoot,
  { older, newer }: { older: string; newer: string },
  ledger: Ledger,
  say: FaultOptions['say'],
): Promise<void> {
  debian.shell('apt-get purge -y maktaba')
  const version = () => debian.shell("dpkg-query --show --showformat '${Version}' maktaba")
  const seconds = stopwatch()
  await withRepository(debian, [older, newer], async (folder) => {
    await offThread(debian, 'apt-get update && apt-get install -y --no-install-recommends maktaba')
    const { version: announced }: { version: string } = JSON.parse(readFileSync(join(folder, 'latest.json'), 'utf8'))
    if (!version().startsWith(announced)) ledger.problem(`apt installed ${version()}, the newest is ${announced}`)
    say(`an apt repository gave the newest of two versions in ${seconds()} s`)
    const list = join(folder, 'dists/stable/InRelease')
    writeFileSync(list, readFileSync(list, 'utf8').replace('Suite: stable', 'Suite: changed'))
    const said = await offThread(debian, 'apt-get update 2>&1')
    if (!/signature|BADSIG/i.test(said)) ledger.problem(`apt took a list that was changed: ${said.slice(-300)}`)
    say('a list that was changed was refused')
  })
}

/** Runs a command while this process serves the repository. */
async function offThread(debian: DebianRoot, command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('chroot', [debian.path(''), '/bin/sh', '-c', command], {
    env: DEBIAN_ENVIRONMENT,
  })
  return stdout
}

/** Installs a package where there is none, with settings for this trial. */
function install(debian: DebianRoot, file: string): void {
  debian.install(file)
  debian.write(SETTINGS, `${debian.read(SETTINGS)}PORT=3917\nSEED=none\nLOG_LEVEL=warn\n`)
}

/** How many books there are of each title, as the command line exports them. */
function titlesOf(debian: DebianRoot): Map<string, number> {
  debian.shell('rm -f /tmp/books.jsonl; maktaba export /tmp/books.jsonl')
  const counts = new Map<string, number>()
  for (const line of debian.read('tmp/books.jsonl').trim().split('\n')) {
    const { title }: { title: string } = JSON.parse(line)
    counts.set(title, (counts.get(title) ?? 0) + 1)
  }
  return counts
}
