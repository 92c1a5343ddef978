import { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { consumeCodeRequest, consumeCodeGuess } from '#auth/limits/code-limits.server.ts'
import { consumeVerificationCode, type CodeBinding } from './verification-code.server.ts'

/** Mails a code within the limits; one that could not be mailed is not counted. Throws TOO_MANY_REQUESTS, MAIL_NOT_SENT. */
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

/** Takes a code within the limits; one that was not wrong is not counted. Throws what `consumeVerificationCode` throws, and TOO_MANY_REQUESTS. */
export async function checkVerificationCode(bond: CodeBinding, code: string, whose: string): Promise<void> {
  const refund = await consumeCodeGuess(whose)
  try {
    await consumeVerificationCode(bond, code)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'INVALID_OTP')) await refund()
    throw error
  }
  await refund()
}
