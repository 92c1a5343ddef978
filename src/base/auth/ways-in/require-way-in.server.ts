import { eq } from 'drizzle-orm'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { db } from '#base/db/connection/client.server.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { session, type user } from '#base/db/tables/user.ts'
import { createError } from '#base/errors/create-error.server.ts'

/** The paths of better-auth that sign in. */
export const SIGN_IN_PATHS = {
  code: '/sign-in/email-otp',
  card: '/sign-in/card',
  passkey: '/passkey/verify-authentication',
  demo: '/sign-in/demo',
  setup: '/sign-in/setup',
  restore: '/sign-in/restore',
} as const

interface SignIn {
  sessionId: string
  path: string
  body: unknown
  /** The user as stored after the session was made; undefined for a deleted user. */
  person: typeof user.$inferSelect | undefined
}

/**
 * After a session was made: deletes it and throws if what opened it has ended while it was being made, by a ban, a new
 * address or the removal of the passkey. BANNED_USER, UNAUTHORIZED. A card is checked by `bindCard`.
 */
export async function requireWayIn({ sessionId, path, body, person }: SignIn): Promise<void> {
  const isOver = person === undefined || !(await isStillOpen(path, body, person))
  if (!isOver && !isBanned(person)) return
  await db.delete(session).where(eq(session.id, sessionId))
  throw createError(isOver ? 'UNAUTHORIZED' : 'BANNED_USER')
}

/** The id of the passkey in a body of better-auth; empty without one. */
function credentialOf(body: unknown): string {
  const { response } = { response: undefined, ...Object(body) }
  return String({ id: '', ...Object(response) }.id)
}

/** When the sign-in card was used from whose session a passkey was added; null for another one. */
export async function cardOfPasskey(body: unknown): Promise<Date | null> {
  const [row] = await db
    .select({ cardAt: passkey.cardAt })
    .from(passkey)
    .where(eq(passkey.credentialID, credentialOf(body)))
  return row?.cardAt ?? null
}

async function isStillOpen(path: string, body: unknown, { email }: typeof user.$inferSelect): Promise<boolean> {
  if (path === SIGN_IN_PATHS.code) return { email: '', ...Object(body) }.email === email
  if (path !== SIGN_IN_PATHS.passkey) return true
  return (await db.$count(passkey, eq(passkey.credentialID, credentialOf(body)))) > 0
}
