import { env } from '#base/env/env.server.ts'
import { fromAnswer } from '#base/errors/local-error.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { handleAuth } from './handler.server.ts'

interface Browser {
  /** The `Cookie` header of the current request. */
  cookies: string | null
  userAgent: string | null
}

/**
 * Calls an endpoint of `/api/auth` on behalf of the browser that sent the current request, with the same checks. Adds
 * its cookies to the current response and returns its body; throws an AppError for an error response.
 */
export async function callAuth(path: string, body: unknown, { cookies, userAgent }: Browser): Promise<unknown> {
  const { baseUrl } = env()
  const headers = new Headers({ 'content-type': 'application/json', origin: new URL(baseUrl).origin })
  if (cookies !== null) headers.set('cookie', cookies)
  if (userAgent !== null) headers.set('user-agent', userAgent)
  const url = new URL(`/api/auth${path}`, baseUrl)
  const response = await handleAuth(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw fromAnswer(answer, response.status)
  requestContext().cookies.push(...response.headers.getSetCookie())
  return answer
}
