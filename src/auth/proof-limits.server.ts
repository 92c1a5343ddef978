import { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { countCode, countGuess } from './code-limits.server.ts'
import { takeProof, type Bond } from './proof.server.ts'

/** Mails a code within the limits; one that could not be mailed is not counted. Throws TOO_MANY_REQUESTS, MAIL_NOT_SENT. */
export async function sendWithinLimits(email: string, send: () => Promise<void>): Promise<void> {
  const giveBack = await countCode(email)
  try {
    await send()
  } catch (error) {
    requestContext().log.error({ err: error }, 'A code could not be mailed')
    await giveBack()
    throw createError('MAIL_NOT_SENT')
  }
}

/** Takes a code within the limits; one that was not wrong is not counted. Throws what `takeProof` throws, and TOO_MANY_REQUESTS. */
export async function tryProof(bond: Bond, code: string, whose: string): Promise<void> {
  const giveBack = await countGuess(whose)
  try {
    await takeProof(bond, code)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'INVALID_OTP')) await giveBack()
    throw error
  }
  await giveBack()
}
