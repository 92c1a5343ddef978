import { and, eq, isNull, sql } from 'drizzle-orm'
import { currentDatabase } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { idempotencyKey } from '#base/db/tables/idempotency-key.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'

/** Milliseconds that a response is stored. */
export const RESPONSE_LIFETIME = 24 * 3_600_000
/** Milliseconds after which a claim without a response is abandoned: its server was killed, or it would have renewed it. */
const CLAIM_LIFETIME = 60_000
const RENEWED_EVERY = CLAIM_LIFETIME / 3

/** The response of a request. */
export interface StoredResponse {
  status: number
  headers: Record<string, string>
  /** JSON; null for an empty body. */
  body: string | null
}

/** A key that is claimed by the current request. */
export interface Claim {
  /** Stores the response, in the current transaction if any. Throws IDEMPOTENCY_KEY_IN_USE if another took over. */
  store: (answer: StoredResponse) => Promise<void>
  /** Releases the key unless a response is stored. */
  release: () => Promise<void>
}

/** Seconds after which a refused client may retry. */
const RETRY_SECONDS = 1
const inUse = () => createError('IDEMPOTENCY_KEY_IN_USE', { retryAfter: RETRY_SECONDS })

/**
 * Claims a user's key for a request, identified by `fingerprint`. Returns the claim, or the stored response of the same
 * request. Throws IDEMPOTENCY_KEY_REUSED for another request, IDEMPOTENCY_KEY_IN_USE while the first one is running. Of
 * concurrent requests one gets the claim.
 */
export async function claimIdempotencyKey(
  userId: string,
  key: string,
  fingerprint: Buffer,
): Promise<Claim | StoredResponse> {
  const at = now()
  const claim = { fingerprint, status: null, headers: null, body: null, createdAt: at }
  const before = (milliseconds: number): Date => new Date(at.getTime() - milliseconds)
  const { status, createdAt } = idempotencyKey
  const isExpired = sql`${createdAt} < ${before(RESPONSE_LIFETIME)} or (${status} is null and ${createdAt} < ${before(CLAIM_LIFETIME)})`
  const claimed = await db
    .insert(idempotencyKey)
    .values({ userId, key, ...claim })
    .onConflictDoUpdate({ target: [idempotencyKey.userId, idempotencyKey.key], set: claim, setWhere: isExpired })
    .returning({ key: idempotencyKey.key })
  const ofKey = and(eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key))
  if (claimed.length === 0) return answerOf(ofKey, fingerprint)
  // A request that takes the key over writes another `createdAt`.
  let claimedAt = at
  const ownClaim = () => and(ofKey, eq(idempotencyKey.createdAt, claimedAt), isNull(idempotencyKey.status))
  const renew = async () => {
    const values = { createdAt: now() }
    const renewed = await db.update(idempotencyKey).set(values).where(ownClaim()).returning({ key: idempotencyKey.key })
    if (renewed.length > 0) claimedAt = values.createdAt
  }
  // A large import may take longer than a claim lives.
  let renewing = Promise.resolve()
  const renewal = setInterval(() => (renewing = renew().catch(() => undefined)), RENEWED_EVERY).unref()
  const stopRenewing = () => {
    clearInterval(renewal)
    return renewing
  }
  return {
    store: async (answer) => {
      await stopRenewing()
      const updated = await currentDatabase()
        .update(idempotencyKey)
        .set({ ...answer })
        .where(ownClaim())
        .returning({ key: idempotencyKey.key })
      if (updated.length === 0) throw inUse()
    },
    release: async () => {
      await stopRenewing()
      await db.delete(idempotencyKey).where(ownClaim())
    },
  }
}

async function answerOf(ofKey: ReturnType<typeof and>, fingerprint: Buffer): Promise<StoredResponse> {
  const [row] = await db.select().from(idempotencyKey).where(ofKey)
  // The key was released meanwhile.
  if (!row) throw inUse()
  if (!row.fingerprint.equals(fingerprint)) throw createError('IDEMPOTENCY_KEY_REUSED')
  if (row.status === null) throw inUse()
  return { status: row.status, headers: row.headers ?? {}, body: row.body }
}
