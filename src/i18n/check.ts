import { issueLimit } from './issue-message.ts'

/** What is wrong with a field: a key of messages/ and the numbers that its sentence needs. */
export interface Problem {
  key: string
  params?: Record<string, string | number>
}

/** An issue as zod and Standard Schema describe it; its message is a key. */
interface Issue {
  message: string
  code?: string
  /** Names that the schema does not know. */
  keys?: readonly string[]
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
}

/** The first problem of each field, by its path; '' stands for the whole. Of what is not known, the first twenty. */
export function problemsOf(issues: readonly Issue[]): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  for (const issue of issues) {
    const path = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step))
    const params = issueLimit(issue)
    for (const keys of issue.keys?.slice(0, 20).map((key) => [key]) ?? [[]]) {
      const field = [...path, ...keys].join('.')
      // A field may be called `constructor`.
      if (Object.hasOwn(problems, field)) continue
      problems[field] = params ? { key: issue.message, params } : { key: issue.message }
    }
  }
  return problems
}
