import { getAuthenticatorName } from '@better-auth/passkey'
import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { removePasskeysOf } from '#base/auth/passkey/lost-passkey.server.ts'
import { PASSKEY_LIMIT } from '#base/auth/passkey/passkey-limits.server.ts'
import { notifyOwnerOfPasskey } from '#base/auth/passkey/passkey-notice.server.ts'
import { requirePasskey } from '#base/auth/passkey/require-passkey.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { requireReauthentication } from '#base/auth/session/reauthentication.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { passkey, passkeyOffer } from '#base/db/tables/passkey.ts'
import { env } from '#base/env/env.server.ts'
import { now } from '#base/lib/clock.ts'
import { requireRow } from '#base/rpc/not-found.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { passkeyIdSchema, passkeyListSchema, passkeyRenameSchema } from './passkey.schema.ts'

/** The user's own passkeys, newest first. IMPERSONATING. */
const list = procedure('own', { takenBack: 'nothing', isMyself: true })
  .output(passkeyListSchema)
  .handler(async ({ context: { session } }) => {
    const rows = await db
      .select()
      .from(passkey)
      .where(eq(passkey.userId, session.user.id))
      .orderBy(desc(passkey.createdAt), desc(passkey.id))
    const items = rows.map(({ id, name, aaguid, deviceType, createdAt, lastUsedAt }) => ({
      id,
      name,
      keeper: getAuthenticatorName(aaguid) ?? null,
      isSynced: deviceType === 'multiDevice',
      createdAt,
      lastUsedAt,
    }))
    return { items, isFull: items.length >= PASSKEY_LIMIT }
  })

/** Names one of the user's own passkeys; NOT_FOUND for any other. IMPERSONATING. */
const rename = procedure('own', { takenBack: 'again', isMyself: true })
  .input(passkeyRenameSchema)
  .handler(async ({ input: { id, name }, context: { session } }) => {
    const isOwn = and(eq(passkey.id, id), eq(passkey.userId, session.user.id))
    requireRow(await db.update(passkey).set({ name }).where(isOwn).returning({ id: passkey.id }))
  })

/**
 * Removes one of the user's own passkeys; NOT_FOUND for any other. SESSION_EXPIRED unless confirmed in the last ten
 * minutes, so that a stolen session cannot shut its owner out; PASSKEY_REQUIRED, IMPERSONATING.
 */
const remove = procedure('own', { takenBack: 'again', isMyself: true })
  .input(passkeyIdSchema)
  .handler(async ({ input: { id }, context: { session } }) => {
    requirePasskey(session)
    requireReauthentication(session)
    const isOwn = and(eq(passkey.id, id), eq(passkey.userId, session.user.id))
    requireRow(await db.delete(passkey).where(isOwn).returning({ id: passkey.id }))
    recordSecurityEvent('passkey_removed', { userId: session.user.id })
    await notifyOwnerOfPasskey(session.user.id, 'removed')
  })

/** Removes all of the user's own passkeys, which are lost; all admins are told if the user manages. SESSION_EXPIRED, IMPERSONATING. */
const removeLost = procedure('own', { takenBack: 'again', isMyself: true }).handler(({ context: { session } }) =>
  removePasskeysOf(session),
)

/** Whether to offer a passkey to a manager: who has none, and has not dismissed the offer. IMPERSONATING. */
const isOffered = procedure('apps:manager', { takenBack: 'nothing', isMyself: true })
  .output(z.boolean())
  .handler(async ({ context: { session } }) => {
    if (env().passkeySite === undefined) return false
    const { id } = session.user
    const had = await db.$count(passkey, eq(passkey.userId, id))
    return had === 0 && (await db.$count(passkeyOffer, eq(passkeyOffer.userId, id))) === 0
  })

/** Dismisses the offer of a first passkey for good. IMPERSONATING. */
const dismissOffer = procedure('apps:manager', { takenBack: 'nothing', isMyself: true }).handler(
  async ({ context: { session } }) => {
    await db.insert(passkeyOffer).values({ userId: session.user.id, dismissedAt: now() }).onConflictDoNothing()
  },
)

export const passkeyRouter = { list, rename, remove, removeLost, isOffered, dismissOffer }
