import { env } from '#env/env.server.ts'
import { formatDateTime } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { roleWord } from '#i18n/role-word.ts'
import { noticeMail } from './notices.server.ts'
import type { ComposedMail } from './send.server.ts'

// What a manager has done to somebody's account, told to that person in the language at hand.

const wrong = (): string => m.mail_wrong({ contact: env().contactEmail })

interface Ban {
  reason: string | null
  until: Date | null
}

/** To whoever was banned: why, where that was given, and until when. */
export function bannedMail(email: string, { reason, until }: Ban): Promise<ComposedMail> {
  const { timeZone } = env()
  return noticeMail(email, m.mail_banned_subject(), [
    until ? m.mail_banned_until({ until: `${formatDateTime(until, timeZone)} (${timeZone})` }) : m.mail_banned_text(),
    ...(reason ? [m.mail_banned_reason({ reason: `\u2068${reason}\u2069` })] : []),
    wrong(),
  ])
}

/** To whoever is banned no longer. */
export const unbannedMail = (email: string): Promise<ComposedMail> =>
  noticeMail(email, m.mail_unbanned_subject(), [m.mail_unbanned_text()])

/** To whoever has another role now. */
export const roleChangedMail = (email: string, role: string): Promise<ComposedMail> =>
  noticeMail(email, m.mail_role_subject(), [m.mail_role_text({ role: roleWord(role) }), wrong()])

/** To whoever was a user. */
export const removedMail = (email: string): Promise<ComposedMail> =>
  noticeMail(email, m.mail_removed_subject(), [m.mail_removed_text(), wrong()])
