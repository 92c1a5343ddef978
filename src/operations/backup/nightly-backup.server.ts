import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { activeAdmins } from '#base/auth/admin-notice.server.ts'
import { defineJob, withLock } from '#base/db/background.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { now } from '#base/lib/clock.ts'
import { dayStart, isoDay } from '#base/lib/day-start.ts'
import type { Logger } from '#base/lib/log.server.ts'
import { backupFailedMail } from '#base/mail/backup-mail.server.ts'
import { mailIn } from '#base/mail/mail.server.ts'
import { runBackup, stopBackup } from './backup-runner.server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The hour in TIME_ZONE from which a night's backup is due. */
const NIGHT_HOUR = 3
/** Milliseconds between looks at the clock. */
const INTERVAL = 5 * MINUTE

/** The last three o'clock at night before `at`, or so many minutes later. */
export function lastNight(at: Date, timeZone: string, delay = 0): Date {
  const hours = NIGHT_HOUR * HOUR + delay * MINUTE
  const tonight = dayStart(isoDay(at, timeZone), timeZone).getTime() + hours
  if (tonight <= at.getTime()) return new Date(tonight)
  return new Date(dayStart(isoDay(at.getTime() - DAY, timeZone), timeZone).getTime() + hours)
}

/** The last attempt at a nightly backup of any server, from the security log. */
async function lastAttempt(): Promise<{ isMade: boolean; isEmpty: boolean; at: Date } | undefined> {
  const [row] = await db
    .select({ kind: securityEvent.kind, details: securityEvent.details, at: securityEvent.at })
    .from(securityEvent)
    .where(
      and(
        inArray(securityEvent.kind, ['backup_made', 'backup_failed']),
        eq(sql`${securityEvent.details}->>'by'`, 'nightly'),
        // While the clock was wrong, an attempt may have been dated in the future: it does not count.
        lte(securityEvent.at, new Date(now().getTime() + INTERVAL)),
      ),
    )
    .orderBy(desc(securityEvent.at), desc(securityEvent.id))
    .limit(1)
  return row && { isMade: row.kind === 'backup_made', isEmpty: row.details.books === 0, at: row.at }
}

/** Whether the library has its first books: some, and no import that is adding more. */
async function hasFirstBooks(): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select from ${book})
      and not exists (select from ${bookImport} where ${eq(bookImport.state, 'running')}) as has`)
  return rows[0]?.has ?? false
}

/**
 * Makes the nightly backup if it is due: once after three o'clock at night, also hours later on a machine that was off.
 * After a failure it is tried again every hour, and the first failure of a night is mailed to all managers. Of several
 * servers one at a time looks and acts: one that had looked just before another was done would make a second backup.
 */
export async function backUpNightly(log: Logger): Promise<void> {
  const { isBackedUpNightly, backupDelay } = env()
  // Of many libraries on a machine that was off at night, not all at once after its start.
  if (!isBackedUpNightly || process.uptime() < backupDelay * 60) return
  await withLock('nightly-backup', () => backUpIfDue(log))
}

async function backUpIfDue(log: Logger): Promise<void> {
  const night = lastNight(now(), inForce().timeZone, env().backupDelay)
  const last = await lastAttempt()
  const isThisNight = last !== undefined && last.at >= night
  if (isThisNight && (last.isMade || now().getTime() - last.at.getTime() < HOUR)) {
    // The backup of an empty library does not count once there are books.
    if (!last.isMade || !last.isEmpty || !(await hasFirstBooks())) return
  }
  try {
    if (await runBackup('nightly')) log.info('The nightly backup is made and checked')
  } catch (error) {
    log.error({ err: error }, 'The nightly backup failed')
    if (!isThisNight) await mailAdmins(error instanceof Error ? error.message : String(error), log)
  }
}

async function mailAdmins(reason: string, log: Logger): Promise<void> {
  for (const { email, language } of await activeAdmins()) {
    if (email === null) continue
    await mailIn(language, () => backupFailedMail(email, reason)).catch((error: unknown) =>
      log.error({ err: error }, 'A manager could not be told of a failed backup'),
    )
  }
}

/** Looks every few minutes whether the nightly backup is due. */
export const nightlyBackupJob = defineJob({
  name: 'nightly-backup',
  interval: INTERVAL,
  delay: INTERVAL,
  run: ({ log }) => backUpNightly(log),
  stop: stopBackup,
})
