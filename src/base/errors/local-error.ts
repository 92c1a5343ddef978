import * as z from 'zod/mini'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import { isChunkLoadError } from '#base/lib/connection/chunk-load-error.ts'
import { AppError } from './app-error.ts'

/** Errors that the browser creates. Few, since every page loads them; the server's are in `codes.server.ts`. */
export const LOCAL_CODES = {
  /** The server could not be reached. */
  NETWORK: { status: 0, message: m.error_NETWORK },
  /** A chunk could not be loaded. */
  FILE_LOST: { status: 0, message: m.error_FILE_LOST },
  /** The server was updated, and this page belongs to the previous build. */
  NEW_BUILD: { status: 409, message: m.error_NEW_BUILD },
  /** Thrown by a route's guard. */
  FORBIDDEN: { status: 403, message: m.error_FORBIDDEN },
  /** The limit of a proxy, whose response has another format. */
  TOO_MANY_REQUESTS: { status: 429, message: m.error_TOO_MANY_REQUESTS },
  UNKNOWN_ERROR: { status: 500, message: m.error_UNKNOWN_ERROR },
} as const

/** An error of the browser, in the language of the page. */
export function localError(code: keyof typeof LOCAL_CODES): AppError {
  const { status, message } = LOCAL_CODES[code]
  return new AppError({ code, status, message: message() })
}

const answerSchema = z.object({
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  retryAfter: z.optional(z.number()),
  data: z.optional(z.object({ retryAfter: z.optional(z.number()) })),
})

/**
 * The AppError of an error response `{ code, message, data? }`; a body in another format, such as a proxy's, is
 * interpreted by its status. `waitSeconds` is the `Retry-After` header, used if the body has no `retryAfter`.
 */
export function fromAnswer(body: unknown, status: number, waitSeconds?: number): AppError {
  const fields = answerSchema.safeParse(body).data ?? {}
  const code = fields.code ?? (status === 429 ? 'TOO_MANY_REQUESTS' : 'UNKNOWN_ERROR')
  const message = fields.message ?? (lookUp(LOCAL_CODES, code) ?? LOCAL_CODES.UNKNOWN_ERROR).message()
  const retryAfter = fields.retryAfter ?? fields.data?.retryAfter ?? waitSeconds
  return new AppError({ code, status, message, ...(retryAfter !== undefined && { retryAfter }) })
}

// Messages of `fetch` for a network failure in Chromium, Firefox and Safari; any other TypeError is a bug.
const NETWORK_FAILURE = /fetch|network|load failed/i

/** Converts anything thrown in the browser: a network failure becomes NETWORK, a chunk load error FILE_LOST. */
export function fromThrown(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const refusal = thrown instanceof Error ? readRefusal(thrown.message) : undefined
  if (refusal) return refusal
  if (isChunkLoadError(thrown)) return localError('FILE_LOST')
  return localError(thrown instanceof TypeError && NETWORK_FAILURE.test(thrown.message) ? 'NETWORK' : 'UNKNOWN_ERROR')
}

/** The error of a request that the server refused before it reached the function: Start throws the response's text. */
function readRefusal(text: string): AppError | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const body = JSON.parse(text)
    return typeof body.code === 'string' && typeof body.status === 'number' ? fromAnswer(body, body.status) : undefined
  } catch {
    return undefined
  }
}
