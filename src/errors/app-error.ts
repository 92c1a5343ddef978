import type { Problem } from '#i18n/problem-text.ts'

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

/** What an error tells besides its code. */
export interface ErrorData {
  /** What is wrong with which field. */
  fields?: Record<string, Problem>
  /** Seconds until it may be tried again, where a limit was reached. */
  retryAfter?: number
  /** On a conflict: the row as another user has saved it. */
  theirs?: Saved
  /** Who changed each field of `theirs` last, for callers who may see the activity. */
  changes?: Record<string, LastChange>
}

export interface AppErrorShape extends ErrorData {
  /** From the table of codes, such as NOT_FOUND or VALIDATION_ERROR. */
  code: string
  /** HTTP status; 0 when no answer came. */
  status: number
  /** The sentence for a person: the server words it in the language of the request, so the page shows it as it is. */
  message: string
  fields: Record<string, Problem>
}

/**
 * The one error of Maktaba, the same on the server, in its answers and in the browser. The server makes it with
 * `createError`, the page with `localError` or from an answer.
 */
export class AppError extends Error implements AppErrorShape {
  override name = 'AppError'
  readonly code: string
  readonly status: number
  readonly fields: Record<string, Problem>
  readonly retryAfter?: number
  readonly theirs?: Saved
  readonly changes?: Record<string, LastChange>

  constructor({
    code,
    status,
    message,
    fields = {},
    retryAfter,
    theirs,
    changes,
  }: Omit<AppErrorShape, 'fields'> & ErrorData) {
    super(message)
    this.code = code
    this.status = status
    this.fields = fields
    if (retryAfter !== undefined) this.retryAfter = retryAfter
    if (theirs !== undefined) this.theirs = theirs
    if (changes !== undefined) this.changes = changes
  }

  toJSON(): AppErrorShape {
    const { code, status, message, fields, retryAfter, theirs, changes } = this
    return {
      code,
      status,
      message,
      fields,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(theirs !== undefined && { theirs }),
      ...(changes !== undefined && { changes }),
    }
  }
}
