import { DrizzleQueryError } from 'drizzle-orm'
import { AppError } from '#base/errors/app-error.ts'
import { constraintError } from '#base/db/constraint-error.server.ts'
import { unavailableError } from '#base/db/unavailable-error.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { codesFor, wrongGuessesAt } from '#base/auth/limits/code-limits.server.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { consumeVerificationCode, type CodeBinding } from './verification-code.server.ts'

/**
 * Mails a code to a signed-in user within the limits of the targets; refunds it when the mail fails. The user's network
 * has no part in it, since others share it. Throws TOO_MANY_REQUESTS, MAIL_NOT_SENT; UNAUTHORIZED if the session has ended
 * meanwhile, TEMPORARILY_UNAVAILABLE without a database.
 */
export async function sendCodeWithinLimits(targets: string[], send: () => Promise<void>): Promise<void> {
  const refund = await consumeLimits(targets.map(codesFor))
  try {
    await send()
  } catch (error) {
    // A refund also fails where the database was what failed.
    await refund().catch(() => undefined)
    const refusal = databaseRefusal(error)
    if (refusal) throw refusal
    requestContext().log.error({ err: error }, 'A code could not be mailed')
    throw createError('MAIL_NOT_SENT')
  }
}

/** The error of a failed statement; undefined for one of the mail server, which may have the same codes. */
function databaseRefusal(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  return error instanceof DrizzleQueryError ? (constraintError(error) ?? unavailableError(error)) : undefined
}

/** Why a code confirmed nothing, by the error. */
const FAILURES = {
  INVALID_OTP: 'wrong',
  OTP_EXPIRED: 'expired',
  TOO_MANY_ATTEMPTS: 'attempts',
  TOO_MANY_REQUESTS: 'guesses',
}

interface EnteredCode {
  userId: string
  binding: CodeBinding
  code: string
  /** Where wrong guesses are counted. */
  target: string
}

/** `consumeVerificationCode` within the guess limits (TOO_MANY_REQUESTS). The security log has the user's failures. */
export async function checkVerificationCode({ userId, binding, code, target }: EnteredCode): Promise<void> {
  try {
    await consumeWithinLimits(binding, code, target)
  } catch (error) {
    const reason = error instanceof AppError ? lookUp<string>(FAILURES, error.code) : undefined
    if (reason) recordSecurityEvent('confirm_failed', { userId, details: { reason } })
    throw error
  }
}

/** Refunds a guess unless the code was wrong. */
async function consumeWithinLimits(binding: CodeBinding, code: string, target: string): Promise<void> {
  const refund = await consumeLimits([wrongGuessesAt(target)])
  try {
    await consumeVerificationCode(binding, code)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'INVALID_OTP')) await refund()
    throw error
  }
  await refund()
}
