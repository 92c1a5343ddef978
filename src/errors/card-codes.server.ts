import { m } from '#i18n/paraglide/messages.js'
import type { SentenceData } from './sentences.server.ts'

const withDate =
  (general: () => string) =>
  ({ sentence }: SentenceData): string =>
    sentence ?? general()

/** Errors of sign-in cards; a part of `CODES`. That a card is dead is said to its right code alone. */
export const CARD_CODES = {
  CARD_INCOMPLETE: {
    status: 400,
    message: m.error_CARD_INCOMPLETE,
    when: 'the code does not have twelve letters and digits',
  },
  CARD_UNKNOWN: { status: 400, message: m.error_CARD_UNKNOWN, when: 'no sign-in card has this code' },
  CARD_USED: { status: 403, message: withDate(m.error_CARD_USED), when: 'the sign-in card was used before' },
  CARD_REVOKED: {
    status: 403,
    message: m.error_CARD_REVOKED,
    when: 'the sign-in card was revoked, or another took its place',
  },
  CARD_EXPIRED: { status: 403, message: withDate(m.error_CARD_EXPIRED), when: 'the sign-in card is no longer valid' },
  SIGNED_IN_BY_CARD: {
    status: 403,
    message: withDate(m.error_SIGNED_IN_BY_CARD),
    when: 'the session came by a sign-in card less than a day ago',
  },
  CARDS_OFF: { status: 403, message: m.error_CARDS_OFF, when: 'the library does not allow sign-in cards' },
  CARD_FOR_BANNED: { status: 403, message: m.error_CARD_FOR_BANNED, when: 'the user is banned' },
} as const
