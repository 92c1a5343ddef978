import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { withLibrary, type Library } from './library.ts'
import { withSmallDisk } from './small-disk.ts'
import { Visitor } from './visitor.ts'
import { Writer } from './writer.ts'

const SIZE = '400m'
/** Milliseconds without room. */
const FULL = 20_000
/** Milliseconds after which writes must be taken again. */
const RECOVERY = 60_000

const fault: Fault = {
  about: 'the disk of DATA_DIR with the embedded database is full for a while (as root: mounts a tmpfs)',
  run: ({ say }) =>
    withSmallDisk(SIZE, (disk) => {
      const folder = join(disk, 'library')
      mkdirSync(folder, { mode: 0o755 })
      return withLibrary((library) => fill(library, disk, say), folder)
    }),
}
export default fault

async function fill(library: Library, disk: string, say: (line: string) => void) {
  const ledger = new Ledger()
  const maktaba = await library.start()
  const writer = new Writer(library, ledger, () => maktaba.url, 2)
  const page = { name: 'a page', url: `${maktaba.url}/app/books`, headers: { cookie: library.cookies.reader } }
  const visitor = new Visitor([page], ledger)
  await sleep(2000)
  const ballast = join(disk, 'ballast')
  const faults: [string, () => void, () => void][] = [['full', () => fillUp(ballast), () => rmSync(ballast)]]
  for (const [name, begin, end] of faults) {
    try {
      begin()
    } catch (error) {
      say(`cannot make the disk ${name}: ${String(error).slice(0, 160)}`)
      continue
    }
    const before = new Map(ledger.answers)
    await sleep(FULL)
    end()
    const written = writer.acknowledged.length
    const freed = performance.now()
    while (writer.acknowledged.length < written + 4 && performance.now() - freed < RECOVERY) await sleep(100)
    const seconds = ((performance.now() - freed) / 1000).toFixed(1)
    if (performance.now() - freed >= RECOVERY) ledger.problem(`no write ${seconds} s after the disk was ${name}`)
    const seen = [...ledger.answers].map(([status, count]) => `${status}: ${count - (before.get(status) ?? 0)}`)
    say(`the disk ${name} for ${FULL / 1000} s: ${seen.join(', ')}; went on after ${seconds} s`)
  }
  await writer.stop()
  await visitor.stop()
  const lost = await writer.countLost(library)
  if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)
  if (!/disk is full|No space left|no space left/i.test(library.log()))
    ledger.problem('the log does not say that the disk is full')
  await maktaba.stop()
  const { answers, longestOutage, problems } = ledger
  return { times: faults.length, acknowledged: writer.acknowledged.length, lost, answers, longestOutage, problems }
}

/** Writes until nothing more fits. */
function fillUp(file: string): void {
  const handle = openSync(file, 'w')
  try {
    for (const size of [1_000_000, 4096]) {
      const block = Buffer.alloc(size)
      try {
        for (;;) if (writeSync(handle, block) < size) break
      } catch {
        // No space left for a block of this size.
      }
    }
  } finally {
    closeSync(handle)
  }
}
