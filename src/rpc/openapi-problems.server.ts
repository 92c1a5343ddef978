import { STATUS_CODES } from 'node:http'
import { problemOf } from '#i18n/problem.server.ts'
import { withLocale } from '#i18n/request-locale.server.ts'
import { AppError } from '#lib/app-error.ts'
import { schemaRef, type Answer, type Example, type Reference } from './openapi-types.ts'

interface Problem {
  status: number
  /** When it is answered, in a few words. */
  when: string
  /** A field that it names, by the key of its message. */
  fields?: Record<string, string>
  /** Seconds. */
  retryAfter?: number
  /** It holds what somebody else has saved meanwhile. */
  hasTheirs?: true
  /** What the sentence names. */
  resource?: string
}

const theirs = 'what is there now stands in `data.theirs`'

/** Every problem that an operation may answer with. */
const ALL = {
  VALIDATION_ERROR: {
    status: 400,
    when: 'something that was sent does not fit or is not known here; `data.fields` and `data.messages` name it',
    fields: { title: 'title_required' },
  },
  FIELD_NOT_ALLOWED: {
    status: 400,
    when: 'a field cannot be changed here; `data.fields` names it',
    fields: { role: 'field_not_allowed' },
  },
  INVALID_EMAIL: { status: 400, when: 'the address is none' },
  INVALID_OTP: { status: 400, when: 'the code is wrong' },
  OTP_EXPIRED: { status: 400, when: 'the code is no longer valid' },
  INVALID_CALLBACK_URL: { status: 400, when: 'the way back is no path of this site' },
  YOU_CANNOT_BAN_YOURSELF: { status: 400, when: 'nobody bans themselves' },
  YOU_CANNOT_REMOVE_YOURSELF: { status: 400, when: 'nobody deletes themselves here' },
  YOU_CANNOT_DEMOTE_YOURSELF: { status: 400, when: 'nobody takes their own role away' },
  YOU_CANNOT_CHANGE_YOUR_EMAIL_HERE: { status: 400, when: 'one’s own address is changed in the account' },
  UNAUTHORIZED: { status: 401, when: 'nobody is signed in' },
  API_KEY_INVALID: { status: 401, when: 'the key is not known, was revoked, or its owner may no longer have any' },
  API_KEY_EXPIRED: { status: 401, when: 'the key has expired' },
  NOT_ONBOARDED: { status: 403, when: 'the name was not given yet' },
  ACTION_NOT_ALLOWED: { status: 403, when: 'the role does not allow this action', resource: 'book' },
  RESOURCE_NOT_ALLOWED: { status: 403, when: 'the role does not know this resource', resource: 'user' },
  SCOPE_MISSING: { status: 403, when: 'the key was not given this permission', resource: 'book:read' },
  FORBIDDEN: { status: 403, when: 'this is not for keys' },
  INVALID_ORIGIN: { status: 403, when: 'the request comes from a page of another site' },
  DEMO_MODE: { status: 403, when: 'this is a demo: nothing can be changed' },
  SESSION_EXPIRED: { status: 403, when: 'the address was not proven in the last ten minutes' },
  IMPERSONATING: { status: 403, when: 'not while looking through somebody else’s eyes' },
  TOO_MANY_ATTEMPTS: { status: 403, when: 'the code was guessed too often' },
  BANNED_USER: { status: 403, when: 'the user is banned' },
  YOU_CANNOT_IMPERSONATE_ADMINS: { status: 403, when: 'nobody acts as an admin' },
  CANNOT_IMPERSONATE_BANNED: { status: 403, when: 'the user is banned' },
  YOU_ARE_NOT_ALLOWED_TO_GET_USER: { status: 403, when: 'the role does not allow this' },
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS: { status: 403, when: 'the role does not allow this' },
  YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS: { status: 403, when: 'the role does not allow this' },
  YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: { status: 403, when: 'the role does not allow this' },
  NOT_FOUND: { status: 404, when: 'there is no such thing; an id that is none counts as unknown' },
  USER_NOT_FOUND: { status: 404, when: 'there is no such user' },
  PROVIDER_NOT_FOUND: { status: 404, when: 'there is no such provider here' },
  CONFLICT: { status: 409, when: `another version is there by now: ${theirs}`, hasTheirs: true },
  BOOK_TAKEN: { status: 409, when: 'the author has a book of that title', fields: { title: 'title_taken' } },
  EMAIL_TAKEN: { status: 409, when: 'somebody has that address', fields: { email: 'email_taken' } },
  EMAIL_ALREADY_VERIFIED: { status: 409, when: 'the user has signed in before' },
  LAST_ADMIN: { status: 409, when: 'there must be an admin who is not banned' },
  NOT_IMPERSONATING: { status: 409, when: 'nobody looks through somebody else’s eyes' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, when: 'the `Idempotency-Key` was used for another request' },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    when: 'the first request with this `Idempotency-Key` is still under way',
    retryAfter: 1,
  },
  PRECONDITION_FAILED: {
    status: 412,
    when: `\`If-Match\` names another version: ${theirs}`,
    hasTheirs: true,
  },
  CONTENT_TOO_LARGE: { status: 413, when: 'the body has more than 1,000,000 bytes' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, when: 'the body is not `application/json`' },
  MISDIRECTED_REQUEST: { status: 421, when: 'the request names another host' },
  PRECONDITION_REQUIRED: { status: 428, when: 'neither `If-Match` nor `version` was given' },
  TOO_MANY_REQUESTS: {
    status: 429,
    when: 'a limit was reached; `Retry-After` says for how long',
    retryAfter: 42,
  },
  MAIL_NOT_SENT: { status: 503, when: 'the mail could not be sent' },
  SERVICE_UNAVAILABLE: { status: 503, when: 'the check for robots does not answer' },
  PROVIDER_UNAVAILABLE: { status: 503, when: 'the provider does not answer' },
} as const satisfies Record<string, Problem>

