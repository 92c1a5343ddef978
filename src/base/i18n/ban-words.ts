import { reachableAddress } from '#base/lib/reachable-address.ts'
import { formatDateTime } from './format.ts'
import { m } from './paraglide/messages.js'

interface Ban {
  reason: string | null
  until: Date | null
}

/** The sentences for a banned user: the end, the reason if given, and whom to contact. */
export const banSentences = ({ reason, until }: Ban, timeZone: string, contact: string): string[] => [
  until ? m.mail_banned_until({ until: formatDateTime(until, timeZone) }) : m.mail_banned_text(),
  // Bidi isolates keep the full stop of an English reason at its end in an Arabic sentence.
  ...(reason ? [m.mail_banned_reason({ reason: `\u2068${reason}\u2069` })] : []),
  mistakeSentence(contact),
]

/** Whom to ask about a mistake: at the library, where it has set no address of its own. */
export function mistakeSentence(address: string): string {
  const contact = reachableAddress(address)
  return contact === undefined ? m.mail_wrong_ask() : m.mail_wrong({ contact })
}
