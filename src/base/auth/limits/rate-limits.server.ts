import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { requestClientKey } from '#base/lib/http/request-context.server.ts'
import { limitRefused } from '#base/lib/telemetry.server.ts'
import { FairTurns } from '#base/db/connection/fair-turns.ts'
import { newId } from '#base/lib/id.ts'

/** At most `max` hits in `seconds`. */
interface Window {
  max: number
  seconds: number
}

export interface Limit {
  /** What is counted and for whom, such as `code:client:192.0.2.7`. */
  key: string
  windows: readonly Window[]
}

/** Takes back the hits of the given keys, or of all. */
export type Refund = (...keys: string[]) => Promise<void>

/** No window is longer; the clean-up deletes older hits. */
export const LONGEST_WINDOW_SECONDS = 24 * 3600

/** Waiting for the lock of a key occupies a connection: of a thousand guesses at once few may do so. */
const turns = new FairTurns({ max: 3, maxOfOne: 2, maxWaiting: 2000, patience: 15_000 })

/**
 * Counts one action against all its limits before it runs, so that concurrent actions cannot exceed them. Throws
 * TOO_MANY_REQUESTS with the seconds to wait, and then counts nothing. Returns the refund of the given keys, or of all.
 */
export async function consumeLimits(limits: readonly Limit[]): Promise<Refund> {
  const at = now()
  const hits = limits.map(({ key }) => ({ id: newId(), key, at }))
  await turns.run(
    requestClientKey(),
    () =>
      db.transaction(async (tx) => {
        // Locks in the same order everywhere, to avoid deadlocks.
        for (const { key } of hits.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
          await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
        let wait = 0
        for (const { key, windows } of limits) {
          const waits = []
          for (const window of windows) waits.push(await secondsUntilFree(tx, key, window, at))
          const longest = Math.max(0, ...waits)
          if (longest > 0) limitRefused.publish({ limit: kindOf(key) })
          wait = Math.max(wait, longest)
        }
        if (wait > 0) throw createError('TOO_MANY_REQUESTS', { retryAfter: wait })
        if (hits.length > 0) await tx.insert(limitHit).values(hits)
      }),
    () => createError('TEMPORARILY_UNAVAILABLE', { retryAfter: 5 }),
  )
  return async (...keys) => {
    const ids = hits.filter(({ key }) => keys.length === 0 || keys.includes(key)).map(({ id }) => id)
    if (ids.length > 0) await db.delete(limitHit).where(inArray(limitHit.id, ids))
  }
}

/** What a key counts, without for whom: `code:client` of `code:client:192.0.2.7`. */
const kindOf = (key: string): string => key.split(':', 2).join(':')

/** What a counted action returns, or the refusal of its limits. */
export async function refusalOf<T>(consume: () => Promise<T>): Promise<{ value: T } | { refusal: AppError }> {
  try {
    return { value: await consume() }
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return { refusal: error }
    throw error
  }
}

/** Seconds until a window has room, 0 if it has: until its `max`th newest hit leaves it. */
async function secondsUntilFree(tx: Queryable, key: string, { max, seconds }: Window, at: Date): Promise<number> {
  const [blocking] = await tx
    .select({ at: limitHit.at })
    .from(limitHit)
    .where(and(eq(limitHit.key, key), gt(limitHit.at, new Date(at.getTime() - seconds * 1000))))
    .orderBy(desc(limitHit.at))
    .offset(max - 1)
    .limit(1)
  return blocking ? Math.max(1, Math.ceil((blocking.at.getTime() - at.getTime()) / 1000 + seconds)) : 0
}
