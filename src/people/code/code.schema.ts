import * as z from 'zod/mini'
import { codeSchema } from '#base/auth/credentials.schema.ts'
import { AppError, type AppErrorShape } from '#base/errors/app-error.ts'

export const reauthenticationSchema = z.object({ code: codeSchema })

/** Seconds until a code may be sent again. */
export const RESEND_SECONDS = 30

/** Error codes after which the mailed code cannot be used any more; for the sign-in's code better-auth answers them. */
export const spentCodeSchema = z.enum(['OTP_EXPIRED', 'TOO_MANY_ATTEMPTS'])

/** The error if it says that the code is spent; undefined for any other. */
export const spentRefusal = (error: AppErrorShape | undefined): AppErrorShape | undefined =>
  spentCodeSchema.safeParse(error?.code).success ? error : undefined

/**
 * The error to show for a refused code. better-auth deletes a spent code and then answers INVALID_OTP for everything,
 * even the right code. `spent` is the earlier error: it is shown until a new code is sent.
 */
export const codeRefusal = (error: AppError, spent: AppErrorShape | undefined): AppError =>
  spent && error.code === 'INVALID_OTP' ? new AppError(spent) : error
