import { and, eq, isNull, sql } from 'drizzle-orm'
import { currentDatabase } from '#db/actor.server.ts'
import { db } from '#db/client.server.ts'
import { idempotencyKey } from '#db/tables/idempotency-key.ts'
import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'

/** Milliseconds that an answer is kept. */
export const RESPONSE_LIFETIME = 24 * 3_600_000
/** Milliseconds after which nobody works on a request any more that has no answer: its server was stopped. */
const CLAIM_LIFETIME = 60_000

/** How a request was answered. */
export interface StoredResponse {
  status: number
  headers: Record<string, string>
  /** JSON; null for none. */
  body: string | null
}

/** A key that is taken for the request at hand. */
export interface Claim {
  /** Keeps its answer, in the transaction at hand where there is one. Throws IDEMPOTENCY_KEY_IN_USE when another request has it meanwhile. */
  keep: (answer: StoredResponse) => Promise<void>
  /** Gives the key back, unless an answer is kept. */
  free: () => Promise<void>
}

/** Seconds after which whoever is sent away may ask again. */
const RETRY_SECONDS = 1
const inUse = () => createError('IDEMPOTENCY_KEY_IN_USE', { retryAfter: RETRY_SECONDS })

/**
 * Takes a person's key for a request, of which `fingerprint` tells whether it is the same. Answers the claim, or the answer
 * that this request got before. Throws IDEMPOTENCY_KEY_REUSED for another request, IDEMPOTENCY_KEY_IN_USE while the first
 * one is under way. Of many at the same moment one gets it.
 */
export async function claimIdempotencyKey(
  userId: string,
  key: string,
  fingerprint: Buffer,
): Promise<Claim | StoredResponse> {
  const at = now()
  const fresh = { fingerprint, status: null, headers: null, body: null, createdAt: at }
  const before = (milliseconds: number): Date => new Date(at.getTime() - milliseconds)
  const { status, createdAt } = idempotencyKey
  const isOver = sql`${createdAt} < ${before(RESPONSE_LIFETIME)} or (${status} is null and ${createdAt} < ${before(CLAIM_LIFETIME)})`
  const taken = await db
    .insert(idempotencyKey)
    .values({ userId, key, ...fresh })
    .onConflictDoUpdate({ target: [idempotencyKey.userId, idempotencyKey.key], set: fresh, setWhere: isOver })
    .returning({ key: idempotencyKey.key })
  const ofKey = and(eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key))
  if (taken.length === 0) return answerOf(ofKey, fingerprint)
  // Whoever takes the key over writes another time.
  const mine = and(ofKey, eq(idempotencyKey.createdAt, at), isNull(idempotencyKey.status))
  return {
    keep: async (answer) => {
      const kept = await currentDatabase()
        .update(idempotencyKey)
        .set({ ...answer })
        .where(mine)
        .returning({ key: idempotencyKey.key })
      if (kept.length === 0) throw inUse()
    },
    free: async () => void (await db.delete(idempotencyKey).where(mine)),
  }
}

async function answerOf(ofKey: ReturnType<typeof and>, fingerprint: Buffer): Promise<StoredResponse> {
  const [there] = await db.select().from(idempotencyKey).where(ofKey)
  // Given back in this moment.
  if (!there) throw inUse()
  if (!there.fingerprint.equals(fingerprint)) throw createError('IDEMPOTENCY_KEY_REUSED')
  if (there.status === null) throw inUse()
  return { status: there.status, headers: there.headers ?? {}, body: there.body }
}
