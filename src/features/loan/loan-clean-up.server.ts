import { and, asc, isNotNull, lt } from 'drizzle-orm'
import { withActor } from '#db/actor.server.ts'
import { db } from '#db/connection/client.server.ts'
import { librarySettings } from '#db/library-settings.server.ts'
import { deskAct, hold, loan } from '#db/tables/loan.ts'
import { inForce } from '#env/in-force.server.ts'
import { dayStart } from '#lib/day-start.ts'
import { now } from '#lib/clock.ts'
import { libraryDay } from './shared/due-day.server.ts'
import { endHold } from './shared/holds.server.ts'

const DAY = 86_400_000
/** Milliseconds that an act of the desk is kept: it can be taken back on its day, and sent again after a night. */
const ACT_LIFETIME = 2 * DAY

/**
 * Deletes old acts of the desk, ends holds that were not fetched in time, whose copies go to the next who waits, and lets
 * returned loans forget their borrowers after as many days as the library has decided, never on the day of the return.
 */
export async function cleanUpLoans(): Promise<void> {
  await db.delete(deskAct).where(lt(deskAct.at, new Date(now().getTime() - ACT_LIFETIME)))
  await endUnfetched()
  const { loanMemoryDays } = await librarySettings()
  if (loanMemoryDays === null) return
  const today = dayStart(libraryDay(), inForce().timeZone)
  const before = new Date(today.getTime() - loanMemoryDays * DAY)
  await db
    .update(loan)
    .set({ borrowerId: null })
    .where(and(lt(loan.returnedAt, before), isNotNull(loan.borrowerId)))
}

const endUnfetched = (): Promise<void> =>
  withActor('none', async (tx) => {
    const unfetched = await tx
      .select({ id: hold.id })
      .from(hold)
      .where(and(lt(hold.readyUntil, libraryDay()), isNotNull(hold.copyId)))
      .orderBy(asc(hold.placedAt), asc(hold.id))
    for (const { id } of unfetched) await endHold(tx, id)
  })
