import { fullErrorText } from '#i18n/error-text.server.ts'
import type { AppError } from '#lib/app-error.ts'

/** An error as REST answers it: `{ code, status, message, data? }`; `data.fields` maps a field to its message key. */
export function errorResponse(error: AppError, headers = new Headers()): Response {
  const data = dataOf(error)
  const body = { code: error.code, status: error.status, message: fullErrorText(error), ...(data && { data }) }
  headers.set('cache-control', 'no-store')
  if (error.retryAfter !== undefined) headers.set('retry-after', String(error.retryAfter))
  return Response.json(body, { status: error.status, headers })
}

interface ErrorData {
  /** A field and the key of its message. */
  fields?: Record<string, string>
  /** Seconds. */
  retryAfter?: number
  /** What somebody else has saved meanwhile. */
  theirs?: AppError['theirs']
  /** Who changed each field of `theirs` last. */
  changes?: AppError['changes']
}

function dataOf({ fields, retryAfter, theirs, changes }: AppError): ErrorData | undefined {
  const entries = Object.entries(fields)
  if (entries.length === 0 && retryAfter === undefined && theirs === undefined) return undefined
  return {
    ...(entries.length > 0 && { fields: Object.fromEntries(entries.map(([field, { key }]) => [field, key])) }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(theirs !== undefined && { theirs }),
    ...(changes !== undefined && { changes }),
  }
}
