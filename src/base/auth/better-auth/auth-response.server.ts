import { problemOf } from '#base/errors/problem.server.ts'
import type { AppError } from '#base/errors/app-error.ts'
import { retryAfterOf } from '#base/errors/retry-after.server.ts'
import { foreignError } from '#base/errors/create-error.server.ts'

// For errors of better-auth that have no code.
const CODES: Record<number, string> = {
  400: 'VALIDATION_ERROR',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  413: 'CONTENT_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The response to an AppError as better-auth's client reads it: the REST body, plus `retryAfter` in seconds. */
export function authErrorResponse(error: AppError): Response {
  const { status, retryAfter } = error
  const headers = new Headers({ 'cache-control': 'no-store' })
  const after = retryAfterOf(error)
  if (after !== undefined) headers.set('retry-after', after)
  const body = { ...problemOf(error), ...(retryAfter !== undefined && { retryAfter }) }
  return Response.json(body, { status, headers })
}

/** better-auth's response without session tokens, uncacheable; an error gets a code and a translated message. */
export async function sanitizedResponse(response: Response): Promise<Response> {
  const { status } = response
  const isJson = response.headers.get('content-type')?.includes('application/json')
  // better-auth answers an unknown path or method with an empty body.
  if (!isJson) return status < 400 ? response : authErrorResponse(foreignError(codeOf({}, status), status))
  const body = withoutTokens(await response.json().catch(() => null))
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('cache-control', 'no-store')
  return new Response(JSON.stringify(response.ok ? body : withOurMessage(body, status)), { status, headers })
}

const codeOf = ({ code }: Record<string, unknown>, status: number): string =>
  typeof code === 'string' ? code : (CODES[status] ?? 'UNKNOWN_ERROR')

/** An error body of better-auth with our message; a code that we do not know keeps better-auth's. */
function withOurMessage(body: unknown, status: number): Record<string, unknown> {
  const original = isRecord(body) ? body : {}
  const code = codeOf(original, status)
  const fallback = typeof original.message === 'string' ? original.message : undefined
  return { ...original, ...problemOf(foreignError(code, status, { fields: fieldsOf(original.message) }, fallback)) }
}

/** The invalid fields that a message of better-auth names, such as `[body.userId] Invalid input`. */
function fieldsOf(message: unknown): AppError['fields'] {
  const named = typeof message === 'string' ? message.matchAll(/\[(?:body|query|params)\.([\w.]+)\]/g) : []
  return Object.fromEntries([...named].map(([, field = '']) => [field, { key: 'validation_invalid' }]))
}

/** The value without `token` at any depth: only the cookie may hold the session token. */
function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (key === 'token' ? [] : [[key, withoutTokens(part)]])),
  )
}
