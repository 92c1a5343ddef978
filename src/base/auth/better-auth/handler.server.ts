import { eq } from 'drizzle-orm'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { session } from '#base/db/tables/user.ts'
import { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { constraintError, unreadableError } from '#base/db/constraint-error.server.ts'
import { unavailableError } from '#base/db/unavailable-error.server.ts'
import { withoutCookie } from '#base/lib/http/cookie.server.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { sanitizedResponse, authErrorResponse } from './auth-response.server.ts'
import { auth } from './auth.server.ts'
import { checkedRequest } from './checked-request.server.ts'
import { requireDelivery } from './code-delivery.server.ts'
import { AROUND_PASSKEYS } from '#base/auth/passkey/passkey-calls.server.ts'
import { requirePasskey } from '#base/auth/passkey/require-passkey.server.ts'
import { beginGuess } from '#base/auth/limits/sign-in-guess.server.ts'
import { can } from '#base/auth/permissions.ts'
import { isOnboarded } from '#base/auth/onboarded.ts'
import { impersonationReason } from '#base/auth/session/impersonation-reason.server.ts'
import {
  refuseImpersonation,
  refuseSoonAfterCard,
  requireReauthentication,
} from '#base/auth/session/reauthentication.server.ts'
import { knownBrowser } from '#base/auth/session/known-browser.server.ts'
import { isLastAdmin } from './last-admin.server.ts'
import { recordRefusal } from '#base/auth/security/record-refusal.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { sessionInfo } from '#base/auth/session/session-info.server.ts'
import { endWaysIn } from '#base/auth/ways-in/end-ways-in.server.ts'
import { currentSession, sessionCookieName, type CurrentSession } from '#base/auth/session/session.server.ts'
import { answerCallback } from './social.server.ts'

const BASE = '/api/auth'

interface AuthCall {
  method: string
  path: string
  /** The `Cookie` header. */
  cookies: string | null
  current: CurrentSession | null
  /** The validated body, for a path of `CHECKS`. */
  fields: Record<string, unknown> | undefined
}

type Send = () => Promise<Response>

/** What is done around a call of better-auth, by path; `send` makes the call. */
const AROUND: Record<string, (call: AuthCall, send: Send) => Promise<Response>> = {
  '/email-otp/send-verification-otp': (_, send) => requireDelivery(send),
  '/sign-in/email-otp': guessCode,
  // Changes a user, so it runs with an actor for the audit trail: the signed-in user, or the impersonator.
  '/update-user': ({ current }, send) => (current ? withActor(current.actor, send) : send()),
  '/sign-out': signOut,
  '/revoke-sessions': endMySessions,
  '/revoke-other-sessions': endMySessions,
  '/delete-user': deleteMyself,
  '/admin/impersonate-user': impersonate,
  '/admin/stop-impersonating': stopImpersonating,
  ...AROUND_PASSKEYS,
}

/** Answers `/api/auth/*`: better-auth behind our checks, with session tokens removed from every response. */
export async function handleAuth(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(BASE.length)
  // better-auth reads the client's address from this header; overwrites a value that the client sent.
  request.headers.set('x-client-ip', requestContext().clientIp)
  try {
    return await answerChecked(request, path)
  } catch (error) {
    const appError =
      error instanceof AppError ? error : (constraintError(error) ?? unreadableError(error) ?? unavailableError(error))
    if (appError) return authErrorResponse(appError)
    throw error
  }
}

async function answerChecked(request: Request, path: string): Promise<Response> {
  // `disabledPaths` matches exact paths only, and this one ends with a token.
  if (path.startsWith('/reset-password/')) throw createError('NOT_FOUND')
  const checked = await checkedRequest(request, path)
  const cookies = request.headers.get('cookie')
  const current = await currentSession(cookies)
  if (path === '/get-session' && request.method === 'GET') return sessionInfo(current)
  if (current && path.startsWith('/admin/') && path !== '/admin/stop-impersonating') requireManager(current)
  const call = { method: request.method, path, cookies, current, fields: checked.fields }
  const send = () => auth().handler(current ? checked.request : withoutSession(checked.request))
  if (path.startsWith('/callback/')) return finish(await answerCallback(path, send))
  const around = Object.hasOwn(AROUND, path) ? AROUND[path] : undefined
  return finish(await (around ? around(call, send) : send()))
}

/** What our procedures ask of managers and better-auth does not: throws NOT_ONBOARDED, PASSKEY_REQUIRED. */
function requireManager(current: CurrentSession): void {
  const isManager = can(current.user.role, 'user:list')
  if (isManager && !isOnboarded({ ...current.user, isImpersonated: current.isImpersonated }))
    throw createError('NOT_ONBOARDED')
  requirePasskey(current)
}

/** Throws IMPERSONATING in an impersonation. */
async function asMyself({ current }: AuthCall, send: Send): Promise<Response> {
  if (current) refuseImpersonation(current)
  return send()
}

async function endMySessions(call: AuthCall, send: Send): Promise<Response> {
  const response = await asMyself(call, send)
  if (call.current && response.ok) {
    const { id, user } = call.current
    const which = call.path === '/revoke-sessions' ? 'all' : 'others'
    await db.transaction((tx) => endWaysIn(tx, 'sessions', user.id, which === 'others' ? { sessionId: id } : {}))
    recordSecurityEvent('sessions_ended', { userId: user.id, details: { which } })
  }
  return response
}

async function signOut({ current }: AuthCall, send: Send): Promise<Response> {
  const response = await send()
  if (!current || !response.ok) return response
  const { actor, user } = current
  recordSecurityEvent(current.isImpersonated ? 'impersonation_ended' : 'signed_out', {
    userId: user.id,
    actorId: actor.userId,
  })
  return response
}

async function deleteMyself(call: AuthCall, send: Send): Promise<Response> {
  const { current } = call
  return asMyself(call, async () => {
    // Before a code is asked for, which would be in vain.
    if (current && (await isLastAdmin(current.user))) throw createError('LAST_ADMIN')
    if (current) refuseSoonAfterCard(current)
    if (current) requireReauthentication(current)
    return send()
  })
}

/** NOT_FOUND unless called by the procedure `user.impersonate`, which requires a reason. */
async function impersonate(_: AuthCall, send: Send): Promise<Response> {
  if (impersonationReason() === '') throw createError('NOT_FOUND')
  return send()
}

/** Without the cookie of the admin's session there is no way back: ends the impersonation and throws UNAUTHORIZED. */
async function stopImpersonating({ method, current }: AuthCall, send: Send): Promise<Response> {
  if (current && !current.isImpersonated && method === 'POST') throw createError('NOT_IMPERSONATING')
  const response = await send()
  const isOver = response.ok || response.status >= 500
  if (current?.isImpersonated && isOver)
    recordSecurityEvent('impersonation_ended', { userId: current.user.id, actorId: current.actor.userId })
  if (response.status < 500) return response
  if (current?.isImpersonated) await db.delete(session).where(eq(session.id, current.id))
  throw createError('UNAUTHORIZED')
}

/** Why a code did not sign in, by the error. */
const FAILURES = {
  INVALID_OTP: 'wrong',
  OTP_EXPIRED: 'expired',
  TOO_MANY_ATTEMPTS: 'attempts',
  BANNED_USER: 'banned',
  signup_disabled: 'closed',
}

/** Tries a code within the guess limits; only a wrong one counts. */
async function guessCode({ cookies, fields }: AuthCall, send: Send): Promise<Response> {
  if (!fields) return send()
  const email = String(fields.email)
  const guess = await recordFailure(email, () =>
    recordRefusal({ email, details: { reason: 'guesses' } }, async () =>
      beginGuess(email, await knownBrowser(cookies, email)),
    ),
  )
  const response = await send().catch(async (error: unknown) => {
    // Nothing was compared: the database did not answer, say, nor may it take the refund.
    await guess.refund().catch(() => undefined)
    throw error
  })
  if (response.ok) {
    await guess.refund()
    return response
  }
  const { code } =
    (await response
      .clone()
      .json()
      .catch(() => null)) ?? {}
  noteFailure(email, code)
  if (code === 'INVALID_OTP') guess.wrong()
  else await guess.refund()
  return response
}

/** Records why a guess failed that was not compared. */
async function recordFailure<T>(email: string, begin: () => Promise<T>): Promise<T> {
  try {
    return await begin()
  } catch (error) {
    if (error instanceof AppError) noteFailure(email, error.code)
    throw error
  }
}

function noteFailure(email: string, code: unknown): void {
  const reason = lookUp<string>(FAILURES, String(code))
  if (reason) recordSecurityEvent('sign_in_failed', { email, details: { how: 'code', reason } })
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

/** Without the cookie of a session that was renewed before, which would undo a sign-in or sign-out. */
function finish(response: Response): Promise<Response> {
  const context = requestContext()
  const name = `${sessionCookieName()}=`
  if (response.headers.getSetCookie().some((line) => line.startsWith(name)))
    context.cookies = context.cookies.filter((line) => !line.startsWith(name))
  return sanitizedResponse(response)
}
