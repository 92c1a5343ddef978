import { problemText } from '#base/i18n/problem-text.ts'
import type { AppError } from './app-error.ts'

interface ProblemData {
  /** Message keys by field. */
  fields?: Record<string, string>
  /** Translated sentences of the same fields. */
  messages?: Record<string, string>
  /** Seconds until a retry is allowed. */
  retryAfter?: number
  /** On a conflict: the row as somebody else has saved it. */
  theirs?: AppError['theirs']
  /** The last change of each field of `theirs`. */
  changes?: AppError['changes']
}

/** Body of an error response, in the language of the request. */
export interface ProblemBody {
  code: string
  status: number
  message: string
  data?: ProblemData
}

/** The body of a response that refuses: code, status, sentence, and what forms need of the error. */
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
