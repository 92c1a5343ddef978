import { m } from '#i18n/paraglide/messages.js'

/** Errors of what passes by itself. */
export const UNAVAILABLE_CODES = {
  MAIL_NOT_SENT: { status: 503, message: m.error_MAIL_NOT_SENT, when: 'the mail could not be sent' },
  SERVICE_UNAVAILABLE: { status: 503, message: m.error_SERVICE_UNAVAILABLE, when: 'the captcha does not respond' },
  TEMPORARILY_UNAVAILABLE: {
    status: 503,
    message: m.error_TEMPORARILY_UNAVAILABLE,
    when: 'the database does not answer or has no room, or the server is overloaded; `Retry-After` says when to try again',
    example: { retryAfter: 5 },
  },
  NOT_KNOWN_IF_SAVED: {
    status: 503,
    message: m.error_NOT_KNOWN_IF_SAVED,
    when: 'the connection to the database broke while the change was saved, so it may have been made: look, or repeat it with the same `Idempotency-Key`',
    example: { retryAfter: 5 },
  },
  PROVIDER_UNAVAILABLE: { status: 503, message: m.error_PROVIDER_UNAVAILABLE, when: 'the provider does not respond' },
} as const
