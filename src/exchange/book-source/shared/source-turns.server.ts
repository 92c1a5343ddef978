import { eq, sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { db } from '#base/db/connection/client.server.ts'
import { lookupSource } from '#base/db/tables/lookup.ts'
import { now } from '#base/lib/clock.ts'
import type { LookupSource } from '#base/lib/lookup-sources.ts'

/** Milliseconds between two questions to a source. Open Library allows one a second; the libraries name no number. */
const INTERVALS: Record<LookupSource, number> = { dnb: 500, bnf: 500, k10plus: 500, openlibrary: 1000 }

const LONGEST_BACKOFF_SECONDS = 600
/** A longer `Retry-After` counts as this, so that no answer can switch a source off for good. */
const LONGEST_PAUSE_SECONDS = 24 * 3600

const later = (milliseconds: number): Date => new Date(now().getTime() + milliseconds)

/**
 * Waits until a source may be asked, at most `milliseconds`: all processes of a library share its turns. Returns the
 * seconds until then where that is too long; then no turn is taken.
 */
export async function takeTurn(source: LookupSource, milliseconds: number): Promise<number | undefined> {
  const interval = sql`make_interval(secs => ${INTERVALS[source] / 1000})`
  const [turn] = await db
    .insert(lookupSource)
    .values({ source, freeAt: later(INTERVALS[source]) })
    .onConflictDoUpdate({
      target: lookupSource.source,
      set: { freeAt: sql`greatest(${lookupSource.freeAt}, ${now()}) + ${interval}` },
      setWhere: sql`${lookupSource.freeAt} <= ${later(milliseconds)}`,
    })
    .returning()
  if (!turn) return Math.max(1, Math.ceil(((await freeAgain(source)).getTime() - now().getTime()) / 1000))
  await sleep(Math.max(0, turn.freeAt.getTime() - INTERVALS[source] - now().getTime()))
  return undefined
}

/** When a source may be asked again. */
export async function freeAgain(source: LookupSource): Promise<Date> {
  const [turn] = await db.select().from(lookupSource).where(eq(lookupSource.source, source))
  return turn?.freeAt ?? now()
}

/** Remembers that a source has answered. */
export const noteSuccess = (source: LookupSource) =>
  db
    .update(lookupSource)
    .set({ failures: 0 })
    .where(sql`${lookupSource.source} = ${source} and ${lookupSource.failures} > 0`)

/**
 * Remembers that a source has failed, and does not ask it for the seconds that it says; else for 2, and twice as long
 * with each further failure, up to ten minutes.
 */
export async function noteFailure(source: LookupSource, retryAfter?: number): Promise<void> {
  const seconds =
    retryAfter === undefined
      ? sql`least(${LONGEST_BACKOFF_SECONDS}::integer, power(2, least(${lookupSource.failures} + 1, 10)))`
      : sql`${Math.min(retryAfter, LONGEST_PAUSE_SECONDS)}::integer`
  await db
    .update(lookupSource)
    .set({
      failures: sql`${lookupSource.failures} + 1`,
      freeAt: sql`greatest(${lookupSource.freeAt}, ${now()}::timestamptz + make_interval(secs => ${seconds}))`,
    })
    .where(eq(lookupSource.source, source))
}

/** The seconds of a `Retry-After` header, which names seconds or a date. */
export function retrySeconds(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now().getTime()) / 1000))
}
