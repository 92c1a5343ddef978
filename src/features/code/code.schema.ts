import * as z from 'zod/mini'
import { codeSchema } from '#auth/credentials.schema.ts'
import { AppError } from '#lib/app-error.ts'

export const proveSchema = z.object({ code: codeSchema })

/** Seconds until a code may be sent again. */
export const RESEND_SECONDS = 30

/** Refusals after which no code that was sent works any more: only a new one helps. */
const spentCodeSchema = z.enum(['OTP_EXPIRED', 'TOO_MANY_ATTEMPTS'])
export type SpentCode = z.output<typeof spentCodeSchema>

/** The refusal that says a code is spent; undefined for any other. */
export const readSpent = (code: unknown): SpentCode | undefined => spentCodeSchema.safeParse(code).data

/**
 * The refusal of a code as it is shown. better-auth forgets a spent code with the refusal that says so, and calls
 * whatever is typed after that wrong, the right code too: `spent` is what was said before, and holds until a new code
 * is sent.
 */
export const codeRefusal = (error: AppError, spent: SpentCode | undefined): AppError =>
  spent && error.code === 'INVALID_OTP' ? new AppError({ code: spent, status: error.status }) : error
