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
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
}

/** The first problem of each field, by its path; '' stands for the whole. */
export function problemsOf(issues: readonly Issue[]): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  for (const issue of issues) {
    const field = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
    const params = issueLimit(issue)
    problems[field] ??= params ? { key: issue.message, params } : { key: issue.message }
  }
  return problems
}
