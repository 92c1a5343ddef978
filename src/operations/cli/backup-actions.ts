import { resolve } from 'node:path'
import { backUpLibrary } from '#base/db/backup/back-up-library.server.ts'
import { makeBackup } from '#base/db/backup/make-backup.server.ts'
import { recordOperation } from '#base/db/backup/record-operation.server.ts'
import { withOwnClient } from '#base/db/connection/own-client.server.ts'
import { restoreLibrary } from '#base/db/backup/restore-library.server.ts'
import { Failure } from './failure.ts'
import { makeBar } from './terminal-bar.ts'
import { onStop } from './stop.ts'
import { withUnchangedDatabase } from './with-database.ts'
import { pluralized, singleLine } from './words.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const STEPS = 1000

/** Writes a backup to a file and says what is in it. Ctrl+C leaves no file. */
export const backUpTo = (file: string): Promise<void> =>
  untilStopped(async (bar, signal) => {
    await withUnchangedDatabase(async (connection) => {
      const summary = await makeBackup(connection, resolve(file), {
        onProgress: (share) => bar.show('Backing up', share * STEPS),
        signal,
      })
      const { books, users } = summary
      await withOwnClient(connection, 'maktaba backup', (client) =>
        recordOperation(client, 'backup_made', { by: 'operator', books, users }),
      )
      bar.clear()
      say(`${file}: ${counted(summary)}`)
    })
  })

/** Writes a checked backup into the folder of backups and says what is in it. Ctrl+C leaves no file. */
export const backUpHere = (): Promise<void> =>
  untilStopped(async (bar, signal) => {
    await withUnchangedDatabase(async (connection, dataDir, admin) => {
      const { file, summary, state } = await backUpLibrary({
        connection,
        admin,
        dataDir,
        kind: 'manual',
        by: 'operator',
        onProgress: (step, share) => bar.show(step === 'writing' ? 'Backing up' : 'Checking', share * STEPS),
        signal,
      })
      bar.clear()
      const checked = state.verification === 'verified' ? 'checked' : 'not checked: its role may not create databases'
      say(`${file}: ${counted(summary)}, ${checked}`)
    })
  })

const counted = ({ books, users }: { books: number; users: number }): string =>
  `${pluralized(books, 'book')} and ${pluralized(users, 'user')}`

/** Runs a backup that Ctrl+C ends. */
async function untilStopped(
  work: (bar: ReturnType<typeof makeBar>, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const bar = makeBar(STEPS)
  const stop = onStop()
  try {
    await work(bar, stop.signal)
  } catch (error) {
    throw stop.signal.aborted ? new Failure('Stopped: no backup was made') : error
  } finally {
    bar.clear()
    stop.end()
  }
}

/** Restores a backup and says what has changed. */
export async function restoreFrom(file: string, isReplacing: boolean): Promise<void> {
  const bar = makeBar(STEPS)
  try {
    await withUnchangedDatabase(async (connection, dataDir) => {
      const { backup, former, admins, keys } = await restoreLibrary({
        connection,
        dataDir,
        file: resolve(file),
        isReplacing,
        onProgress: (doing, share) => bar.show(doing, share * STEPS),
      })
      bar.clear()
      if (former !== undefined) say(`The library that was here is in ${former}`)
      say(`Restored ${counted(backup.summary)} of ${backup.header.madeAt}`)
      say(`Managers are now: ${admins.map(singleLine).join(', ') || 'nobody'}`)
      if (keys > 0) say(`${pluralized(keys, 'API key')} of that time ${keys === 1 ? 'works' : 'work'} again`)
      say('Everybody signs in again')
    })
  } finally {
    bar.clear()
  }
}
