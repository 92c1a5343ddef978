import { notifyAdminsOfLostPasskey } from '#base/auth/admin-notice.server.ts'
import { can } from '#base/auth/permissions.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { requireReauthentication } from '#base/auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { endWaysIn } from '#base/auth/ways-in/end-ways-in.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { notifyOwnerOfPasskey } from './passkey-notice.server.ts'

/**
 * Removes all passkeys of a user who has lost them: a code by mail, entered in the last ten minutes, is enough for that,
 * else SESSION_EXPIRED. A person who can read an admin's mail can get around REQUIRE_PASSKEY by it, so all other admins are
 * told.
 */
export async function removePasskeysOf(session: CurrentSession): Promise<void> {
  requireReauthentication(session)
  const { user } = session
  const { passkeys = 0 } = await db.transaction((tx) => endWaysIn(tx, 'lostPasskeys', user.id))
  if (passkeys === 0) return
  recordSecurityEvent('passkey_removed', { userId: user.id, details: { lost: passkeys } })
  if (can(user.role, 'apps:manager')) notifyAdminsOfLostPasskey(user)
  await notifyOwnerOfPasskey(user.id, 'removed')
}
