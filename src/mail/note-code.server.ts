import { lazy } from '#lib/lazy.ts'
import { createLog } from '#lib/log.server.ts'

// A log of its own: in outbox mode the line is shown at every level, also `silent`.
const log = lazy(() => createLog('info'))

/** Shows address and code on stderr. Called in outbox mode only: no code is logged in any other case. */
export function noteCode(email: string, code: string): void {
  log().info({ email, code }, `Code for ${email}: ${code}`)
}
