import { and, inArray, sql } from 'drizzle-orm'
import { defineJob } from '#base/db/background.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { loan } from '#base/db/tables/loan.ts'
import { reminderMail } from '#base/db/tables/reminder-mail.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { now } from '#base/lib/clock.ts'
import { localTime } from '#base/lib/day-start.ts'
import { observeJob } from '#base/lib/telemetry.server.ts'
import { mailObstacle } from './mail-obstacle.server.ts'
import { mailDay, queueDueMails } from './queue-mails.server.ts'
import { sendWaitingMails } from './send-mails.server.ts'

const MINUTE = 60_000
/** Milliseconds between two looks at whom to remind. What a manager has sent by another process is found within a minute. */
const BETWEEN = 10 * MINUTE
/** The hour of the library's day from which the job reminds. */
const MORNING = 7

/** Queues the mails of today, where the job is switched on and nothing is in the way. Returns how many. */
export async function remindToday(): Promise<number> {
  const { reminderMails } = await librarySettings()
  if (reminderMails === null || (await mailObstacle()) !== null) return 0
  if (Number(localTime(now(), inForce().timeZone).slice(11, 13)) < MORNING) return 0
  const day = await mailDay()
  return day === undefined ? 0 : queueDueMails(day, reminderMails)
}

let remindedAt = -BETWEEN

/** Reminds borrowers by mail, and sends what managers have queued. */
export const reminderJob = defineJob({
  name: 'reminder-mails',
  interval: MINUTE,
  delay: MINUTE,
  run: (context) =>
    observeJob('reminder-mails', async () => {
      if (performance.now() - remindedAt >= BETWEEN) {
        await remindToday()
        remindedAt = performance.now()
      }
      await sendWaitingMails(context)
    }),
})

/** Forgets mails that no loan of their borrower mentions any more: as long as a loan knows its borrower, and no longer. */
export const cleanUpReminderMails = (): Promise<unknown> =>
  db.delete(reminderMail).where(
    and(
      inArray(reminderMail.state, ['sent', 'failed', 'unsure']),
      sql`not exists (select from ${loan} where ${loan.borrowerId} = ${reminderMail.borrowerId}
          and ${loan.reminders} @> jsonb_build_array(jsonb_build_object('mail', ${reminderMail.id})))`,
    ),
  )
