import { problemText } from '#i18n/problem-text.ts'
import type { AppError } from './app-error.ts'

interface ProblemData {
  /** A field and the key of its message. */
  fields?: Record<string, string>
  /** The same fields, each with its sentence. */
  messages?: Record<string, string>
  /** Seconds. */
  retryAfter?: number
  /** On a conflict: the row as another user has saved it. */
  theirs?: AppError['theirs']
  /** Who changed each field of `theirs` last. */
  changes?: AppError['changes']
}

/** An error as every API answers it, in the language of the request. */
export interface ProblemBody {
  code: string
  status: number
  message: string
  data?: ProblemData
}

/** The answer's body for an error. */
export function problemOf(error: AppError): ProblemBody {
  const { code, status, message } = error
  const data = dataOf(error)
  return { code, status, message, ...(data && { data }) }
}

function dataOf({ fields, retryAfter, theirs, changes }: AppError): ProblemData | undefined {
  const entries = Object.entries(fields)
  if (entries.length === 0 && retryAfter === undefined && theirs === undefined) return undefined
  return {
    ...(entries.length > 0 && {
      fields: Object.fromEntries(entries.map(([field, { key }]) => [field, key])),
      messages: Object.fromEntries(entries.map(([field, problem]) => [field, problemText(problem)])),
    }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(theirs !== undefined && { theirs }),
    ...(changes !== undefined && { changes }),
  }
}
