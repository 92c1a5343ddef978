import { ORPCError, ValidationError } from '@orpc/server'
import { APIError } from 'better-auth/api'
import { problemsOf } from '#base/i18n/issue-message.ts'
import { AppError } from '#base/errors/app-error.ts'
import { createError, foreignError } from '#base/errors/create-error.server.ts'
import { constraintError } from '#base/db/constraint-error.server.ts'
import { unavailableError } from '#base/db/unavailable-error.server.ts'

/**
 * Converts errors of validation, better-auth and the database to an AppError. An unknown error becomes UNKNOWN_ERROR
 * with status 500, without details; `isKnown` false means that the caller must log it.
 */
export function toAppError(error: unknown): { error: AppError; isKnown: boolean } {
  if (error instanceof AppError) return { error, isKnown: true }
  if (error instanceof ORPCError) return fromOrpc(error)
  if (error instanceof APIError) return { error: fromAuth(error), isKnown: error.statusCode < 500 }
  const violation = constraintError(error)
  if (violation) return { error: violation, isKnown: true }
  const unavailable = unavailableError(error)
  if (unavailable) return { error: unavailable, isKnown: true }
  return { error: createError('UNKNOWN_ERROR'), isKnown: false }
}

function fromOrpc(error: ORPCError<string, unknown>): { error: AppError; isKnown: boolean } {
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) {
    return { error: createError('VALIDATION_ERROR', { fields: problemsOf(error.cause.issues) }), isKnown: true }
  }
  const code = error.code === 'BAD_REQUEST' ? 'VALIDATION_ERROR' : error.status >= 500 ? 'UNKNOWN_ERROR' : error.code
  return { error: foreignError(code, error.status), isKnown: error.status < 500 }
}

function fromAuth(error: APIError): AppError {
  const code = typeof error.body?.code === 'string' ? error.body.code : 'UNKNOWN_ERROR'
  return foreignError(code, error.statusCode)
}
