import type { Problem } from '#base/i18n/problem-text.ts'
import type { ValueOfField } from '#base/lib/noun.ts'

/** A row as the API returns it: plain values and dates. */
export interface RowData {
  [field: string]: ValueOfField | Date | RowData | undefined
}

/** Who changed a field last, and when. */
export interface LastChange {
  at: Date
  /** `operator` is the command line, `system` Maktaba itself. A deleted person has neither id nor name. */
  by: { kind: 'person' | 'operator' | 'system'; id: string | null; name: string | null }
}

/** Details of an error. */
export interface ErrorData {
  /** The problem of each invalid field. */
  fields?: Record<string, Problem>
  /** Seconds until a retry is allowed, after a limit was reached. */
  retryAfter?: number
  /** On a conflict: the row as somebody else has saved it. */
  theirs?: RowData
  /** The last change of each field of `theirs`, for callers who may see the activity. */
  changes?: Record<string, LastChange>
  /** The id to ask for instead: that of the survivor of a merge, or the whole of an incomplete id. */
  movedTo?: string | undefined
}

export interface AppErrorShape extends ErrorData {
  /** A code of ours (`codes.server.ts`), such as NOT_FOUND, or one of better-auth. */
  code: string
  /** HTTP status; 0 after a network failure. */
  status: number
  /** A sentence for the user, translated by the server into the language of the request. */
  message: string
  fields: Record<string, Problem>
}

/**
 * The error class of the server and the browser. The server creates it with `createError`, the browser with
 * `localError` or from a response.
 */
export class AppError extends Error implements AppErrorShape {
  override name = 'AppError'
  readonly code: string
  readonly status: number
  readonly fields: Record<string, Problem>
  readonly retryAfter?: number
  readonly theirs?: RowData
  readonly changes?: Record<string, LastChange>
  readonly movedTo?: string

  constructor({
    code,
    status,
    message,
    fields = {},
    retryAfter,
    theirs,
    changes,
    movedTo,
  }: Omit<AppErrorShape, 'fields'> & ErrorData) {
    super(message)
    this.code = code
    this.status = status
    this.fields = fields
    if (retryAfter !== undefined) this.retryAfter = retryAfter
    if (theirs !== undefined) this.theirs = theirs
    if (changes !== undefined) this.changes = changes
    if (movedTo !== undefined) this.movedTo = movedTo
  }

  toJSON(): AppErrorShape {
    const { code, status, message, fields, retryAfter, theirs, changes, movedTo } = this
    return {
      code,
      status,
      message,
      fields,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(theirs !== undefined && { theirs }),
      ...(changes !== undefined && { changes }),
      ...(movedTo !== undefined && { movedTo }),
    }
  }
}
