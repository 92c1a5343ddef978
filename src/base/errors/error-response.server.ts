import { problemOf } from './problem.server.ts'
import { DEFAULT_SECONDS, retryAfterOf } from './retry-after.server.ts'
import type { AppError } from './app-error.ts'

/** An error as a REST response: `{ code, status, message, data? }`; `data.fields` maps a field to its message key. */
export function errorResponse(error: AppError, headers = new Headers()): Response {
  headers.set('cache-control', 'no-store')
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter)
  return Response.json(problemOf(error), { status: error.status, headers })
}

/** Adds `Retry-After` to an answer of 503 that lacks it, such as one of a library. */
export function withRetryAfter(response: Response): Response {
  const { status, headers } = response
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', String(DEFAULT_SECONDS))
  return response
}
