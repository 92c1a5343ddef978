import type { AppError } from '#lib/app-error.ts'
import { fieldMessages, fullErrorText } from './error-text.server.ts'

interface ProblemData {
  /** A field and the key of its message. */
  fields?: Record<string, string>
  /** The same fields, each with its sentence. */
  messages?: Record<string, string>
  /** Seconds. */
  retryAfter?: number
  /** What somebody else has saved meanwhile. */
  theirs?: AppError['theirs']
  /** Who changed each field of `theirs` last. */
  changes?: AppError['changes']
}

/** An error as every API answers it, in the language at hand. */
export interface ProblemBody {
  code: string
  status: number
  message: string
  data?: ProblemData
}

/** The answer's body for an error. */
export function problemOf(error: AppError): ProblemBody {
  const data = dataOf(error)
  return { code: error.code, status: error.status, message: fullErrorText(error), ...(data && { data }) }
}

function dataOf({ fields, retryAfter, theirs, changes }: AppError): ProblemData | undefined {
  const entries = Object.entries(fields)
  if (entries.length === 0 && retryAfter === undefined && theirs === undefined) return undefined
  return {
    ...(entries.length > 0 && {
      fields: Object.fromEntries(entries.map(([field, { key }]) => [field, key])),
      messages: fieldMessages(fields),
    }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(theirs !== undefined && { theirs }),
    ...(changes !== undefined && { changes }),
  }
}
