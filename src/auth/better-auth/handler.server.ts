import { eq } from 'drizzle-orm'
import { withActor } from '#db/actor.server.ts'
import { db } from '#db/client.server.ts'
import { session } from '#db/tables/user.ts'
import { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { constraintError, unreadableError } from '#db/constraint-error.server.ts'
import { withoutCookie } from '#lib/cookie.ts'
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

// Not while looking through somebody else's eyes.
const NOT_IMPERSONATED = new Set(['/delete-user', '/revoke-sessions', '/revoke-other-sessions'])

const STOP_IMPERSONATING = '/admin/stop-impersonating'

// The one that changes a user: recorded as done by whoever is signed in, or looks through somebody else's eyes.
const UPDATE_USER = '/update-user'

/** Answers `/api/auth/*`: better-auth behind our checks, with session tokens taken out of every answer. */
export async function handleAuth(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(BASE.length)
  // Where better-auth looks for it; whatever a client has written there is gone.
  request.headers.set('x-client-ip', requestContext().clientIp)
  try {
    return await answer(request, path)
  } catch (error) {
    const known = error instanceof AppError ? error : (constraintError(error) ?? unreadableError(error))
    if (known) return authErrorResponse(known)
    throw error
  }
}

async function answer(request: Request, path: string): Promise<Response> {
  // better-auth closes paths by their exact name; this one ends with a token.
  if (path.startsWith('/reset-password/')) throw createError('NOT_FOUND')
  const checked = await checkedRequest(request, path)
  const cookies = request.headers.get('cookie')
  const current = await currentSession(cookies)
  if (path === '/get-session' && request.method === 'GET') return sessionInfo(current)
  await refuse(request.method, path, current)
  const isGuess = path === '/sign-in/email-otp' && checked.fields !== undefined
  const handle = () => auth().handler(current ? checked.request : withoutSession(checked.request))
  const response = isGuess
    ? await guess(String(checked.fields?.email), cookies, () => auth().handler(checked.request))
    : await withProviderTimeout(path, current && path === UPDATE_USER ? withActor(current.actor, handle) : handle())
  if (path === STOP_IMPERSONATING && response.status >= 500) await endImpersonation(current)
  logProviderError(path, response)
  return finish(response)
}

/** What better-auth would allow and Maktaba does not. */
async function refuse(method: string, path: string, current: CurrentSession | null): Promise<void> {
  if (!current) return
  if (current.isImpersonated && NOT_IMPERSONATED.has(path)) throw createError('IMPERSONATING')
  if (path === STOP_IMPERSONATING && method === 'POST' && !current.isImpersonated)
    throw createError('NOT_IMPERSONATING')
  if (path !== '/delete-user') return
  requireFreshSession(current)
  if (await isLastAdmin(current.user)) throw createError('LAST_ADMIN')
}

/** The way back is lost with its cookie: then the impersonation ends here, and who it was signs in anew. */
async function endImpersonation(current: CurrentSession | null): Promise<never> {
  if (current?.isImpersonated) await db.delete(session).where(eq(session.id, current.id))
  throw createError('UNAUTHORIZED')
}

/** Tries a code within the limits; one that was not wrong is not counted. */
async function guess(email: string, cookies: string | null, attempt: () => Promise<Response>): Promise<Response> {
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

/** A cookie that Maktaba does not accept, of a banned person say, is none for better-auth either. */
function withoutSession(request: Request): Request {
  const cookies = request.headers.get('cookie')
  const kept = withoutCookie(cookies, sessionCookieName())
  if (kept === cookies) return request
  // In place: Node's own Request does not take one of srvx's to copy.
  if (kept === null) request.headers.delete('cookie')
  else request.headers.set('cookie', kept)
  return request
}

async function finish(response: Response): Promise<Response> {
  const context = requestContext()
  if (response.ok && context.isMailLost) {
    await context.refundCodeRequest?.()
    throw createError('MAIL_NOT_SENT')
  }
  // Signed in or out by this answer: the cookie of a session that was prolonged on the way must not undo it.
  const name = `${sessionCookieName()}=`
  if (response.headers.getSetCookie().some((line) => line.startsWith(name)))
    context.cookies = context.cookies.filter((line) => !line.startsWith(name))
  return sanitizedResponse(response)
}
