import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { withLibrary, type Library } from './library.ts'
import { withSmallDisk } from './small-disk.ts'
import { Visitor } from './visitor.ts'
import { Writer } from './writer.ts'

/** Milliseconds of work before, during and after. */
const WORK = 4000

const fault: Fault = {
  about:
    'the disk of DATA_DIR is read-only, under a server with a database of its own and at a start (as root: mounts a tmpfs)',
  run: ({ say }) => withSmallDisk('50m', (disk) => withLibrary((library) => lock(library, disk, say))),
}
export default fault

const remount = (disk: string, mode: 'ro' | 'rw'): unknown => execFileSync('mount', ['-o', `remount,${mode}`, disk])

// The files of the embedded database are open, so its disk cannot be made read-only under it: that is what `disk-full` does.
async function lock(library: Library, disk: string, say: (line: string) => void) {
  const ledger = new Ledger()
  const folder = join(disk, 'library')
  mkdirSync(folder)
  const settings = { ...library.ownDatabase, DATA_DIR: folder }
  const maktaba = await library.start(settings)
  const writer = new Writer(library, ledger, () => maktaba.url, 2)
  const page = { name: 'a page', url: `${maktaba.url}/app/books`, headers: { cookie: library.cookies.reader } }
  const visitor = new Visitor([page], ledger)
  const askCode = async (name: string) => {
    const response = await fetch(`${maktaba.url}/api/auth/email-otp/send-verification-otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: maktaba.url.replace('127.0.0.1', 'localhost') },
      body: JSON.stringify({ email: `${name}@bench.example`, type: 'sign-in' }),
    })
    return `${response.status} ${(await response.text()).slice(0, 80)}`
  }
  await sleep(WORK)
  const before = writer.acknowledged.length
  remount(disk, 'ro')
  const refused = await askCode('during')
  await sleep(WORK)
  const during = writer.acknowledged.length - before
  remount(disk, 'rw')
  const taken = await askCode('after')
  say(`a code while it was read-only: ${refused}; afterwards: ${taken}; ${during} books were added meanwhile`)
  if (!refused.startsWith('503')) ledger.problem(`a mail that could not be written was answered ${refused}`)
  if (!taken.startsWith('200')) ledger.problem(`a mail that could be written again was answered ${taken}`)
  if (during === 0) ledger.problem('no book could be added, though the database could write')
  await sleep(WORK)
  await writer.stop()
  await visitor.stop()
  const lost = await writer.countLost(library)
  if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)
  await maktaba.stop()

  remount(disk, 'ro')
  const said = library.log().length
  // With the embedded database, which needs the folder.
  const isStarted = await library.start({ DATA_DIR: folder }).then(
    () => true,
    () => false,
  )
  const line = library.log().slice(said).trim()
  say(`a start: ${line}`)
  if (isStarted || !line.includes('is read-only') || line.includes('\n'))
    ledger.problem(`a start on a read-only disk ${isStarted ? 'went on' : `said ${line}`}`)
  const { answers, longestOutage, problems } = ledger
  return { times: 2, acknowledged: writer.acknowledged.length, lost, answers, longestOutage, problems }
}
