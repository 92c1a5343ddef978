import { env } from '#env/env.server.ts'
import { fromAnswer } from '#errors/local-error.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { handleAuth } from './handler.server.ts'
import { sessionCookieName } from '#auth/session/session.server.ts'

interface Browser {
  /** The `Cookie` header of the current request. */
  cookies: string | null
  userAgent: string | null
}

/**
 * Calls an endpoint of `/api/auth` on behalf of the browser that sent the current request: with the same checks, and
 * its cookies are added to the current response. Throws an AppError for an error response.
 */
export async function callAuth(path: string, body: unknown, { cookies, userAgent }: Browser): Promise<void> {
  const { baseUrl } = env()
  const context = requestContext()
  const headers = new Headers({
    'content-type': 'application/json',
    origin: new URL(baseUrl).origin,
  })
  if (cookies !== null) headers.set('cookie', cookies)
  if (userAgent !== null) headers.set('user-agent', userAgent)
  const url = new URL(`/api/auth${path}`, baseUrl)
  const response = await handleAuth(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
  if (!response.ok) throw fromAnswer(await response.json().catch(() => null), response.status)
  // Drops the cookie of a session that was renewed before, which would overwrite the new one.
  const name = `${sessionCookieName()}=`
  context.cookies = [...context.cookies.filter((line) => !line.startsWith(name)), ...response.headers.getSetCookie()]
}
