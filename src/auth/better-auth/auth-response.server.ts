import { problemOf } from '#errors/problem.server.ts'
import type { AppError } from '#errors/app-error.ts'
import { foreignError } from '#errors/create-error.server.ts'

// better-auth leaves some refusals without a code.
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

/** An error of ours as better-auth's client reads it: as REST answers it, with the seconds to wait beside the code. */
export function authErrorResponse(error: AppError): Response {
  const { status, retryAfter } = error
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  const body = { ...problemOf(error), ...(retryAfter !== undefined && { retryAfter }) }
  return Response.json(body, { status, headers })
}

/** An answer of better-auth without session tokens and not cacheable; a refusal has its code and a message in the language of the request. */
export async function sanitizedResponse(response: Response): Promise<Response> {
  const { status } = response
  const isJson = response.headers.get('content-type')?.includes('application/json')
  // Of a path or a method that it does not know, better-auth says nothing at all.
  if (!isJson) return status < 400 ? response : authErrorResponse(foreignError(codeOf({}, status), status))
  const body = withoutTokens(await response.json().catch(() => null))
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('cache-control', 'no-store')
  return new Response(JSON.stringify(response.ok ? body : worded(body, status)), { status, headers })
}

const codeOf = ({ code }: Record<string, unknown>, status: number): string =>
  typeof code === 'string' ? code : (CODES[status] ?? 'UNKNOWN_ERROR')

/** A refusal of better-auth with our words; the words of a code that we do not know stay as they are. */
function worded(body: unknown, status: number): Record<string, unknown> {
  const said = isRecord(body) ? body : {}
  const code = codeOf(said, status)
  const fallback = typeof said.message === 'string' ? said.message : undefined
  return { ...said, ...problemOf(foreignError(code, status, { fields: fieldsOf(said.message) }, fallback)) }
}

/** The fields that better-auth names in its own words: `[body.userId] Invalid input`. */
function fieldsOf(message: unknown): AppError['fields'] {
  const named = typeof message === 'string' ? message.matchAll(/\[(?:body|query|params)\.([\w.]+)\]/g) : []
  return Object.fromEntries([...named].map(([, field = '']) => [field, { key: 'validation_invalid' }]))
}

/** The same value without any `token`, at every depth: the cookie alone carries it. */
function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (key === 'token' ? [] : [[key, withoutTokens(part)]])),
  )
}
