import { formatDateTime } from './format.ts'
import { m } from './paraglide/messages.js'

interface Ban {
  reason: string | null
  until: Date | null
}

/** What is said to somebody who is banned: until when, why where that was given, and whom to ask. */
export const banSentences = ({ reason, until }: Ban, timeZone: string, contact: string): string[] => [
  until ? m.mail_banned_until({ until: formatDateTime(until, timeZone) }) : m.mail_banned_text(),
  ...(reason ? [m.mail_banned_reason({ reason })] : []),
  m.mail_wrong({ contact }),
]
