import type { Problem } from '#i18n/check.ts'

export interface AppErrorShape {
  /** From the catalogue of error codes, such as NOT_FOUND or VALIDATION_ERROR. */
  code: string
  /** HTTP status; 0 when no answer came. */
  status: number
  message: string
  fields: Record<string, Problem>
  /** Seconds until it may be tried again, where a limit was reached. */
  retryAfter?: number
}

/** The one error of Maktaba, the same on the server, in its answers and in the browser. */
export class AppError extends Error implements AppErrorShape {
  override name = 'AppError'
  readonly code: string
  readonly status: number
  readonly fields: Record<string, Problem>
  readonly retryAfter?: number

  constructor({
    code,
    status,
    message,
    fields,
    retryAfter,
  }: Partial<AppErrorShape> & { code: string; status: number }) {
    super(message ?? code)
    this.code = code
    this.status = status
    this.fields = fields ?? {}
    if (retryAfter !== undefined) this.retryAfter = retryAfter
  }

  toJSON(): AppErrorShape {
    const { code, status, message, fields, retryAfter } = this
    return { code, status, message, fields, ...(retryAfter !== undefined && { retryAfter }) }
  }
}

export const notFound = () => new AppError({ code: 'NOT_FOUND', status: 404 })
export const notSignedIn = () => new AppError({ code: 'UNAUTHORIZED', status: 401 })

/** A limit was reached; `retryAfter` in seconds. */
export const tooManyRequests = (retryAfter: number) =>
  new AppError({ code: 'TOO_MANY_REQUESTS', status: 429, retryAfter })

/** A refusal that names its resource, as section 6 of the specification words it. */
export const forbidden = (resource: string) =>
  new AppError({ code: 'FORBIDDEN', status: 403, message: `unauthorized to access resource "${resource}"` })

/** Input that does not fit; `fields` maps a field to what is wrong with it. */
export const invalid = (fields: Record<string, Problem>) =>
  new AppError({ code: 'VALIDATION_ERROR', status: 400, fields })

// What `fetch` says in Chromium, Firefox and Safari when no answer came; other TypeErrors are faults of ours.
const NO_ANSWER = /fetch|network|load failed/i

/** Whatever a call threw in the browser, as an AppError; no answer at all is NETWORK. */
export function fromThrown(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const refusal = thrown instanceof Error ? readRefusal(thrown.message) : undefined
  if (refusal) return refusal
  if (thrown instanceof TypeError && NO_ANSWER.test(thrown.message)) return new AppError({ code: 'NETWORK', status: 0 })
  return new AppError({ code: 'UNKNOWN_ERROR', status: 500 })
}

/** What the server refused before it looked at the function: TanStack Start throws the answer's text. */
function readRefusal(text: string): AppError | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const { code, status, message, data } = JSON.parse(text)
    if (typeof code !== 'string' || typeof status !== 'number') return undefined
    return new AppError({ code, status, message, retryAfter: data?.retryAfter })
  } catch {
    return undefined
  }
}
