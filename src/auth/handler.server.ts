import { requestContext } from '#lib/request-context.server.ts'
import { auth } from './auth.server.ts'
import { checkedRequest } from './checked-request.server.ts'

const BASE = '/api/auth'

/** Answers `/api/auth/*`: better-auth behind our checks, with session tokens taken out of every answer. */
export async function handleAuth(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(BASE.length)
  // better-auth closes paths by their exact name; this one ends with a token.
  if (path.startsWith('/reset-password/')) return refused('NOT_FOUND', 404)
  const checked = await checkedRequest(request, path)
  if (!(checked instanceof Request)) return refused(checked.code, 400)
  const response = await auth().handler(checked)
  if (response.ok && requestContext().isMailLost) return refused('MAIL_NOT_SENT', 503)
  if (!response.headers.get('content-type')?.includes('application/json')) return response
  const body: unknown = await response.json().catch(() => null)
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('cache-control', 'no-store')
  return new Response(JSON.stringify(withoutTokens(body)), { status: response.status, headers })
}

const refused = (code: string, status: number): Response =>
  Response.json({ code, message: code }, { status, headers: { 'cache-control': 'no-store' } })

/** The same value without any `token`, at every depth: the cookie alone carries it. */
function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (key === 'token' ? [] : [[key, withoutTokens(part)]])),
  )
}
