import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeDebianPackage } from '../../scripts/package/debian.ts'
import { type DebianRoot, withDebian } from './debian-root.ts'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { Writer } from './writer.ts'

const WRITES = 500
const IMPORTED = 10_000
const SETTINGS = 'etc/maktaba/maktaba.env'
const ARCHITECTURE = process.arch === 'arm64' ? 'arm64' : 'amd64'

const fault: Fault = {
  about: 'the Debian package in a clean Debian: installed, power cuts, an update, removed, purged',
  run: ({ times = 20, say }) =>
    withDebian(async (debian) => {
      const folder = mkdtempSync(join(tmpdir(), 'maktaba-packages-'))
      const [first, second] = [await packageOf(folder, '1'), await packageOf(folder, '2')]
      const ledger = new Ledger()
      const seconds = stopwatch()
      debian.install(first)
      debian.write(SETTINGS, `${debian.read(SETTINGS)}PORT=3917\nSEED=none\nLOG_LEVEL=warn\n`)
      let url = await debian.start()
      const cookie = await setUp(url)
      say(`a manager is signed in ${seconds()} s after the package was handed to apt`)

      const writer = new Writer({ cookies: { admin: cookie, reader: '' } }, ledger, () => url)
      for (let cuts = 0; cuts < times; cuts++) {
        while (writer.acknowledged.length < ((cuts + 1) * WRITES) / times) await sleep(20)
        debian.kill()
        url = await debian.start()
        say(`the power was cut ${cuts + 1} times, ${writer.acknowledged.length} acknowledged`)
      }
      await writer.stop()

      const rows = Array.from({ length: IMPORTED }, (_, number) => `Imported ${number},Author ${number % 900}`)
      debian.write('tmp/books.csv', ['title,author', ...rows, ''].join('\n'))
      debian.shell('chmod 644 /tmp/books.csv && maktaba import /tmp/books.csv')
      const books = titlesOf(debian)
      const lost = writer.acknowledged.filter((title) => books.get(title) !== 1).length
      if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)

      await debian.stop()
      debian.install(second)
      if (!debian.read(SETTINGS).includes('PORT=3917')) ledger.problem('the update lost the settings')
      await debian.start()
      if (titlesOf(debian).size !== books.size) ledger.problem('the update lost books')
      await debian.stop()
      debian.shell('apt-get remove -y maktaba')
      if (debian.names('var/lib/maktaba').length === 0) ledger.problem('the removal took the library away')
      debian.shell('apt-get purge -y maktaba')
      if (debian.names('var/lib/maktaba').length === 0) ledger.problem('a purge took the library away without asking')
      debian.install(first)
      await debian.start()
      if (titlesOf(debian).size !== books.size) ledger.problem('installed again, the library is not as it was')
      await debian.stop()
      debian.shell('debconf-set-selections', 'maktaba maktaba/delete_library boolean true')
      debian.shell('apt-get purge -y maktaba')
      if (debian.names('var/lib').includes('maktaba')) ledger.problem('a purge that may has kept the library')
      rmSync(folder, { recursive: true })
      const { answers, longestOutage, problems } = ledger
      return { times, acknowledged: writer.acknowledged.length, lost, answers, longestOutage, problems }
    }),
}
export default fault

const packageOf = (folder: string, revision: string): Promise<string> =>
  writeDebianPackage({ architecture: ARCHITECTURE, revision, folder })

/** Sets the library up, as the person who sits at its computer. Returns the cookies of the manager. */
async function setUp(url: string): Promise<string> {
  const page = await (await fetch(`${url}/setup`)).text()
  const proof = /name="proof" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const { headers } = await fetch(`${url}/setup`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ proof, library: 'A school', name: 'Amina', email: 'amina@example.org' }),
  })
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (cookies.length === 0) throw new Error('The set-up has made no manager')
  return cookies.join('; ')
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

/** Seconds since now. */
function stopwatch(): () => string {
  const began = performance.now()
  return () => ((performance.now() - began) / 1000).toFixed(1)
}
