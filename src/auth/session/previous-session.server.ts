import { and, eq, inArray, ne } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { session } from '#db/tables/user.ts'
import { currentSession } from './session.server.ts'

/**
 * Ends the earlier session of a browser that has signed in again, as the same or another user: its cookie is overwritten,
 * so it could not be signed out of any more, while a copy of the cookie would work for 30 days. After an impersonation the
 * impersonator's own session ends too.
 */
export async function endPreviousSession(freshId: string, cookies: string | null): Promise<void> {
  const before = await currentSession(cookies)
  if (!before) return
  const impersonators = db.select({ id: session.impersonatorSessionId }).from(session).where(eq(session.id, before.id))
  await db.delete(session).where(and(inArray(session.id, impersonators), ne(session.id, freshId)))
  await db.delete(session).where(and(eq(session.id, before.id), ne(session.id, freshId)))
}
