import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { sortedScopes } from '#base/auth/api-key/key-scope.schema.ts'
import { createKey } from '#base/auth/api-key/api-key.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { requireReauthentication } from '#base/auth/session/reauthentication.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { session as sessions, user } from '#base/db/tables/user.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { mailIn } from '#base/mail/mail.server.ts'
import { keyCreatedMail } from '#base/mail/notices.server.ts'
import { requireRow } from '#base/rpc/not-found.server.ts'
import { procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import { scopesText } from './api-key-words.ts'
import {
  apiKeyIdSchema,
  apiKeyInputSchema,
  apiKeySchema,
  KEY_LIMIT,
  madeKeySchema,
  type ApiKey,
} from './api-key.schema.ts'

const DAY = 86_400_000

const shown = {
  id: apiKey.id,
  name: apiKey.name,
  prefix: apiKey.prefix,
  scopes: apiKey.scopes,
  createdAt: apiKey.createdAt,
  lastUsedAt: apiKey.lastUsedAt,
  expiresAt: apiKey.expiresAt,
}

/** The user's own keys, newest first. IMPERSONATING. */
const list = procedure('apps:manager', { takenBack: 'nothing', isMyself: true })
  .output(z.array(apiKeySchema))
  .handler(({ context }) =>
    db
      .select(shown)
      .from(apiKey)
      .where(eq(apiKey.userId, context.session.user.id))
      .orderBy(desc(apiKey.createdAt), desc(apiKey.id)),
  )

/**
 * Creates a key and returns it, once; its owner is notified by mail. A scope that the user lacks is refused like the
 * operation itself. SESSION_EXPIRED unless reauthenticated in the last ten minutes, so that a stolen session cannot
 * create a key that outlives it; API_KEY_LIMIT, IMPERSONATING.
 */
const create = procedure('apps:manager', { takenBack: 'again', isMyself: true })
  .input(apiKeyInputSchema)
  .output(madeKeySchema)
  .handler(async ({ input: { name, scopes, days }, context: { session } }) => {
    for (const scope of scopes) requireAccess(session, scope)
    requireReauthentication(session)
    const { key, hash, prefix } = createKey()
    const createdAt = now()
    const values = { userId: session.user.id, name, prefix, hash, scopes: sortedScopes(scopes), createdAt }
    const [made, owner] = await db.transaction(async (tx) => {
      // Locks the user, so that concurrent requests cannot exceed the limit.
      const [locked] = await tx
        .select({ email: user.email, language: user.language })
        .from(user)
        .where(eq(user.id, session.user.id))
        .for('update')
      // A session that ended while this waited must not leave a key behind.
      const [current] = await tx
        .select({ browserId: sessions.browserId })
        .from(sessions)
        .where(eq(sessions.id, session.id))
      if (!locked || !current) throw createError('UNAUTHORIZED')
      if ((await tx.$count(apiKey, eq(apiKey.userId, session.user.id))) >= KEY_LIMIT) throw createError('API_KEY_LIMIT')
      const row = { ...values, ...current, expiresAt: new Date(createdAt.getTime() + days * DAY) }
      return [requireRow(await tx.insert(apiKey).values(row).returning(shown)), locked] as const
    })
    recordSecurityEvent('key_made', { userId: session.user.id, details: { key: made.prefix } })
    await notifyOwner(owner, made)
    return { ...made, key }
  })

/**
 * Mails the owner of a new key in their last known language, since the session may have been stolen. The key exists
 * even if the mail fails: a failure is logged.
 */
async function notifyOwner(
  { email, language }: { email: string | null; language: string | null },
  made: ApiKey,
): Promise<void> {
  if (email === null) return
  const { name, scopes, expiresAt } = made
  const mailed = () => keyCreatedMail(email, { name, scopes: scopesText(scopes), expiresAt })
  try {
    await mailIn(language, mailed)
  } catch (error) {
    requestContext().log.error({ err: error }, 'The owner could not be notified of a new API key')
  }
}

/** Revokes one of the user's own keys; NOT_FOUND for any other. IMPERSONATING. */
const revoke = procedure('apps:manager', { takenBack: 'again', isMyself: true })
  .input(apiKeyIdSchema)
  .handler(async ({ input, context: { session } }) => {
    const isOwn = and(eq(apiKey.id, input.id), eq(apiKey.userId, session.user.id))
    const { prefix } = requireRow(await db.delete(apiKey).where(isOwn).returning({ prefix: apiKey.prefix }))
    recordSecurityEvent('key_revoked', { userId: session.user.id, details: { key: prefix } })
  })

export const apiKeyRouter = { list, create, revoke }
