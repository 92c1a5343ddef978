import { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { consumeCodeRequest, consumeCodeGuess } from '#auth/limits/code-limits.server.ts'
import { consumeVerificationCode, type CodeBinding } from './verification-code.server.ts'

/** Mails a code within the limits; refunds it when the mail fails. Throws TOO_MANY_REQUESTS, MAIL_NOT_SENT. */
export async function sendCodeWithinLimits(email: string, send: () => Promise<void>): Promise<void> {
  const refund = await consumeCodeRequest(email)
  try {
    await send()
  } catch (error) {
    requestContext().log.error({ err: error }, 'A code could not be mailed')
    await refund()
    throw createError('MAIL_NOT_SENT')
  }
}

/** `consumeVerificationCode` within the guess limits (TOO_MANY_REQUESTS); refunds a guess unless the code was wrong. */
export async function checkVerificationCode(binding: CodeBinding, code: string, target: string): Promise<void> {
  const refund = await consumeCodeGuess(target)
  try {
    await consumeVerificationCode(binding, code)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'INVALID_OTP')) await refund()
    throw error
  }
  await refund()
}
