import { notifyAdminsOfLoss } from '#auth/admin-notice.server.ts'
import { recordSecurityEvent } from '#auth/security/security-log.server.ts'
import { requireRecentSession } from '#auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#auth/session/session.server.ts'
import type { LibraryChange, LibrarySettings } from '#db/library-settings.server.ts'
import { DEFAULTS } from '#env/in-force.server.ts'
import { fieldsOf } from '#lib/fields-of.ts'
import { losses } from '#mail/user-notices.server.ts'

type Planned = Pick<LibraryChange, 'before' | 'after'>

/**
 * Throws SESSION_EXPIRED without a recent authentication for a change that no undo brings back (fewer days), or that gives
 * power: who decides the mail server reads everybody's codes, who decides the folder for copies takes the backups along, who opens the library to the network lets others reach it.
 */
export const requireCodeIfGrave = (session: CurrentSession) => (planned: Planned) => {
  const { after } = planned
  if (shortens(planned) || 'mailServer' in after || 'backupFolder' in after || after.network === true)
    requireRecentSession(session)
}

/** Whether a change deletes for good what is older than the new days. */
const shortens = ({ before, after }: Planned): boolean =>
  DAYS.some((field) => field in after && daysOf(field, after) < daysOf(field, before))

const DAYS = ['trashDays', 'securityLogDays'] as const

const daysOf = (field: (typeof DAYS)[number], settings: LibraryChange['after']): number =>
  settings[field] ?? DEFAULTS[field]

/** An entry of the security log for each setting; of a loss all admins are told. */
export function recordLibraryChange(changed: LibraryChange, { user, actor }: CurrentSession): void {
  if (shortens(changed)) notifyAdminsOfLoss(user, losses.shorter())
  logDecisions(changed, { userId: user.id, actorId: actor.userId })
}

/** An entry of the security log for each setting. */
export function logDecisions({ after }: Pick<LibraryChange, 'after'>, who: { userId: string; actorId: string }): void {
  for (const field of fieldsOf(after))
    recordSecurityEvent('library_settings', { ...who, details: { [field]: valueOf(field, after) } })
}

/** A value as the log tells it: never the password of the mail server. */
function valueOf(field: keyof LibrarySettings, { mailServer, ...after }: LibraryChange['after']) {
  if (field === 'mailServer') return mailServer ? `${mailServer.host}:${mailServer.port}` : ''
  // Null is for ever, or not decided any more.
  return after[field] ?? (field === 'loanMemoryDays' ? 'forever' : '')
}
