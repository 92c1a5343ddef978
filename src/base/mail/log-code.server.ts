import { lazy } from '#base/lib/lazy.ts'
import { createLog } from '#base/lib/log.server.ts'

// A separate logger, so that outbox mode shows the line at every log level, even `silent`.
const log = lazy(() => createLog('info'))

/** Logs address and code to stderr. Only for outbox mode; codes are never logged otherwise. */
export function logCode(email: string, code: string): void {
  log().info({ email, code }, `Code for ${email}: ${code}`)
}

/** Logs where the codes for signing in are found while no mail is sent. `folder` is that of the outbox. */
export function logWhereCodesAre(adminEmails: readonly string[], folder: string): void {
  const who = adminEmails.length === 0 ? '' : ` as ${adminEmails.join(' or ')}`
  log().info(`No mail is sent: the code to sign in${who} will appear here and in ${folder}`)
}
