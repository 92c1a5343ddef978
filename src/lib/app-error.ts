import type { Problem } from '#i18n/check.ts'
import { isLostFile } from './lost-file.ts'

/** A row as it is read: plain values, dates among them. */
export interface Saved {
  [field: string]: string | number | boolean | null | Date | Saved
}

/** Who changed a field last, and when. */
export interface LastChange {
  at: Date
  /** `operator`: by the command line; `system`: by Maktaba itself. Without id and name: a person who is no longer there. */
  by: { kind: 'person' | 'operator' | 'system'; id: string | null; name: string | null }
}

export interface AppErrorShape {
  /** From the catalogue of error codes, such as NOT_FOUND or VALIDATION_ERROR. */
  code: string
  /** HTTP status; 0 when no answer came. */
  status: number
  message: string
  fields: Record<string, Problem>
  /** Seconds until it may be tried again, where a limit was reached. */
  retryAfter?: number
  /** What was refused, such as `book`, where the refusal names it. */
  resource?: string
  /** What somebody else has saved meanwhile, as it is read, where that is in the way. */
  theirs?: Saved
  /** Who changed each field of `theirs` last, for callers who may see the activity. */
  changes?: Record<string, LastChange>
}

/** The one error of Maktaba, the same on the server, in its answers and in the browser. */
export class AppError extends Error implements AppErrorShape {
  override name = 'AppError'
  readonly code: string
  readonly status: number
  readonly fields: Record<string, Problem>
  readonly retryAfter?: number
  readonly resource?: string
  readonly theirs?: Saved
  readonly changes?: Record<string, LastChange>

  constructor({
    code,
    status,
    message,
    fields,
    retryAfter,
    resource,
    theirs,
    changes,
  }: Partial<AppErrorShape> & { code: string; status: number }) {
    super(message ?? code)
    this.code = code
    this.status = status
    this.fields = fields ?? {}
    if (retryAfter !== undefined) this.retryAfter = retryAfter
    if (resource !== undefined) this.resource = resource
    if (theirs !== undefined) this.theirs = theirs
    if (changes !== undefined) this.changes = changes
  }

  toJSON(): AppErrorShape {
    const { code, status, message, fields, retryAfter, resource, theirs, changes } = this
    return {
      code,
      status,
      message,
      fields,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(resource !== undefined && { resource }),
      ...(theirs !== undefined && { theirs }),
      ...(changes !== undefined && { changes }),
    }
  }
}

export const notFound = () => new AppError({ code: 'NOT_FOUND', status: 404 })
export const notSignedIn = () => new AppError({ code: 'UNAUTHORIZED', status: 401 })

/** A save that started from a version which is no longer the newest; `theirs` is what is there now, `changes` by whom. */
export const conflict = (theirs: Saved, changes?: Record<string, LastChange>) =>
  new AppError({ code: 'CONFLICT', status: 409, theirs, ...(changes && { changes }) })

/** A limit was reached; `retryAfter` in seconds. */
export const tooManyRequests = (retryAfter: number) =>
  new AppError({ code: 'TOO_MANY_REQUESTS', status: 429, retryAfter })

/**
 * A refusal as section 6 of the specification words it: by its resource, which the role knows (`isKnown`: only
 * the action is not its) or does not know; else just that it is not authorized.
 */
export function forbidden(resource?: string, { isKnown = false } = {}): AppError {
  if (resource === undefined) return new AppError({ code: 'FORBIDDEN', status: 403, message: 'Not authorized' })
  return isKnown
    ? new AppError({
        code: 'ACTION_NOT_ALLOWED',
        status: 403,
        message: `You are not allowed to access resource: ${resource}`,
        resource,
      })
    : new AppError({
        code: 'RESOURCE_NOT_ALLOWED',
        status: 403,
        message: `unauthorized to access resource "${resource}"`,
        resource,
      })
}

/** Input that does not fit; `fields` maps a field to what is wrong with it. */
export const invalid = (fields: Record<string, Problem>) =>
  new AppError({ code: 'VALIDATION_ERROR', status: 400, fields })

// What `fetch` says in Chromium, Firefox and Safari when no answer came; other TypeErrors are faults of ours.
const NO_ANSWER = /fetch|network|load failed/i

/** Whatever a call threw in the browser, as an AppError; no answer at all is NETWORK, a part of the page that did not come FILE_LOST. */
export function fromThrown(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const refusal = thrown instanceof Error ? readRefusal(thrown.message) : undefined
  if (refusal) return refusal
  if (isLostFile(thrown)) return new AppError({ code: 'FILE_LOST', status: 0 })
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
