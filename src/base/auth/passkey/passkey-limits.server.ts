import { eq } from 'drizzle-orm'
import { clientNetwork, MINUTE_SECONDS } from '#base/auth/limits/code-limits.server.ts'
import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'

/** Passkeys that a user may have. */
export const PASSKEY_LIMIT = 20
/** Ceremonies that a signed-in user may begin in ten minutes. */
const PER_USER = 60

const windows = (max: number) => [{ max, seconds: 10 * MINUTE_SECONDS }]

/** Throws PASSKEY_LIMIT if the user has as many passkeys as allowed. */
export async function requireRoomForPasskey(userId: string): Promise<void> {
  if ((await db.$count(passkey, eq(passkey.userId, userId))) >= PASSKEY_LIMIT) throw createError('PASSKEY_LIMIT')
}

/**
 * Counts a challenge, which is stored: one limit for each user, and one for each network of visitors, whose login pages
 * ask for a challenge each. No guess at a signature can succeed, so there is no other limit. Throws TOO_MANY_REQUESTS.
 */
export async function consumeChallenge(userId: string | undefined): Promise<void> {
  await consumeLimits([
    userId === undefined
      ? { key: `passkey:client:${clientNetwork()}`, windows: windows(env().codesPerClient) }
      : { key: `passkey:user:${userId}`, windows: windows(PER_USER) },
  ])
}
