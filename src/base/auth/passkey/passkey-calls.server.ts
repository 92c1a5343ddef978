import { eq } from 'drizzle-orm'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { refuseImpersonation, requireReauthentication } from '#base/auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { session as sessions } from '#base/db/tables/user.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import { notifyOwnerOfPasskey } from './passkey-notice.server.ts'
import { consumeChallenge, requireRoomForPasskey } from './passkey-limits.server.ts'
import { isPasskeyVerified } from './passkey-plugin.server.ts'
import { isFreshFromCard } from '#base/auth/sign-in-card/sign-in-card.server.ts'
import { requirePasskey } from './require-passkey.server.ts'

interface PasskeyCall {
  current: CurrentSession | null
  fields: Record<string, unknown> | undefined
}
type Send = () => Promise<Response>

/** What is done around better-auth's endpoints of passkeys, by path; `send` makes the call. */
export const AROUND_PASSKEYS: Record<string, (call: PasskeyCall, send: Send) => Promise<Response>> = {
  '/passkey/generate-authenticate-options': askForPasskey,
  '/passkey/verify-authentication': usePasskey,
  '/passkey/generate-register-options': offerToAdd,
  '/passkey/verify-registration': addPasskey,
}

/** The challenge to sign in, or to confirm who uses the session: a signed-in user can only use their own passkeys. */
async function askForPasskey({ current }: PasskeyCall, send: Send): Promise<Response> {
  if (current) refuseImpersonation(current)
  await consumeChallenge(current?.user.id)
  const response = await send()
  if (!response.ok) return response
  // The plugin always asks for `userVerification: 'preferred'`.
  const options: Record<string, unknown> = await response.json()
  return jsonLike(response, { ...options, userVerification: 'required' })
}

/** Why a passkey did not sign in, by better-auth's code. */
const FAILURES = { BANNED_USER: 'banned', PASSKEY_NOT_FOUND: 'passkey', AUTHENTICATION_FAILED: 'passkey' }

/** Signs in by a passkey; in a session of the same user it takes its place, with a new token. */
async function usePasskey({ current, fields }: PasskeyCall, send: Send): Promise<Response> {
  if (current) refuseImpersonation(current)
  const response = await send()
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return jsonLike(response, { user: { id: answer.user?.id } })
  const reason = lookUp<string>(FAILURES, String(answer.code))
  if (reason) {
    const userId = await ownerOf(fields?.response)
    recordSecurityEvent('sign_in_failed', { userId, details: { how: 'passkey', reason } })
  }
  if (answer.code === 'CHALLENGE_NOT_FOUND') throw createError('PASSKEY_EXPIRED')
  if (answer.code === 'AUTHENTICATION_FAILED')
    throw createError(isPasskeyVerified() ? 'UNKNOWN_ERROR' : 'PASSKEY_FAILED')
  return jsonLike(response, answer)
}

async function ownerOf(response: unknown): Promise<string | undefined> {
  const id = typeof response === 'object' && response !== null && 'id' in response ? String(response.id) : ''
  const [row] = await db.select({ userId: passkey.userId }).from(passkey).where(eq(passkey.credentialID, id))
  return row?.userId
}

/**
 * Who may add a passkey: an onboarded user, not while impersonated, reauthenticated in the last ten minutes, or signed in
 * by a card, which people without mail have instead. Where REQUIRE_PASSKEY demands
 * one and the user has some, one of them must have been used: a lost one is removed first, which all admins are told of.
 */
async function requireMayAdd(current: CurrentSession | null): Promise<CurrentSession> {
  if (!current) throw createError('UNAUTHORIZED')
  if (!current.user.onboardedAt) throw createError('NOT_ONBOARDED')
  refuseImpersonation(current)
  if ((await db.$count(passkey, eq(passkey.userId, current.user.id))) > 0) requirePasskey(current)
  if (!(await isFreshFromCard(current.id))) requireReauthentication(current)
  await requireRoomForPasskey(current.user.id)
  return current
}

async function offerToAdd({ current }: PasskeyCall, send: Send): Promise<Response> {
  const { user } = await requireMayAdd(current)
  await consumeChallenge(user.id)
  const response = await send()
  if (!response.ok) return response
  const options: Record<string, unknown> = await response.json()
  // Devices show both names: the plugin has the library's name of the start, and a placeholder for no address.
  const { name } = inForce()
  const shown = { name: user.email ?? user.name, displayName: user.name }
  return jsonLike(response, {
    ...options,
    user: { ...Object(options.user), ...shown },
    ...(name !== null && { rp: { ...Object(options.rp), name } }),
  })
}

async function addPasskey({ current }: PasskeyCall, send: Send): Promise<Response> {
  const { id: sessionId, user } = await requireMayAdd(current)
  const response = await send()
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) {
    if (answer.code === 'CHALLENGE_NOT_FOUND') throw createError('PASSKEY_EXPIRED')
    // better-auth answers 500 for a passkey of which it cannot read some part.
    if (answer.code === 'FAILED_TO_VERIFY_REGISTRATION' && !isPasskeyVerified()) throw createError('PASSKEY_FAILED')
    return jsonLike(response, answer)
  }
  const id = String(answer.id)
  // Making the passkey has proven that the user holds it.
  const [made] = await db
    .update(sessions)
    .set({ passkeyAt: now() })
    .where(eq(sessions.id, sessionId))
    .returning({ browserId: sessions.browserId, cardAt: sessions.cardAt })
  await db
    .update(passkey)
    .set({ browserId: made?.browserId ?? null, cardAt: made?.cardAt ?? null })
    .where(eq(passkey.id, id))
  recordSecurityEvent('passkey_added', { userId: user.id })
  await notifyOwnerOfPasskey(user.id, 'added')
  return jsonLike(response, { id })
}

/** The same response with another body. */
function jsonLike({ status, headers }: Response, body: unknown): Response {
  const rewritten = new Headers(headers)
  rewritten.delete('content-length')
  return new Response(JSON.stringify(body), { status, headers: rewritten })
}
