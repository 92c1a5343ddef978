import { m } from '#i18n/paraglide/messages.js'
import { lookUp } from '#lib/look-up.ts'
import { AppError, type ErrorData } from './app-error.ts'
import { CODES, type ErrorCode } from './codes.server.ts'
import { FOREIGN_CODES } from './foreign-codes.server.ts'
import type { SentenceData } from './sentences.server.ts'

/** The sentence for any code, in the language of the request; undefined for one that the tables do not know. */
export const sentenceOf = (code: string, data: SentenceData = {}): string | undefined =>
  lookUp(CODES, code)?.message(data) ?? lookUp(FOREIGN_CODES, code)?.()

/** An error of Maktaba: its status and its sentence come from the table. */
export function createError(code: ErrorCode, data: SentenceData = {}): AppError {
  const { status, message } = CODES[code]
  return new AppError({ code, status, message: message(data), ...data })
}

/** An error that better-auth or oRPC answers, with the status that they give it; for an unknown code `fallback`. */
export const foreignError = (
  code: string,
  status: number,
  data: ErrorData = {},
  fallback: string = m.error_UNKNOWN_ERROR(),
): AppError => new AppError({ code, status, message: sentenceOf(code, data) ?? fallback, ...data })
