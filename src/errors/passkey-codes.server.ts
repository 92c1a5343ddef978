import { m } from '#i18n/paraglide/messages.js'

/** Errors of passkeys; a part of `CODES`. */
export const PASSKEY_CODES = {
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
} as const
