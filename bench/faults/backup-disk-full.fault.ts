import { readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../seed.ts'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { withLibrary, type Library } from './library.ts'
import { withSmallDisk } from './small-disk.ts'
import { Visitor } from './visitor.ts'
import { Writer } from './writer.ts'

/** Milliseconds after the start until the nightly backup must have failed: it is looked for after five minutes. */
const PATIENCE = 360_000

const fault: Fault = {
  about: 'the disk of the backups has room for half of the nightly one (as root: mounts a tmpfs; 6 minutes)',
  run: ({ say }) =>
    withSmallDisk('2m', (disk) =>
      withLibrary(async (library) => {
        const ledger = new Ledger()
        await addBooks(library)
        const backups = join(library.dataDir, 'backups')
        rmSync(backups, { recursive: true, force: true })
        symlinkSync(disk, backups)
        const maktaba = await library.start({ ...library.ownDatabase, BACKUPS: 'on' })
        const started = performance.now()
        ledger.begin()
        const writer = new Writer(library, ledger, () => maktaba.url, 1)
        const page = { name: 'a page', url: `${maktaba.url}/app/books`, headers: { cookie: library.cookies.reader } }
        const visitor = new Visitor([page], ledger)
        let fullest = 0
        while (!library.log().includes('The nightly backup failed') && performance.now() - started < PATIENCE) {
          await sleep(50)
          fullest = Math.max(fullest, sizeOf(disk))
        }
        await sleep(2000)
        await visitor.stop()
        await writer.stop()
        await maktaba.stop()
        const logged = library
          .log()
          .split('\n')
          .filter((line) => line.includes('The nightly backup failed'))
        if (!logged.join().includes('There is no room')) ledger.problem(`the log does not say why: ${logged.join()}`)
        const left = readdirSync(disk)
        if (left.length > 0) ledger.problem(`left behind: ${left.join(', ')}`)
        const mails = mailsOf(library).filter((mail) => !mail.includes('To: admin@bench.example')).length
        const toAdmin = mailsOf(library).length - mails
        if (toAdmin !== 1 || mails > 0) ledger.problem(`${toAdmin} mails to the manager, ${mails} to others`)
        say(`a backup of ${(fullest / 1e6).toFixed(1)} MB was cut off; files left: ${left.length}; mails: ${toAdmin}`)
        const lost = await writer.countLost(library)
        if (lost > 0) ledger.problem(`${lost} acknowledged books are not there exactly once`)
        const { answers, longestOutage, problems } = ledger
        return { times: 1, acknowledged: writer.acknowledged.length, lost, answers, longestOutage, problems }
      }),
    ),
}
export default fault

/** Books whose titles cannot be compressed to the size of the disk. */
const addBooks = ({ dataDir }: Library) =>
  withClient(dataDir, (client) =>
    client.query(
      `insert into book (id, title, author)
       select gen_random_uuid(), md5(random()::text) || md5(random()::text), md5(random()::text)
       from generate_series(1, 60000)`,
    ),
  )

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + bytesOf(join(folder, name)), 0)

/** 0 for a file that was deleted meanwhile. */
const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

const mailsOf = ({ dataDir }: Library): string[] => {
  const folder = join(dataDir, 'outbox')
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
}
