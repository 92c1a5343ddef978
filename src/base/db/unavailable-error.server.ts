import type { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { currentContext } from '#base/lib/http/request-context.server.ts'
import { isConnectionError, sqlStateOf } from './database-error.server.ts'

/** Seconds after which a client may try again. */
const RETRY_AFTER = 5

/**
 * Why the database cannot do anything now that it will do later, by PostgreSQL's codes: a full disk, no memory, no free
 * connection, an error of the disk, and a database that takes no writes, as a standby or on a disk that is read-only.
 */
const REASONS: Record<string, string> = {
  '53100': 'its disk is full',
  '53200': 'it is out of memory',
  '53300': 'it is out of connections',
  '58030': 'its disk fails',
  '25006': 'it takes no writes',
}

/** Why a query failed, for the log, if the same query may succeed later; undefined for any other error. */
export function unavailableReason(error: unknown): string | undefined {
  const state = sqlStateOf(error)
  return REASONS[state] ?? (isConnectionError(error) ? `it cannot be reached (${state || 'no answer'})` : undefined)
}

/**
 * TEMPORARILY_UNAVAILABLE for an error of a database that cannot be reached or has no room, also for the pool's own inside
 * Drizzle's wrapper; NOT_KNOWN_IF_SAVED if the connection broke at a commit of the current request; undefined for any other.
 */
export const unavailableError = (error: unknown): AppError | undefined =>
  unavailableReason(error) === undefined
    ? undefined
    : createError(currentContext()?.isOutcomeUnknown === true ? 'NOT_KNOWN_IF_SAVED' : 'TEMPORARILY_UNAVAILABLE', {
        retryAfter: RETRY_AFTER,
      })
