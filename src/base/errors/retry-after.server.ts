import type { AppError } from './app-error.ts'

/** Seconds for an answer of 503 that says no time of its own. */
export const DEFAULT_SECONDS = 10

/** The `Retry-After` header of an error in seconds; undefined for an error that a retry would not cure. */
export const retryAfterOf = ({ status, retryAfter }: AppError): string | undefined =>
  retryAfter === undefined && status !== 503 ? undefined : String(retryAfter ?? DEFAULT_SECONDS)
