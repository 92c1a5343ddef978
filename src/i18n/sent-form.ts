import type { AppErrorShape } from '#lib/app-error.ts'
import { errorText } from './error-words.ts'
import { problemText } from './words.ts'

/** A form that was sent before the script had come, and what was wrong with it. */
export interface SentForm {
  values: Record<string, string>
  error: AppErrorShape
}

/** What to say at the field of such a form. */
export function sentProblem({ error }: SentForm): string {
  const problem = Object.values(error.fields)[0]
  return problem ? problemText(problem) : errorText(error.code)
}
