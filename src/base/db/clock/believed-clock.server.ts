import { sql } from 'drizzle-orm'
import type { ClientBase } from 'pg'
import { now } from '#base/lib/clock.ts'
import { db } from '../connection/client.server.ts'
import { believedClock, clockJump } from '../tables/believed-clock.ts'
import { isSystemClockSynchronised } from './system-clock.server.ts'

const HOUR = 3_600_000
/** Milliseconds by which a clock may be set back, such as by a server of time. */
const BACK = HOUR
/** Milliseconds that may pass between two clean-ups: a long weekend (contract, 'A clock is believed'). */
const GAP = 4 * 24 * HOUR
/** Milliseconds between two clean-ups: the clock may have been wrong for so long before it was noticed. */
const BETWEEN = HOUR
/** Seconds that a jump may have: PostgreSQL's integer, 68 years. */
const LONGEST = 2 ** 31 - 1

type Known = Pick<typeof believedClock.$inferSelect, 'cleanedUpAt'>

const LAST = 'select cleaned_up_at as "cleanedUpAt" from believed_clock'

/** Why the clock is not believed. */
export interface ClockDoubt {
  /** The clock was set back, or shows more time since the last clean-up than lies between two of them. */
  why: 'back' | 'gap'
  here: Date
  /** The time of the clean-up before. */
  last: Date
}

function doubtOf({ cleanedUpAt }: Known, at: Date): ClockDoubt | undefined {
  const passed = at.getTime() - cleanedUpAt.getTime()
  if (passed >= -BACK && passed <= GAP) return undefined
  return { why: passed < 0 ? 'back' : 'gap', here: at, last: cleanedUpAt }
}

/** Why deletions by age wait; undefined while the clock is believed. */
export async function clockDoubt(client?: ClientBase): Promise<ClockDoubt | undefined> {
  const { rows } = client ? await client.query<Known>(LAST) : { rows: await db.select().from(believedClock) }
  return rows[0] && doubtOf(rows[0], now())
}

/** Whether the clock is believed; not in a database of an earlier version, which knows nothing of it. */
export const isClockBelieved = (client: ClientBase): Promise<boolean> =>
  clockDoubt(client).then(
    (doubt) => doubt === undefined,
    () => false,
  )

/**
 * Looks at the clock before a clean-up: returns whether what is old may be deleted by it. It may not once the clock was set
 * back, or more than four days have passed since the clean-up before, until the system's clock is synchronised or a manager
 * has confirmed the date. The time that has passed then counts for the age of nothing.
 */
export async function followClock({ isConfirmed = false } = {}): Promise<boolean> {
  const at = now()
  const [row] = await db.select().from(believedClock)
  if (!row || !doubtOf(row, at) || isConfirmed || (await isSystemClockSynchronised())) {
    await believe(at)
    return true
  }
  if (at < row.cleanedUpAt)
    await db.update(believedClock).set({
      // `least` and `greatest` leave out null.
      earliest: sql`least(${believedClock.earliest}, ${at}::timestamptz)`,
      latest: sql`greatest(${believedClock.latest}, ${at}::timestamptz)`,
    })
  return false
}

/** Notes a clean-up by a clock that is believed, and what has passed unseen since the one before. */
const believe = (at: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.insert(believedClock).values({ cleanedUpAt: at }).onConflictDoNothing()
    const [row] = await tx.select().from(believedClock).for('update')
    if (!row) return
    const { cleanedUpAt, earliest, latest } = row
    const jumps: { since: Date | null; until: Date; from: Date }[] = []
    if (at.getTime() - cleanedUpAt.getTime() > GAP) jumps.push({ since: null, until: cleanedUpAt, from: cleanedUpAt })
    if (earliest && latest) jumps.push({ since: earliest, until: latest, from: earliest })
    for (const { since, until, from } of jumps) {
      const seconds = Math.ceil((at.getTime() - from.getTime()) / 1000)
      if (seconds <= 0) continue
      await tx.insert(clockJump).values({
        since: since && new Date(since.getTime() - BETWEEN),
        until: new Date(until.getTime() + BETWEEN),
        seconds: Math.min(seconds, LONGEST),
      })
    }
    await tx.update(believedClock).set({ cleanedUpAt: at, earliest: null, latest: null })
  })
