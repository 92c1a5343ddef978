import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import { makeBackup } from '#base/db/backup/make-backup.server.ts'
import { restoreLibrary } from '#base/db/backup/restore-library.server.ts'
import { openData, seededData, withClient } from './seed.ts'

const BOOKS = 100_000
/** Seconds. */
const TARGETS = { out: 10, in: 30 }

/** A backup of 100,000 books with an activity entry each, and its restore into an empty database. */
export default async function backup(): Promise<boolean> {
  const { dataDir } = await seededData(BOOKS, console.log)
  const folder = mkdtempSync(join(tmpdir(), 'maktaba-backup-'))
  try {
    await withClient(dataDir, recordBooks)
    const file = join(folder, 'library.maktaba')
    const [out, summary] = await timed(() => backUp(dataDir, file))
    console.log(`backup ${out} s, at most ${TARGETS.out}: ${statSync(file).size} bytes, ${summary.bytes} as text`)
    const copy = join(folder, 'copy')
    const opened = await openData(copy)
    const [into] = await timed(() =>
      restoreLibrary({ connection: opened.connection, file, isReplacing: false, dataDir: copy }),
    ).finally(() => opened.close())
    console.log(`restore ${into} s, at most ${TARGETS.in}`)
    const again = await backUp(copy, join(folder, 'again.maktaba'))
    // The restore itself is in the security log.
    const { security_event: _, ...tables } = again.tables
    const { security_event: __, ...expected } = summary.tables
    const isEqual = isDeepStrictEqual(tables, expected)
    console.log(`rows ${isEqual ? 'equal' : 'DIFFER'}: ${summary.books} books, ${summary.users} users`)
    return isEqual && out <= TARGETS.out && into <= TARGETS.in
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The seeded books came without the activity that a library has. */
const recordBooks = (client: Parameters<Parameters<typeof withClient>[1]>[0]) =>
  client.query(
    `insert into activity (actor_kind, action, subject_kind, subject_id, subject_name, after)
    select 'operator', 'book.create', 'book', id, title, jsonb_build_object('title', title, 'author', author, 'publisher', publisher)
    from book where not exists (select from activity limit 1)`,
  )

async function backUp(dataDir: string, file: string) {
  const { connection, close } = await openData(dataDir)
  return makeBackup(connection, file).finally(close)
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now()
  const result = await work()
  return [Math.round((performance.now() - started) / 10) / 100, result]
}
