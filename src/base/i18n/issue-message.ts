import * as z from 'zod/mini'
import { isProblemKey, type Problem, type ProblemKey } from './problem-text.ts'

/** An issue of zod or Standard Schema. */
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
 * The key of the generic message for an issue (section 5 of the specification): required, invalid, unknown, and minimum
 * and maximum of strings, numbers, arrays and dates.
 */
export function issueKey(issue: Issue): ProblemKey {
  if (issue.code === 'invalid_type' && isMissing(issue.input)) return 'validation_required'
  if (issue.code === 'unrecognized_keys') return 'validation_unknown'
  const kind = AMOUNTS[issue.origin ?? '']
  if (kind && issue.code === 'too_small') return `validation_${kind}_min`
  if (kind && issue.code === 'too_big') return `validation_${kind}_max`
  return 'validation_invalid'
}

/** An empty field for a number is read as NaN. */
const isMissing = (input: unknown): boolean => input === undefined || input === null || Number.isNaN(input)

/** The limit that the sentence names; an exclusive limit of whole numbers becomes inclusive. */
export function issueLimit(issue: Issue): Problem['params'] {
  const limit = issue.code === 'too_small' ? issue.minimum : issue.code === 'too_big' ? issue.maximum : undefined
  if (limit === undefined) return undefined
  if (issue.origin === 'date') return { limit: new Date(Number(limit)).toISOString().slice(0, 10) }
  const step = issue.inclusive === false ? (issue.code === 'too_small' ? 1 : -1) : 0
  return { limit: Number(limit) + step }
}

/** A schema's `error` for a missing value or a wrong type; its checks have their own keys. */
export const required = (key: ProblemKey) => ({
  error: (issue: { code: string }) => (issue.code === 'invalid_type' ? key : undefined),
})

/** A message key for a check in a schema, checked by the compiler. */
export const problemKey = (key: ProblemKey): ProblemKey => key

/** An issue with its path; its message is a key. */
interface PlacedIssue extends Issue {
  message: string
  /** Unknown field names. */
  keys?: readonly string[]
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
}

/** The first problem of each field, by its path, or '' for the value itself. Reports at most twenty unknown fields. */
export function problemsOf(issues: readonly PlacedIssue[]): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  for (const issue of issues) {
    const path = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step))
    const key = isProblemKey(issue.message) ? issue.message : 'validation_invalid'
    const params = issueLimit(issue)
    for (const keys of issue.keys?.slice(0, 20).map((name) => [name]) ?? [[]]) {
      const field = [...path, ...keys].join('.')
      // `hasOwn`, since a field may be called `constructor`.
      if (!Object.hasOwn(problems, field)) problems[field] = params ? { key, params } : { key }
    }
  }
  return problems
}

// The default message of a schema is a key, never a sentence in one language.
z.config({ customError: (issue) => issueKey(issue) })
