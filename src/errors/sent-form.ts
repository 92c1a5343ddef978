import { formatCountdown } from '#lib/duration.ts'
import { m } from '#i18n/paraglide/messages.js'
import { problemText } from '#i18n/problem-text.ts'
import type { AppErrorShape } from './app-error.ts'

/** A form that was submitted without script, and its error. */
export interface SentForm {
  values: Record<string, string>
  error: AppErrorShape
}

/** The sentence for the field of such a form; after a 429 with the time to wait. */
export function sentProblem({ error }: SentForm): string {
  const problem = Object.values(error.fields)[0]
  if (problem) return problemText(problem)
  return error.retryAfter === undefined ? error.message : m.error_wait({ time: formatCountdown(error.retryAfter) })
}
