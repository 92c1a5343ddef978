import { now } from '#base/lib/clock.ts'
import { lazy } from '#base/lib/lazy.ts'
import { mailEnded } from '#base/lib/telemetry.server.ts'

/** Mails of this process; `lastFailed` is when the last one failed, undefined if it went out. */
interface MailCounts {
  sent: number
  failed: number
  lastFailed: Date | undefined
}

/** The mails of this process since this was first asked for, which the server does when it starts. */
export const mailCounts = lazy((): MailCounts => {
  const counts: MailCounts = { sent: 0, failed: 0, lastFailed: undefined }
  mailEnded.listen(({ isFailed }) => {
    counts[isFailed ? 'failed' : 'sent'] += 1
    counts.lastFailed = isFailed ? now() : undefined
  })
  return counts
})
