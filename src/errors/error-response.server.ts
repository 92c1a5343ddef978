import { problemOf } from './problem.server.ts'
import type { AppError } from './app-error.ts'

/** An error as a REST response: `{ code, status, message, data? }`; `data.fields` maps a field to its message key. */
export function errorResponse(error: AppError, headers = new Headers()): Response {
  headers.set('cache-control', 'no-store')
  if (error.retryAfter !== undefined) headers.set('retry-after', String(error.retryAfter))
  return Response.json(problemOf(error), { status: error.status, headers })
}
