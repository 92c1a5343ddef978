import { formatDateTime } from './format.ts'
import { m } from './paraglide/messages.js'

interface Ban {
  reason: string | null
  until: Date | null
}

/** What is said to somebody who is banned: until when, why where that was given, and whom to ask. */
export const banSentences = ({ reason, until }: Ban, timeZone: string, contact: string): string[] => [
  until ? m.mail_banned_until({ until: formatDateTime(until, timeZone) }) : m.mail_banned_text(),
  // Isolated: an English reason in an Arabic sentence keeps its full stop at its own end.
  ...(reason ? [m.mail_banned_reason({ reason: `\u2068${reason}\u2069` })] : []),
  m.mail_wrong({ contact }),
]
