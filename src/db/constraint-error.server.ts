import { DrizzleQueryError } from 'drizzle-orm'
import type { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { lookUp } from '#lib/look-up.ts'
import { NOUN_CONSTRAINTS } from './noun-tables.server.ts'
import { idempotencyKeyConstraints } from './tables/idempotency-key.ts'

const CONSTRAINTS = { ...NOUN_CONSTRAINTS, ...idempotencyKeyConstraints }

/** What a database error means to a person, by the name of the constraint that was broken; undefined for any other. */
export function constraintError(error: unknown): AppError | undefined {
  const constraint = constraintOf(error)
  const meaning = constraint === undefined ? undefined : lookUp(CONSTRAINTS, constraint)
  return meaning && createError(meaning.code, { ...(meaning.fields && { fields: meaning.fields }) })
}

// PostgreSQL's names for what it cannot read: no such text (22P02), NUL in it (22021, 22P05), out of range.
const UNREADABLE = new Set(['22P02', '22021', '22P05', '22003', '22007', '22008'])

/** VALIDATION_ERROR where a value could not be read, such as an id that is none: only for values that a client sent. */
export function unreadableError(error: unknown): AppError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return UNREADABLE.has(code) ? createError('VALIDATION_ERROR') : undefined
}

/** The name of the constraint that a statement broke, wherever Drizzle has wrapped it. */
function constraintOf(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (cause instanceof Error && 'constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  return undefined
}
