import { ORPCError, ValidationError } from '@orpc/server'
import { APIError } from 'better-auth/api'
import { DrizzleQueryError } from 'drizzle-orm'
import { problemsOf } from '#i18n/check.ts'
import { AppError, invalid } from '#lib/app-error.ts'
import { lookUp } from '#lib/look-up.ts'

// A broken constraint as the error that a person understands: code, and the field at which it stands.
const CONSTRAINTS: Record<string, AppError> = {
  book_title_author_unique: new AppError({
    code: 'BOOK_TAKEN',
    status: 409,
    fields: { title: { key: 'title_taken' } },
  }),
  genre_name_unique: new AppError({ code: 'GENRE_TAKEN', status: 409, fields: { name: { key: 'genre_taken' } } }),
  user_email_unique: new AppError({ code: 'EMAIL_TAKEN', status: 409, fields: { email: { key: 'email_taken' } } }),
}

/**
 * Whatever went wrong, as the one error of Maktaba: validation, better-auth, database. What is not
 * known becomes UNKNOWN_ERROR with status 500 and says nothing about itself; `isKnown` tells the log.
 */
export function toAppError(error: unknown): { error: AppError; isKnown: boolean } {
  if (error instanceof AppError) return { error, isKnown: true }
  if (error instanceof ORPCError) return fromOrpc(error)
  if (error instanceof APIError) return { error: fromAuth(error), isKnown: error.statusCode < 500 }
  const constraint = constraintOf(error)
  const known = constraint === undefined ? undefined : lookUp(CONSTRAINTS, constraint)
  if (known) return { error: known, isKnown: true }
  return { error: new AppError({ code: 'UNKNOWN_ERROR', status: 500 }), isKnown: false }
}

function fromOrpc(error: ORPCError<string, unknown>): { error: AppError; isKnown: boolean } {
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) {
    return { error: invalid(problemsOf(error.cause.issues)), isKnown: true }
  }
  const code = error.code === 'BAD_REQUEST' ? 'VALIDATION_ERROR' : error.status >= 500 ? 'UNKNOWN_ERROR' : error.code
  return { error: new AppError({ code, status: error.status }), isKnown: error.status < 500 }
}

function fromAuth(error: APIError): AppError {
  const code = typeof error.body?.code === 'string' ? error.body.code : 'UNKNOWN_ERROR'
  return new AppError({ code, status: error.statusCode, message: error.message })
}

/** The name of the constraint that a statement broke, wherever Drizzle has wrapped it. */
function constraintOf(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (cause instanceof Error && 'constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  return undefined
}
