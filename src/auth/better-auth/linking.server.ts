import { APIError } from 'better-auth/api'
import { and, eq, ne, or } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { account, session, user } from '#db/tables/user.ts'
import { requestContext, type RequestContext } from '#lib/request-context.server.ts'

type Way = NonNullable<RequestContext['way']>

/** Maktaba asks a provider who somebody is, once; it has no use for tokens, and what is not kept cannot be stolen. */
export const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
}

/**
 * Before somebody whose provider has verified `email` signs in as a user who never proved it: whatever else that
 * user had goes, since whoever made it up may not be the owner of the address. `way` is the account that stays.
 */
export async function dropUnverifiedAccounts(userId: string, email: string, way: Way | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ emailVerified: user.emailVerified })
      .from(user)
      .where(and(eq(user.id, userId), eq(user.email, email)))
      .for('update')
    if (!found || found.emailVerified) return
    const isOther = way && or(ne(account.providerId, way.providerId), ne(account.accountId, way.accountId))
    await tx.delete(account).where(and(eq(account.userId, userId), isOther))
    await tx.delete(session).where(eq(session.userId, userId))
    await tx.update(user).set({ emailVerified: true }).where(eq(user.id, userId))
  })
}

/**
 * After a session has begun by a provider: whoever was looked up a moment before the owner of the address came
 * has lost that account meanwhile, and gets no session.
 */
export async function requireLinkedAccount({ id, userId }: { id: string; userId: string }): Promise<void> {
  const { way } = requestContext()
  if (!way) return
  const isIt = and(eq(account.providerId, way.providerId), eq(account.accountId, way.accountId))
  if ((await db.$count(account, and(eq(account.userId, userId), isIt))) > 0) return
  await db.delete(session).where(eq(session.id, id))
  throw new APIError('FORBIDDEN', { code: 'account_not_linked' })
}
