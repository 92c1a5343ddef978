import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import { AppError, type ErrorData } from './app-error.ts'
import { errorRow, type ErrorCode } from './codes.server.ts'
import { FOREIGN_CODES } from './foreign-codes.server.ts'
import type { SentenceData } from './sentences.server.ts'

/** The sentence for a code, in the language of the request; undefined for an unknown code. */
export const sentenceOf = (code: string, data: SentenceData = {}): string | undefined =>
  errorRow(code)?.message(data) ?? lookUp(FOREIGN_CODES, code)?.()

/** An error with the status and the sentence of its code. */
export function createError(code: ErrorCode, data: SentenceData = {}): AppError {
  const row = errorRow(code)
  if (!row) throw new Error(`No slice has handed in the error ${code}`)
  return new AppError({ code, status: row.status, message: row.message(data), ...data })
}

/** An error of better-auth or oRPC, with their status; `fallback` is the sentence for an unknown code. */
export const foreignError = (
  code: string,
  status: number,
  data: ErrorData = {},
  fallback: string = m.error_UNKNOWN_ERROR(),
): AppError => new AppError({ code, status, message: sentenceOf(code, data) ?? fallback, ...data })
