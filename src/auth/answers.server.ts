import { fullErrorText } from '#i18n/error-text.server.ts'
import { AppError } from '#lib/app-error.ts'

// better-auth leaves some refusals without a code.
const CODES: Record<number, string> = { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN', 404: 'NOT_FOUND' }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An error of ours as better-auth's client reads it. */
export function refused(error: AppError): Response {
  const { code, status, retryAfter } = error
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  const body = { code, message: fullErrorText(error), ...(retryAfter !== undefined && { retryAfter }) }
  return Response.json(body, { status, headers })
}

/** An answer of better-auth without session tokens, kept by nobody; a refusal has its code. */
export async function cleaned(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.includes('application/json')) return spoken(response)
  const body = withoutTokens(await response.json().catch(() => null))
  const code = response.ok ? undefined : CODES[response.status]
  const named = code === undefined || (isRecord(body) && 'code' in body) ? body : { code, ...(isRecord(body) && body) }
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('cache-control', 'no-store')
  return new Response(JSON.stringify(named), { status: response.status, headers })
}

/** Of a path or a method that it does not know, better-auth says nothing at all. */
function spoken(response: Response): Response {
  const { status } = response
  if (status < 400) return response
  return refused(new AppError({ code: CODES[status] ?? 'UNKNOWN_ERROR', status }))
}

/** The same value without any `token`, at every depth: the cookie alone carries it. */
function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (key === 'token' ? [] : [[key, withoutTokens(part)]])),
  )
}
