import { STATUS_CODES } from 'node:http'
import { errorRow, type DocumentedCode, type ErrorRow } from '#base/errors/codes.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { problemOf } from '#base/errors/problem.server.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { schemaRef, type Answer, type Example, type Reference } from './openapi-types.ts'

interface ProblemOptions {
  /** Example of the row as another user has saved it. */
  theirs?: unknown
  /** Problems of `/api/auth`. */
  isAuth?: boolean
}

/** The error of a code, with when it occurs. */
function documentedRow(code: DocumentedCode): ErrorRow & { when: string } {
  const { when, ...row } = errorRow(code) ?? {}
  if (when === undefined || !('status' in row)) throw new Error(`No slice has handed in when ${code} occurs`)
  return { ...row, when }
}

function exampleOf(code: DocumentedCode, { theirs: saved, isAuth }: ProblemOptions): Example {
  const { when, ...row } = documentedRow(code)
  const body = withLocale('en', () => problemOf(createError(code, row.example)))
  const retryAfter = isAuth ? row.example?.retryAfter : undefined
  const value = {
    ...body,
    ...(row.hasTheirs && { data: { theirs: saved } }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
  return { summary: `${when[0]?.toUpperCase()}${when.slice(1)}`, value }
}

const ref = (name: string): Reference => ({ $ref: `#/components/headers/${name}` })

const WITH_RETRY_AFTER = new Set([
  'IDEMPOTENCY_KEY_IN_USE',
  'TEMPORARILY_UNAVAILABLE',
  'NOT_KNOWN_IF_SAVED',
  'SERVICE_UNAVAILABLE',
  'MAIL_NOT_SENT',
])

/** Headers that tell more of a problem. */
function headersOf(codes: readonly string[], isAuth: boolean): Record<string, Reference> {
  const isLimit = codes.includes('TOO_MANY_REQUESTS')
  return {
    ...((isLimit || codes.some((code) => WITH_RETRY_AFTER.has(code))) && { 'Retry-After': ref('RetryAfter') }),
    ...(isLimit && !isAuth && { 'RateLimit-Policy': ref('RateLimitPolicy'), RateLimit: ref('RateLimit') }),
    ...(codes.includes('API_KEY_INVALID') && { 'WWW-Authenticate': ref('WWWAuthenticate') }),
    ...(codes.includes('PRECONDITION_FAILED') && { ETag: ref('ETag') }),
  }
}

/** The answers for problems of these codes, by their status. */
export function problemAnswers(codes: readonly DocumentedCode[], options: ProblemOptions = {}): Record<string, Answer> {
  const { isAuth = false } = options
  const byStatus = Map.groupBy([...new Set(codes)], (code) => documentedRow(code).status)
  const answers = [...byStatus].toSorted(([one], [other]) => one - other)
  return Object.fromEntries(
    answers.map(([status, some]) => {
      const lines = some.map((code) => `- \`${code}\`: ${documentedRow(code).when}`)
      const examples = Object.fromEntries(some.map((code) => [code, exampleOf(code, options)]))
      const schema = schemaRef(isAuth ? 'AuthProblem' : 'Problem')
      const headers = headersOf(some, isAuth)
      return [
        String(status),
        {
          description: `${STATUS_CODES[status]}\n\n${lines.join('\n')}`,
          ...(Object.keys(headers).length > 0 && { headers }),
          content: { 'application/json': { schema, examples } },
        },
      ]
    }),
  )
}
