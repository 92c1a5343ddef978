import { eq } from 'drizzle-orm'
import { withActor } from '#db/actor.server.ts'
import { db } from '#db/client.server.ts'
import { session } from '#db/tables/user.ts'
import { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { constraintError, unreadableError } from '#db/constraint-error.server.ts'
import { withoutCookie } from '#lib/cookie.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { sanitizedResponse, authErrorResponse } from './auth-response.server.ts'
import { auth } from './auth.server.ts'
import { checkedRequest } from './checked-request.server.ts'
import { consumeCodeGuess } from '#auth/limits/code-limits.server.ts'
import { requireFreshSession } from '#auth/session/fresh-session.server.ts'
import { isKnownBrowser } from '#auth/session/known-browser.server.ts'
import { isLastAdmin } from './last-admin.server.ts'
import { sessionInfo } from '#auth/session/session-info.server.ts'
import { currentSession, sessionCookieName, type CurrentSession } from '#auth/session/session.server.ts'
import { logProviderError, withProviderTimeout } from './social.server.ts'

const BASE = '/api/auth'

// Forbidden while impersonating.
const NOT_IMPERSONATED = new Set(['/delete-user', '/revoke-sessions', '/revoke-other-sessions'])

const STOP_IMPERSONATING = '/admin/stop-impersonating'

// Changes a user, so it runs with an actor for the audit trail: the signed-in user, or the impersonator.
const UPDATE_USER = '/update-user'

/** Answers `/api/auth/*`: better-auth behind our checks, with session tokens removed from every response. */
export async function handleAuth(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(BASE.length)
  // better-auth reads the client's address from this header; overwrites a value that the client sent.
  request.headers.set('x-client-ip', requestContext().clientIp)
  try {
    return await answer(request, path)
  } catch (error) {
    const appError = error instanceof AppError ? error : (constraintError(error) ?? unreadableError(error))
    if (appError) return authErrorResponse(appError)
    throw error
  }
}

async function answer(request: Request, path: string): Promise<Response> {
  // `disabledPaths` matches exact paths only, and this one ends with a token.
  if (path.startsWith('/reset-password/')) throw createError('NOT_FOUND')
  const checked = await checkedRequest(request, path)
  const cookies = request.headers.get('cookie')
  const current = await currentSession(cookies)
  if (path === '/get-session' && request.method === 'GET') return sessionInfo(current)
  await refuseForbidden(request.method, path, current)
  const isGuess = path === '/sign-in/email-otp' && checked.fields !== undefined
  const handle = () => auth().handler(current ? checked.request : withoutSession(checked.request))
  const response = isGuess
    ? await guessCode(String(checked.fields?.email), cookies, () => auth().handler(checked.request))
    : await withProviderTimeout(path, current && path === UPDATE_USER ? withActor(current.actor, handle) : handle())
  if (path === STOP_IMPERSONATING && response.status >= 500) await endImpersonation(current)
  logProviderError(path, response)
  return finish(response)
}

/** Throws for a request that better-auth would allow and Maktaba does not. */
async function refuseForbidden(method: string, path: string, current: CurrentSession | null): Promise<void> {
  if (!current) return
  if (current.isImpersonated && NOT_IMPERSONATED.has(path)) throw createError('IMPERSONATING')
  if (path === STOP_IMPERSONATING && method === 'POST' && !current.isImpersonated)
    throw createError('NOT_IMPERSONATING')
  if (path !== '/delete-user') return
  requireFreshSession(current)
  if (await isLastAdmin(current.user)) throw createError('LAST_ADMIN')
}

/** Without the cookie of the admin's session there is no way back: ends the impersonation and throws UNAUTHORIZED. */
async function endImpersonation(current: CurrentSession | null): Promise<never> {
  if (current?.isImpersonated) await db.delete(session).where(eq(session.id, current.id))
  throw createError('UNAUTHORIZED')
}

/** Tries a code within the guess limits; refunds the guess unless the code was wrong. */
async function guessCode(email: string, cookies: string | null, attempt: () => Promise<Response>): Promise<Response> {
  const refund = await consumeCodeGuess(isKnownBrowser(cookies, email) ? undefined : `address:${email}`)
  const response = await attempt()
  const { code } = response.ok
    ? {}
    : await response
        .clone()
        .json()
        .catch(() => ({}))
  if (code !== 'INVALID_OTP') await refund()
  return response
}

/** Drops a session cookie that Maktaba rejects, of a banned user say, so that better-auth sees a signed-out request. */
function withoutSession(request: Request): Request {
  const cookies = request.headers.get('cookie')
  const remaining = withoutCookie(cookies, sessionCookieName())
  if (remaining === cookies) return request
  // Edits the request in place: Node's Request constructor cannot copy srvx's.
  if (remaining === null) request.headers.delete('cookie')
  else request.headers.set('cookie', remaining)
  return request
}

async function finish(response: Response): Promise<Response> {
  const context = requestContext()
  if (response.ok && context.hasMailFailed) {
    await context.refundCodeRequest?.()
    throw createError('MAIL_NOT_SENT')
  }
  // When this response signs in or out, drops the cookie of a session that was renewed before, which would undo it.
  const name = `${sessionCookieName()}=`
  if (response.headers.getSetCookie().some((line) => line.startsWith(name)))
    context.cookies = context.cookies.filter((line) => !line.startsWith(name))
  return sanitizedResponse(response)
}
