import { eq } from 'drizzle-orm'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { session } from '#base/db/tables/user.ts'
import { readCookie, setCookie } from '#base/lib/http/cookie.server.ts'
import { SIGNED_OUT_COOKIE } from '#base/lib/connection/signed-out-mark.ts'

/**
 * Ends the session of a browser whose person has signed out of it while there was no connection, and returns whether it did.
 * The cookie holds the user's id, so that it never ends another user's session; it is deleted with the first answer.
 */
export async function endSignedOut(
  cookieHeader: string | null,
  sessionCookie: string,
  current: { id: string; userId: string; impersonatedBy: string | null } | undefined,
): Promise<boolean> {
  const personId = readCookie(cookieHeader, SIGNED_OUT_COOKIE)
  if (personId === undefined) return false
  const isTheirs = current?.userId === personId
  if (isTheirs) {
    await db.delete(session).where(eq(session.id, current.id))
    setCookie(sessionCookie, '', 0)
    recordSecurityEvent(current.impersonatedBy === null ? 'signed_out' : 'impersonation_ended', {
      userId: personId,
      actorId: current.impersonatedBy ?? personId,
    })
  }
  // After the session: a database that does not answer leaves the mark.
  setCookie(SIGNED_OUT_COOKIE, '', 0)
  return isTheirs
}
