import { problemText } from '#base/i18n/problem-text.ts'
import type { AppErrorShape } from './app-error.ts'

/** A form that was submitted without script, and its error. */
export interface SentForm {
  values: Record<string, string>
  error: AppErrorShape
}

/** The sentence for the field of a form that was submitted without script; after a 429 with the time to wait. */
export function sentProblem({ error }: SentForm): string {
  const problem = Object.values(error.fields)[0]
  if (problem) return problemText(problem)
  return error.message
}
