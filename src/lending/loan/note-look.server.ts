import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { now } from '#base/lib/clock.ts'

/** Milliseconds that one look lasts: its further pages, in whichever order they are asked for, are no looks of their own. */
const LOOK = 10 * 60_000
/** Looks that are remembered; of more the oldest are forgotten, and recorded once more. */
const MOST = 10_000

const looks = new Map<string, number>()

/**
 * Records in the security log that the caller looks at the past loans of a borrower, or of several: once a look, as this
 * server knows it.
 */
export function noteLook({ user, actor }: CurrentSession, borrowerId: string | undefined): void {
  const key = `${user.id} ${actor.userId} ${borrowerId ?? ''}`
  const at = now().getTime()
  const begun = looks.get(key)
  if (begun !== undefined && Math.abs(at - begun) < LOOK) return
  looks.delete(key)
  looks.set(key, at)
  const [oldest] = looks.keys()
  if (looks.size > MOST && oldest !== undefined) looks.delete(oldest)
  recordSecurityEvent('loans_seen', {
    userId: user.id,
    actorId: actor.userId,
    details: borrowerId === undefined ? {} : { borrower: borrowerId },
  })
}
