import { notifyAdminsOfLoss } from '#base/auth/admin-notice.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { requireRecentSession } from '#base/auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { LibraryChange, LibrarySettings } from '#base/db/library-settings.server.ts'
import { DEFAULTS } from '#base/env/in-force.server.ts'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { losses, type Loss } from '#base/mail/user-notices.server.ts'

type Planned = Pick<LibraryChange, 'before' | 'after'>

/**
 * Throws SESSION_EXPIRED without a recent authentication for a change that no undo brings back (fewer days), or that gives
 * power: who decides the mail server reads everybody's codes, who decides the second folder takes the backups along, who
 * opens the library to the network, to sign-ups or to sign-in cards lets others in, and whom banned people are told to write
 * to can ask them for anything.
 */
export const requireCodeIfGrave = (session: CurrentSession) => (planned: Planned) => {
  if (lossesOf(planned).length > 0 || givesPower(planned)) requireRecentSession(session)
}

const givesPower = ({ before, after }: Planned): boolean =>
  'mailServer' in after ||
  'backupFolder' in after ||
  'contactEmail' in after ||
  after.network === true ||
  after.signInCards === true ||
  ('signup' in after && isOpen(after) && !isOpen(before))

/** A sign-up that is not decided counts as open. */
const isOpen = ({ signup }: LibraryChange['after']): boolean => signup !== false

/** What a change deletes for good, or forgets: what is older than the new days. */
const lossesOf = ({ before, after }: Planned): Loss[] => [
  ...(isShorter('trashDays', before, after) || isShorter('securityLogDays', before, after) ? [losses.shorter()] : []),
  ...(isShorter('loanMemoryDays', before, after) ? [losses.loanMemory()] : []),
]

type Days = 'trashDays' | 'securityLogDays' | 'loanMemoryDays'

const isShorter = (field: Days, before: LibraryChange['before'], after: LibraryChange['after']): boolean =>
  field in after && daysOf(field, after) < daysOf(field, before)

/** Days that are not decided are the default; of loans that is for ever. */
const daysOf = (field: Days, settings: LibraryChange['after']): number =>
  settings[field] ?? { ...DEFAULTS, loanMemoryDays: Infinity }[field]

/** An entry of the security log for each setting; of a loss, and of another second folder, all admins are told. */
export function recordLibraryChange(changed: LibraryChange, { user, actor }: CurrentSession): void {
  const { backupFolder } = changed.after
  // Whoever reads the second folder has everybody's address.
  const opened = backupFolder === undefined ? [] : [losses.secondFolder(backupFolder)]
  for (const loss of [...lossesOf(changed), ...opened]) notifyAdminsOfLoss(user, loss)
  logDecisions(changed, { userId: user.id, actorId: actor.userId })
}

/** An entry of the security log for each setting. */
export function logDecisions({ after }: Pick<LibraryChange, 'after'>, who: { userId: string; actorId: string }): void {
  for (const field of fieldsOf(after))
    recordSecurityEvent('library_settings', { ...who, details: { [field]: valueOf(field, after) } })
}

/** A value as the log tells it: never the password of the mail server. */
function valueOf(field: keyof LibrarySettings, { mailServer, reminderMails, ...after }: LibraryChange['after']) {
  if (field === 'reminderMails') return reminderMails?.since ?? ''
  if (field === 'mailServer') return mailServer ? `${mailServer.host}:${mailServer.port}` : ''
  // Null is for ever, or not decided any more.
  return after[field] ?? (field === 'loanMemoryDays' ? 'forever' : '')
}
