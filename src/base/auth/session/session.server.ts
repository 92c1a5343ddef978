import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { ActingUser } from '#base/db/actor.server.ts'
import { db, readDb } from '#base/db/connection/client.server.ts'
import { prepared } from '#base/db/connection/prepared.server.ts'
import { readWithoutPrimary } from '#base/db/replica/replica.server.ts'
import { session, user } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { now } from '#base/lib/clock.ts'
import { readCookie, setCookie } from '#base/lib/http/cookie.server.ts'
import { oncePerRequest, requestContext } from '#base/lib/http/request-context.server.ts'
import { can } from '#base/auth/permissions.ts'
import { isBanned } from './ban.schema.ts'
import { effectiveRole } from './effective-role.server.ts'
import { endSignedOut } from './signed-out-mark.server.ts'
import { SESSION_SECONDS, SESSION_UPDATE_SECONDS } from './session-times.ts'
import { authSecret } from '#base/env/secret.server.ts'

type SessionUser = Pick<typeof user.$inferSelect, 'id' | 'name' | 'email' | 'emailVerified' | 'role' | 'onboardedAt'>
export interface CurrentSession {
  id: string
  createdAt: Date
  expiresAt: Date
  /** When a code or a passkey last authenticated who uses this session. */
  authenticatedAt: Date | null
  /** When a passkey opened or confirmed this session. */
  passkeyAt: Date | null
  /** When the sign-in card was used by which its holder came in; null for another way. */
  cardAt: Date | null
  /** Whether a manager impersonates the user. */
  isImpersonated: boolean
  /** The permissions of an API key, which apply in addition to those of its owner's role. */
  scopes?: ReadonlySet<string>
  /** Who is recorded for changes in this session: in an impersonation, the impersonator in the name of the user. */
  actor: ActingUser
  user: SessionUser
}

/** Name of the session's cookie, as better-auth sets it. */
export const sessionCookieName = (): string =>
  `${env().baseUrl.startsWith('https:') ? '__Secure-' : ''}better-auth.session_token`

/** The session of the current request, looked up once; null when signed out. */
export const currentSession = oncePerRequest(findSession)

/**
 * Looks a session up by its cookie: checks the HMAC, then runs one prepared query, so that a ban, a role change and a
 * revocation take effect at once; without a primary the replica is asked. Renews session and cookie once a day, as better-auth
 * does.
 */
async function findSession(cookieHeader: string | null): Promise<CurrentSession | null> {
  const token = readToken(cookieHeader)
  const { row, isAtPrimary } = await rowOf(token)
  if (await endSignedOut(cookieHeader, sessionCookieName(), row)) return null
  const at = now()
  if (!row || row.expiresAt <= at || isBanned(row, at)) return null
  if (row.impersonatedBy !== null && !(await mayImpersonate(row.impersonatedBy, row.role, at))) {
    // For good: otherwise it would go on when the impersonator may do it again.
    await db.delete(session).where(eq(session.id, row.id))
    return null
  }
  const { id, createdAt, authenticatedAt, passkeyAt, cardAt, userId, name, email, emailVerified, onboardedAt } = row
  const role = await effectiveRole(row.role)
  const isImpersonated = row.impersonatedBy !== null
  const isDue = row.expiresAt.getTime() - (SESSION_SECONDS - SESSION_UPDATE_SECONDS) * 1000 <= at.getTime()
  const expiresAt = isDue && !isImpersonated && isAtPrimary ? await renew(row, at, cookieHeader) : row.expiresAt
  const person = { id: userId, name, email, emailVerified, role, onboardedAt }
  const context = requestContext()
  context.clientKey = `user:${userId}`
  context.caller = { userId, sessionId: id, isManager: can(role, 'apps:manager') }
  const actor = row.impersonatedBy === null ? { userId } : { userId: row.impersonatedBy, inNameOf: userId }
  return { id, createdAt, expiresAt, authenticatedAt, passkeyAt, cardAt, isImpersonated, actor, user: person }
}

const rowOf = (token: string | undefined) =>
  readWithoutPrimary(async () => {
    const [row] = token === undefined ? [] : await sessionByToken().execute({ token })
    return { row, isAtPrimary: readDb() === db }
  })

/** Whether the impersonator may still impersonate: not if banned, demoted or deleted, and never another admin. */
async function mayImpersonate(userId: string, role: string, at: Date): Promise<boolean> {
  if (can(role, 'user:impersonate')) return false
  const [impersonator] = await db
    .select({ role: user.role, banned: user.banned, banExpires: user.banExpires })
    .from(user)
    .where(eq(user.id, userId))
  return impersonator !== undefined && !isBanned(impersonator, at) && can(impersonator.role, 'user:impersonate')
}

interface RenewableSession {
  id: string
  userId: string
  language: string | null
}

/** Renews a session and its cookie, and updates the user's language. */
async function renew({ id, userId, language }: RenewableSession, at: Date, cookieHeader: string | null): Promise<Date> {
  const expiresAt = new Date(at.getTime() + SESSION_SECONDS * 1000)
  await db.update(session).set({ expiresAt, updatedAt: at }).where(eq(session.id, id))
  if (language !== getLocale()) await db.update(user).set({ language: getLocale() }).where(eq(user.id, userId))
  const name = sessionCookieName()
  setCookie(name, readCookie(cookieHeader, name) ?? '', SESSION_SECONDS)
  return expiresAt
}

const sessionByToken = prepared((database) =>
  database
    .select({
      id: session.id,
      expiresAt: session.expiresAt,
      createdAt: session.createdAt,
      impersonatedBy: session.impersonatedBy,
      authenticatedAt: session.authenticatedAt,
      passkeyAt: session.passkeyAt,
      cardAt: session.cardAt,
      userId: user.id,
      name: user.name,
      email: user.email,
      emailVerified: user.emailVerified,
      role: user.role,
      onboardedAt: user.onboardedAt,
      language: user.language,
      banned: user.banned,
      banExpires: user.banExpires,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.token, sql.placeholder('token')))
    .prepare('session_by_token'),
)

/** The token of a session cookie with a valid signature; undefined otherwise. */
export function readToken(cookieHeader: string | null): string | undefined {
  const signed = readCookie(cookieHeader, sessionCookieName())
  if (signed === undefined) return undefined
  let value: string
  try {
    value = decodeURIComponent(signed)
  } catch {
    return undefined
  }
  const dot = value.lastIndexOf('.')
  if (dot < 1) return undefined
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', authSecret()).update(token).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}
