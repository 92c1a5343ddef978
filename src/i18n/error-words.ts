import { lookUp } from '#lib/look-up.ts'
import { m } from './paraglide/messages.js'

const ERRORS: Record<string, () => string> = {
  NETWORK: m.error_NETWORK,
  NOT_FOUND: m.error_NOT_FOUND,
  UNAUTHORIZED: m.error_UNAUTHORIZED,
  FORBIDDEN: m.error_FORBIDDEN,
  NOT_ONBOARDED: m.error_NOT_ONBOARDED,
  VALIDATION_ERROR: m.error_VALIDATION_ERROR,
  CONFLICT: m.error_CONFLICT,
  BOOK_TAKEN: m.error_BOOK_TAKEN,
  GENRE_TAKEN: m.genre_taken,
  EMAIL_TAKEN: m.email_taken,
  INVALID_EMAIL: m.error_INVALID_EMAIL,
  INVALID_OTP: m.error_INVALID_OTP,
  OTP_EXPIRED: m.error_OTP_EXPIRED,
  TOO_MANY_ATTEMPTS: m.error_TOO_MANY_ATTEMPTS,
  TOO_MANY_REQUESTS: m.error_TOO_MANY_REQUESTS,
  BANNED_USER: m.error_BANNED_USER,
  SESSION_EXPIRED: m.error_SESSION_EXPIRED,
  FAILED_TO_CREATE_USER: m.error_FAILED_TO_CREATE_USER,
  FAILED_TO_CREATE_SESSION: m.error_FAILED_TO_CREATE_SESSION,
  INVALID_ORIGIN: m.error_INVALID_ORIGIN,
  CONTENT_TOO_LARGE: m.error_CONTENT_TOO_LARGE,
  MAIL_NOT_SENT: m.error_MAIL_NOT_SENT,
  UNSUPPORTED_MEDIA_TYPE: m.error_UNSUPPORTED_MEDIA_TYPE,
  MISDIRECTED_REQUEST: m.error_MISDIRECTED_REQUEST,
  METHOD_NOT_SUPPORTED: m.error_METHOD_NOT_SUPPORTED,
}

/** The sentence for an error code, in the language at hand; an unknown code says that something went wrong. */
export const errorText = (code: string): string => (lookUp(ERRORS, code) ?? m.error_UNKNOWN_ERROR)()
