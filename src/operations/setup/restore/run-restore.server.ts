import { drizzle } from 'drizzle-orm/node-postgres'
import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { hasManager } from '#base/auth/better-auth/setup.server.ts'
import { sealByWords } from '#base/auth/recovery/eight-words.server.ts'
import { keptWords } from '#base/auth/recovery/sheet-words.server.ts'
import { endEveryWayIn } from '#base/auth/ways-in/end-ways-in.server.ts'
import { BackupError } from '#base/db/backup/backup-error.server.ts'
import { restoreLibrary } from '#base/db/backup/restore-library.server.ts'
import { HEARTBEAT, writeRestoreState, type RestoreState } from '#base/db/backup/restore-state.server.ts'
import { openedDatabase } from '#base/db/connection/opened.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { librarySetting } from '#base/db/tables/library-setting.ts'
import { recovery } from '#base/db/tables/recovery.ts'
import { env } from '#base/env/env.server.ts'
import { authSecret } from '#base/env/secret.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { readMailPassword, resealMailPassword } from '#base/mail/mail-password.server.ts'

interface Restore {
  path: string
  /** Name of the file as the person knows it. */
  file: string
  ticket: string
  /** The words of the sheet, and the secret that they have opened. */
  words: readonly string[]
  secret: string | undefined
}

/** Restores a backup in the background; `readRestoreState` tells how it goes. Resolves once others can see that it runs. */
export async function startRestore(restore: Restore): Promise<void> {
  const state: RestoreState = {
    id: newId(),
    ticket: restore.ticket,
    phase: 'running',
    step: 'restoring',
    share: 0,
    at: 0,
    name: restore.file,
    problem: null,
    books: 0,
    madeAt: null,
    mail: 'none',
  }
  const { log } = requestContext()
  const write = oneAtATime((changed: RestoreState) => writeRestoreState(changed))
  await write(state)
  const beat = setInterval(() => void write({ ...state }).catch(() => undefined), HEARTBEAT)
  void run(restore, state)
    .then(
      (found) => Object.assign(state, found, { phase: 'restored', share: 1 }),
      (error: unknown) => {
        log.error({ err: error }, 'A backup was not restored')
        Object.assign(state, { phase: 'failed', problem: error instanceof BackupError ? error.problem : 'failed' })
      },
    )
    .finally(async () => {
      clearInterval(beat)
      await write({ ...state })
      // What was decided in the restored library holds from here on.
      await librarySettings()
    })
    .catch((error: unknown) => log.error({ err: error }, 'How a restore went could not be kept'))
}

type Found = Pick<RestoreState, 'books' | 'madeAt' | 'mail'>

async function run({ path, words, secret }: Restore, state: RestoreState): Promise<Found> {
  let mail: Found['mail'] = 'none'
  const { backup } = await restoreLibrary({
    connection: openedDatabase().connection,
    dataDir: env().dataDir,
    file: path,
    // Without a manager it is hardly a library, but what is there may be of use: it is backed up first.
    isReplacing: true,
    onProgress: (doing, share) =>
      Object.assign(state, { step: doing === 'Backing up' ? 'saving' : 'restoring', share }),
    live: {
      begin: requireUnmanaged,
      settle: async (client) => {
        mail = await settle(client, words, secret)
      },
    },
  })
  return { books: backup.summary.books, madeAt: backup.header.madeAt, mail }
}

/** Throws where a set-up has made a manager meanwhile: of a set-up and a restore at the same time one goes on. */
async function requireUnmanaged(client: Client): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext('first manager'))")
  if (await hasManager(drizzle({ client, casing: 'snake_case' })))
    throw new BackupError('The library has a manager by now', { problem: 'managed' })
}

/**
 * What must be so when the library comes back on this computer: nobody's way in of before works, the default of ADMIN_EMAIL makes
 * no manager, and what was sealed by the former server's secret is sealed by this one's. Returns what became of the mail password.
 */
async function settle(client: Client, words: readonly string[], secret: string | undefined): Promise<Found['mail']> {
  const tx = drizzle({ client, casing: 'snake_case' })
  await endEveryWayIn(tx)
  const kept =
    secret === undefined
      ? { words: null, sealedSecret: null }
      : { words: await keptWords(words), sealedSecret: await sealByWords(words, authSecret()) }
  await tx
    .insert(recovery)
    .values({ ...kept, restoredAt: now() })
    .onConflictDoUpdate({ target: recovery.id, set: { ...kept, restoredAt: now() } })
  await tx
    .insert(librarySetting)
    .values({ isSetUp: true })
    .onConflictDoUpdate({ target: librarySetting.id, set: { isSetUp: true } })
  const [row] = await tx.select({ mailServer: librarySetting.mailServer }).from(librarySetting)
  const server = row?.mailServer
  if (!server || server.password === '') return server ? 'kept' : 'none'
  // The password can be read on the same computer, or with the same AUTH_SECRET.
  const isReadable = await readMailPassword(server.password).then(
    () => true,
    () => false,
  )
  if (isReadable) return 'kept'
  const password = secret === undefined ? undefined : await resealMailPassword(server.password, secret)
  if (password === undefined) return 'lost'
  await tx.execute(
    sql`update ${librarySetting} set mail_server = jsonb_set(mail_server, '{password}', to_jsonb(${password}::text))`,
  )
  return 'kept'
}

/** Runs calls one after the other: a later state is never overwritten by a former one. */
function oneAtATime<T>(work: (value: T) => Promise<void>): (value: T) => Promise<void> {
  let last = Promise.resolve()
  return (value) => (last = last.catch(() => undefined).then(() => work(value)))
}
