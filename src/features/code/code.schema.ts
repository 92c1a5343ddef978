import * as z from 'zod/mini'
import { codeSchema } from '#auth/credentials.schema.ts'
import { AppError, type AppErrorShape } from '#errors/app-error.ts'

export const reauthenticationSchema = z.object({ code: codeSchema })

/** Seconds until a code may be sent again. */
export const RESEND_SECONDS = 30

/** Refusals after which no code that was sent works any more: only a new one helps. */
export const spentCodeSchema = z.enum(['OTP_EXPIRED', 'TOO_MANY_ATTEMPTS'])

/** A refusal that says a code is spent; undefined for any other. */
export const spentRefusal = (error: AppErrorShape | undefined): AppErrorShape | undefined =>
  spentCodeSchema.safeParse(error?.code).success ? error : undefined

/**
 * The refusal of a code as it is shown. better-auth forgets a spent code with the refusal that says so, and calls
 * whatever is typed after that wrong, the right code too: `spent` is what was said before, and holds until a new code
 * is sent.
 */
export const codeRefusal = (error: AppError, spent: AppErrorShape | undefined): AppError =>
  spent && error.code === 'INVALID_OTP' ? new AppError(spent) : error
