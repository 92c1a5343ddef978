import { and, eq, inArray, ne } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { session } from '#base/db/tables/user.ts'
import { currentSession } from './session.server.ts'

/**
 * Deletes the earlier session of a browser that signs in again, as the same or another user, and with it an
 * impersonator's session: its cookie is overwritten, so it could no longer be signed out, while a copy of the cookie
 * would work for 30 days.
 */
export async function endPreviousSession(newSessionId: string, cookies: string | null): Promise<void> {
  const previous = await currentSession(cookies)
  if (!previous) return
  const impersonators = db
    .select({ id: session.impersonatorSessionId })
    .from(session)
    .where(eq(session.id, previous.id))
  await db.delete(session).where(and(inArray(session.id, impersonators), ne(session.id, newSessionId)))
  await db.delete(session).where(and(eq(session.id, previous.id), ne(session.id, newSessionId)))
}
