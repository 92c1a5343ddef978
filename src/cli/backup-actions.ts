import { resolve } from 'node:path'
import { makeBackup } from '#db/backup/make-backup.server.ts'
import { recordOperation } from '#db/backup/record-operation.server.ts'
import { withOwnClient } from '#db/connection/own-client.server.ts'
import { restoreLibrary } from '#db/backup/restore-library.server.ts'
import { Failure } from './failure.ts'
import { makeBar } from './terminal-bar.ts'
import { onStop } from './stop.ts'
import { withUnchangedDatabase } from './with-database.ts'
import { pluralized, singleLine } from './words.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const STEPS = 1000

/** Writes a backup to a file and says what is in it. Ctrl+C leaves no file. */
export async function backUpTo(file: string): Promise<void> {
  const bar = makeBar(STEPS)
  const stop = onStop()
  try {
    await withUnchangedDatabase(async (connection) => {
      const summary = await makeBackup(connection, resolve(file), {
        onProgress: (share) => bar.show('Backing up', share * STEPS),
        signal: stop.signal,
      })
      const { books, users } = summary
      await withOwnClient(connection, 'maktaba backup', (client) =>
        recordOperation(client, 'backup_made', { by: 'operator', books, users }),
      )
      bar.clear()
      say(`${file}: ${pluralized(books, 'book')} and ${pluralized(users, 'user')}`)
    })
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
      const { books, users } = backup.summary
      say(`Restored ${pluralized(books, 'book')} and ${pluralized(users, 'user')} of ${backup.header.madeAt}`)
      say(`Managers are now: ${admins.map(singleLine).join(', ') || 'nobody'}`)
      if (keys > 0) say(`${pluralized(keys, 'API key')} of that time ${keys === 1 ? 'works' : 'work'} again`)
      say('Everybody signs in again')
    })
  } finally {
    bar.clear()
  }
}
