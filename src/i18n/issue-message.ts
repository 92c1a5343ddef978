import * as z from 'zod/mini'
import { isProblemKey, type Problem, type ProblemKey } from './problem-text.ts'

/** An issue as zod and Standard Schema describe it. */
interface Issue {
  code?: string
  input?: unknown
  origin?: string | undefined
  minimum?: unknown
  maximum?: unknown
  inclusive?: unknown
}

const AMOUNTS: Record<string, 'string' | 'number' | 'array' | 'date'> = {
  string: 'string',
  number: 'number',
  int: 'number',
  bigint: 'number',
  array: 'array',
  set: 'array',
  map: 'array',
  date: 'date',
}

/**
 * The key of the generic message for an issue of zod (section 5 of the specification): required,
 * invalid, not known, and minimum and maximum of strings, numbers, arrays and dates.
 */
export function issueKey(issue: Issue): ProblemKey {
  if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)) return 'validation_required'
  if (issue.code === 'unrecognized_keys') return 'validation_unknown'
  const kind = AMOUNTS[issue.origin ?? '']
  if (kind && issue.code === 'too_small') return `validation_${kind}_min`
  if (kind && issue.code === 'too_big') return `validation_${kind}_max`
  return 'validation_invalid'
}

/** The limit that the sentence names, exclusive limits of whole numbers included. */
export function issueLimit(issue: Issue): Problem['params'] {
  const limit = issue.code === 'too_small' ? issue.minimum : issue.code === 'too_big' ? issue.maximum : undefined
  if (limit === undefined) return undefined
  if (issue.origin === 'date') return { limit: new Date(Number(limit)).toISOString().slice(0, 10) }
  const step = issue.inclusive === false ? (issue.code === 'too_small' ? 1 : -1) : 0
  return { limit: Number(limit) + step }
}

/** For a schema's `error`: its own key for what is missing or of another kind; the checks after it speak for themselves. */
export const required = (key: ProblemKey) => ({
  error: (issue: { code: string }) => (issue.code === 'invalid_type' ? key : undefined),
})

/** The message of a check in a schema: a key, which the compiler holds against the sentences. */
export const problemKey = (key: ProblemKey): ProblemKey => key

/** An issue with its place; its message is a key. */
interface PlacedIssue extends Issue {
  message: string
  /** Names that the schema does not know. */
  keys?: readonly string[]
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
}

/** The first problem of each field, by its path; '' stands for the whole. Of what is not known, the first twenty. */
export function problemsOf(issues: readonly PlacedIssue[]): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  for (const issue of issues) {
    const path = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step))
    const key = isProblemKey(issue.message) ? issue.message : 'validation_invalid'
    const params = issueLimit(issue)
    for (const keys of issue.keys?.slice(0, 20).map((name) => [name]) ?? [[]]) {
      const field = [...path, ...keys].join('.')
      // A field may be called `constructor`.
      if (!Object.hasOwn(problems, field)) problems[field] = params ? { key, params } : { key }
    }
  }
  return problems
}

// A schema that says nothing of its own answers with a key, never with a sentence in one language.
z.config({ customError: (issue) => issueKey(issue) })
