import { DrizzleQueryError } from 'drizzle-orm'
import type { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import { nounConstraints } from './noun-tables.server.ts'
import { idempotencyKeyConstraints } from './tables/idempotency-key.ts'
import { verificationCodeConstraints } from './tables/verification-code.ts'

const OTHERS = { ...idempotencyKeyConstraints, ...verificationCodeConstraints }

/** The AppError for a violated constraint, by its name; undefined for any other error. */
export function constraintError(error: unknown): AppError | undefined {
  const constraint = constraintOf(error)
  const entry = constraint === undefined ? undefined : lookUp({ ...nounConstraints(), ...OTHERS }, constraint)
  return entry && createError(entry.code, { ...(entry.fields && { fields: entry.fields }) })
}

// PostgreSQL's codes for invalid input: invalid text (22P02), NUL characters (22021, 22P05), out of range.
const UNREADABLE = new Set(['22P02', '22021', '22P05', '22003', '22007', '22008'])

/** VALIDATION_ERROR for invalid input, such as a malformed id; only for statements whose values a client sent. */
export function unreadableError(error: unknown): AppError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return UNREADABLE.has(code) ? createError('VALIDATION_ERROR') : undefined
}

/** The name of the violated constraint, also inside Drizzle's wrapper. */
function constraintOf(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (cause instanceof Error && 'constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  return undefined
}
