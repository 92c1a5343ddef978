import { APIError } from 'better-auth/api'
import { and, eq } from 'drizzle-orm'
import { endWaysIn } from '#base/auth/ways-in/end-ways-in.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { account, session, user } from '#base/db/tables/user.ts'
import { requestContext, type RequestContext } from '#base/lib/http/request-context.server.ts'

interface ProviderAccount {
  providerId: string
  accountId: string
}

// The account that signs in with a request: better-auth's hooks get no common value, and only this file uses it.
const providerAccounts = new WeakMap<RequestContext, ProviderAccount>()

/** Remembers which account of a provider signs in with this request, for `requireLinkedAccount`. */
export function rememberProviderAccount(providerAccount: ProviderAccount): void {
  providerAccounts.set(requestContext(), providerAccount)
}

/** Provider tokens are never stored: Maktaba only asks who signs in, and what is not stored cannot be stolen. */
export const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
}

/**
 * Before a provider that has verified `email` signs in a user with that address unverified: ends every other way in, since
 * another person may have used the address before. Keeps the account that signs in.
 */
export async function dropUnverifiedAccounts(userId: string, email: string): Promise<void> {
  const keep = providerAccounts.get(requestContext())
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ emailVerified: user.emailVerified })
      .from(user)
      .where(and(eq(user.id, userId), eq(user.email, email)))
      .for('update')
    if (!found || found.emailVerified) return
    await endWaysIn(tx, 'address', userId, { account: keep })
    await tx.update(user).set({ emailVerified: true }).where(eq(user.id, userId))
  })
}

/**
 * After a provider has created a session: deletes it and throws FORBIDDEN if a concurrent `dropUnverifiedAccounts` has
 * removed the linked account.
 */
export async function requireLinkedAccount({ id, userId }: { id: string; userId: string }): Promise<void> {
  const providerAccount = providerAccounts.get(requestContext())
  if (!providerAccount) return
  const isLinked = and(
    eq(account.providerId, providerAccount.providerId),
    eq(account.accountId, providerAccount.accountId),
  )
  if ((await db.$count(account, and(eq(account.userId, userId), isLinked))) > 0) return
  await db.delete(session).where(eq(session.id, id))
  throw new APIError('FORBIDDEN', { code: 'account_not_linked' })
}
