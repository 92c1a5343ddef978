import type { AppError } from '#lib/app-error.ts'
import { lookUp } from '#lib/look-up.ts'
import { m } from './paraglide/messages.js'

// What a first page, the way in or a form without script can meet. It is part of every first visit:
// any other code belongs in the catalogue, which is loaded when it is needed.
const CORE: Record<string, () => string> = {
  UNKNOWN_ERROR: m.error_UNKNOWN_ERROR,
  NETWORK: m.error_NETWORK,
  NEW_BUILD: m.error_NEW_BUILD,
  FILE_LOST: m.error_FILE_LOST,
  NOT_FOUND: m.error_NOT_FOUND,
  UNAUTHORIZED: m.error_UNAUTHORIZED,
  FORBIDDEN: m.error_FORBIDDEN,
  // In full, with the resource that they name, only in the catalogue.
  ACTION_NOT_ALLOWED: m.error_FORBIDDEN,
  RESOURCE_NOT_ALLOWED: m.error_FORBIDDEN,
  NOT_ONBOARDED: m.error_NOT_ONBOARDED,
  VALIDATION_ERROR: m.error_VALIDATION_ERROR,
  CONFLICT: m.error_CONFLICT,
  INVALID_EMAIL: m.error_INVALID_EMAIL,
  INVALID_OTP: m.error_INVALID_OTP,
  OTP_EXPIRED: m.error_OTP_EXPIRED,
  TOO_MANY_ATTEMPTS: m.error_TOO_MANY_ATTEMPTS,
  TOO_MANY_REQUESTS: m.error_TOO_MANY_REQUESTS,
  MAIL_NOT_SENT: m.error_MAIL_NOT_SENT,
  MISSING_RESPONSE: m.error_MISSING_RESPONSE,
  VERIFICATION_FAILED: m.error_VERIFICATION_FAILED,
  SERVICE_UNAVAILABLE: m.error_SERVICE_UNAVAILABLE,
  PROVIDER_UNAVAILABLE: m.error_PROVIDER_UNAVAILABLE,
  SIGNUP_DISABLED: m.login_error_signup_disabled_text,
  BANNED_USER: m.error_BANNED_USER,
  DEMO_MODE: m.error_DEMO_MODE,
  SESSION_EXPIRED: m.error_SESSION_EXPIRED,
  FAILED_TO_CREATE_USER: m.error_FAILED_TO_CREATE_USER,
  FAILED_TO_CREATE_SESSION: m.error_FAILED_TO_CREATE_SESSION,
  INVALID_ORIGIN: m.error_INVALID_ORIGIN,
  CONTENT_TOO_LARGE: m.error_CONTENT_TOO_LARGE,
  // Their words are there anyway: they stand at fields.
  EMAIL_TAKEN: m.email_taken,
  GENRE_TAKEN: m.genre_taken,
}

/** The sentence for a code of the core, in the language at hand. */
export const coreText = (code: string): string | undefined => lookUp(CORE, code)?.()

/** The same, where nothing can be waited for; a code that is not in the core says that something went wrong. */
export const errorText = (code: string): string => coreText(code) ?? m.error_UNKNOWN_ERROR()

/**
 * The sentence for any error, in the language at hand: the one place that turns an answer into words.
 * Loads the catalogue for a code that is not in the core, and never throws: a code without words, and a
 * catalogue that cannot be loaded, say that something went wrong.
 */
export async function explain(error: Pick<AppError, 'code' | 'resource'>): Promise<string> {
  const known = coreText(error.code)
  if (known !== undefined && error.resource === undefined) return known
  const catalogue = await import('./error-catalogue.ts').catch(() => undefined)
  return catalogue?.refusalText(error) ?? known ?? catalogue?.catalogueText(error.code) ?? m.error_UNKNOWN_ERROR()
}
