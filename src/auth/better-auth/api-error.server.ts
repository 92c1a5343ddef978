import { APIError } from 'better-auth/api'
import { AppError } from '#errors/app-error.ts'

const NAMES = {
  400: 'BAD_REQUEST',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'TOO_MANY_REQUESTS',
} as const

const isNamed = (status: number): status is keyof typeof NAMES => status in NAMES

/** Converts an AppError to better-auth's APIError; returns any other error unchanged. */
export function toApiError(error: unknown): unknown {
  if (!(error instanceof AppError) || !isNamed(error.status)) return error
  const { code, message, status, retryAfter } = error
  const body = { code, message, ...(retryAfter !== undefined && { retryAfter }) }
  return new APIError(NAMES[status], body, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
}