export type ProblemCode = keyof typeof ALL
const PROBLEMS: Record<string, Problem> = ALL

interface ProblemOptions {
  /** An example of what somebody else has saved meanwhile. */
  theirs?: unknown
  /** Problems of `/api/auth`. */
  isAuth?: boolean
}

function exampleOf(code: string, { theirs: saved, isAuth }: ProblemOptions): Example {
  const problem = PROBLEMS[code]
  if (!problem) throw new Error(`The document has no words for the problem ${code}`)
  const { status, when, fields = {}, retryAfter, hasTheirs, resource } = problem
  const error = new AppError({
    code,
    status,
    fields: Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, { key }])),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(resource !== undefined && { resource }),
  })
  const body = withLocale('en', () => problemOf(error))
  const value = {
    ...body,
    ...(hasTheirs && { data: { theirs: saved } }),
    ...(isAuth && retryAfter !== undefined && { retryAfter }),
  }
  return { summary: `${when[0]?.toUpperCase()}${when.slice(1)}`, value }
}

const ref = (name: string): Reference => ({ $ref: `#/components/headers/${name}` })

/** Headers that tell more of a problem. */
function headersOf(codes: readonly string[], isAuth: boolean): Record<string, Reference> {
  const isLimit = codes.includes('TOO_MANY_REQUESTS')
  return {
    ...((isLimit || codes.includes('IDEMPOTENCY_KEY_IN_USE')) && { 'Retry-After': ref('RetryAfter') }),
    ...(isLimit && !isAuth && { 'RateLimit-Policy': ref('RateLimitPolicy'), RateLimit: ref('RateLimit') }),
    ...(codes.includes('API_KEY_INVALID') && { 'WWW-Authenticate': ref('WWWAuthenticate') }),
    ...(codes.includes('PRECONDITION_FAILED') && { ETag: ref('ETag') }),
  }
}

/** The answers for problems of these codes, by their status. */
export function problemAnswers(codes: readonly string[], options: ProblemOptions = {}): Record<string, Answer> {
  const { isAuth = false } = options
  const byStatus = Map.groupBy([...new Set(codes)], (code) => PROBLEMS[code]?.status ?? 0)
  const answers = [...byStatus].toSorted(([one], [other]) => one - other)
  return Object.fromEntries(
    answers.map(([status, some]) => {
      const lines = some.map((code) => `- \`${code}\`: ${PROBLEMS[code]?.when}`)
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
