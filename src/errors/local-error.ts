import * as z from 'zod/mini'
import { m } from '#i18n/paraglide/messages.js'
import { lookUp } from '#lib/look-up.ts'
import { isChunkLoadError } from '#lib/chunk-load-error.ts'
import { AppError } from './app-error.ts'

/** Errors that the page makes itself. They are part of every first visit: what only the server answers stands in `codes.server.ts`. */
export const LOCAL_CODES = {
  /** No answer came. */
  NETWORK: { status: 0, message: m.error_NETWORK },
  /** A part of the page did not come. */
  FILE_LOST: { status: 0, message: m.error_FILE_LOST },
  /** The library was updated: this page is of the build before. */
  NEW_BUILD: { status: 409, message: m.error_NEW_BUILD },
  /** A route's guard refuses. */
  FORBIDDEN: { status: 403, message: m.error_FORBIDDEN },
  /** A proxy's limit, which is answered in the proxy's own form. */
  TOO_MANY_REQUESTS: { status: 429, message: m.error_TOO_MANY_REQUESTS },
  UNKNOWN_ERROR: { status: 500, message: m.error_UNKNOWN_ERROR },
} as const

/** An error that the page makes itself, in its language. */
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
 * An error answer, `{ code, message, data? }`, with its status; one of another form, such as a proxy's, says what its status says.
 * `waitSeconds` is its `Retry-After`, where the body does not say it.
 */
export function fromAnswer(body: unknown, status: number, waitSeconds?: number): AppError {
  const said = answerSchema.safeParse(body).data ?? {}
  const code = said.code ?? (status === 429 ? 'TOO_MANY_REQUESTS' : 'UNKNOWN_ERROR')
  const message = said.message ?? (lookUp(LOCAL_CODES, code) ?? LOCAL_CODES.UNKNOWN_ERROR).message()
  const retryAfter = said.retryAfter ?? said.data?.retryAfter ?? waitSeconds
  return new AppError({ code, status, message, ...(retryAfter !== undefined && { retryAfter }) })
}

// What `fetch` says in Chromium, Firefox and Safari when no answer came; other TypeErrors are faults of ours.
const NO_ANSWER = /fetch|network|load failed/i

/** Whatever a call threw in the browser, as an AppError; no answer at all is NETWORK, a part of the page that did not come FILE_LOST. */
export function fromThrown(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const refusal = thrown instanceof Error ? readRefusal(thrown.message) : undefined
  if (refusal) return refusal
  if (isChunkLoadError(thrown)) return localError('FILE_LOST')
  return localError(thrown instanceof TypeError && NO_ANSWER.test(thrown.message) ? 'NETWORK' : 'UNKNOWN_ERROR')
}

/** What the server refused before it looked at the function: TanStack Start throws the answer's text. */
function readRefusal(text: string): AppError | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const body = JSON.parse(text)
    return typeof body.code === 'string' && typeof body.status === 'number' ? fromAnswer(body, body.status) : undefined
  } catch {
    return undefined
  }
}
