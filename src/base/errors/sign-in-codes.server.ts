import { m } from '#base/i18n/paraglide/messages.js'
import type { SentenceData } from './sentences.server.ts'

const withDate =
  (general: () => string) =>
  ({ sentence }: SentenceData): string =>
    sentence ?? general()

/**
 * Errors of what a person or a program signs in by: mailed codes, passkeys, sign-in cards and API keys. That
 * a card is dead is said to its right code alone.
 */
export const SIGN_IN_CODES = {
  INVALID_OTP: { status: 400, message: m.error_INVALID_OTP, when: 'the code is wrong' },
  OTP_EXPIRED: { status: 400, message: m.error_OTP_EXPIRED, when: 'the code is no longer valid' },
  TOO_MANY_ATTEMPTS: { status: 403, message: m.error_TOO_MANY_ATTEMPTS, when: 'too many wrong codes were tried' },
  PASSKEY_FAILED: { status: 400, message: m.error_PASSKEY_FAILED, when: 'the passkey is not valid' },
  PASSKEY_EXPIRED: {
    status: 400,
    message: m.error_PASSKEY_EXPIRED,
    when: 'the challenge is older than five minutes, or was used',
  },
  PASSKEY_NOT_FOUND: { status: 401, message: m.error_PASSKEY_NOT_FOUND, when: 'there is no such passkey' },
  PASSKEY_REQUIRED: {
    status: 403,
    message: m.error_PASSKEY_REQUIRED,
    when: '`REQUIRE_PASSKEY` is `admins`, and no passkey has confirmed the session of this manager',
  },
  PASSKEY_LIMIT: { status: 409, message: m.error_PASSKEY_LIMIT, when: 'the user has 20 passkeys' },
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
  API_KEY_INVALID: {
    status: 401,
    message: m.error_API_KEY_INVALID,
    when: 'the key is unknown or revoked, or its owner may no longer have keys',
  },
  API_KEY_EXPIRED: { status: 401, message: m.error_API_KEY_EXPIRED, when: 'the key has expired' },
  API_KEY_LIMIT: { status: 409, message: m.error_API_KEY_LIMIT },
} as const
