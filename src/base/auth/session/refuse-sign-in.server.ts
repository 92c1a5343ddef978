import { and, eq, gte, isNotNull, or } from 'drizzle-orm'
import { notifyAdminsOfDisputedSignIn } from '#base/auth/admin-notice.server.ts'
import { can } from '#base/auth/permissions.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { forgottenBrowser, signInNotice } from '#base/db/tables/sign-in-notice.ts'
import { session, user } from '#base/db/tables/user.ts'
import { now } from '#base/lib/clock.ts'
import { revokeCardsGivenBy } from '#base/auth/sign-in-card/sign-in-card.server.ts'
import { findNotice, isOpenNotice } from './sign-in-notice.server.ts'

/**
 * Refuses a sign-in in the name of its owner, by the link of the mail; once. Ends the sessions of that browser, removes the
 * passkeys and API keys that it has made since, and sign-in cards given since, and forgets it; all other sessions must reauthenticate. Returns false for a
 * link that does not work. A used one returns true and does nothing.
 */
export async function refuseSignIn(link: string): Promise<boolean> {
  const notice = await findNotice(link)
  if (!notice) return false
  const { id, userId, at } = notice
  const isTheirs = eq(session.userId, userId)
  const person = await db.transaction(async (tx) => {
    const used = await tx.update(signInNotice).set({ refusedAt: now() }).where(isOpenNotice(id)).returning()
    if (used.length === 0) return undefined
    // The browser is found in the notice: the session itself may be over, since it was replaced by another from there.
    const browser = eq(session.browserId, notice.browserId)
    const passkeys = await tx
      .delete(passkey)
      .where(and(eq(passkey.userId, userId), eq(passkey.browserId, notice.browserId), gte(passkey.createdAt, at)))
      .returning({ id: passkey.id })
    await tx
      .delete(apiKey)
      .where(and(eq(apiKey.userId, userId), eq(apiKey.browserId, notice.browserId), gte(apiKey.createdAt, at)))
    await revokeCardsGivenBy(tx, userId, at)
    // A passkey that is removed may have opened a session in yet another browser.
    const byPasskey = passkeys.length > 0 ? and(isNotNull(session.passkeyAt), gte(session.createdAt, at)) : undefined
    await tx.delete(session).where(and(isTheirs, or(eq(session.id, id), browser, byPasskey)))
    await tx.update(session).set({ authenticatedAt: null, passkeyAt: null }).where(isTheirs)
    await tx.insert(forgottenBrowser).values({ browserId: notice.browserId, at: now() }).onConflictDoNothing()
    const [found] = await tx.select().from(user).where(eq(user.id, userId))
    return found
  })
  if (!person) return true
  recordSecurityEvent('sign_in_disowned', { userId })
  if (can(person.role, 'apps:manager')) notifyAdminsOfDisputedSignIn(person)
  return true
}
