import { and, asc, isNotNull, lt, or, sql } from 'drizzle-orm'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { isOlder } from '#base/db/clock/counted-from.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { deskRefusal } from '#base/db/tables/desk-refusal.ts'
import { deskAct, hold, loan } from '#base/db/tables/loan.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { dayStart } from '#base/lib/day-start.ts'
import { now } from '#base/lib/clock.ts'
import { tellForgettingLoans } from '#kit/slice.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { endHold, settleHolds } from './shared/holds.server.ts'

const DAY = 86_400_000
/** Milliseconds that an act of the desk is kept: it can be taken back on its day, and sent again after a night. */
const ACT_LIFETIME = 2 * DAY

/**
 * Deletes old acts of the desk and refusals that were dealt with, ends holds that were not fetched in time, whose copies go to the next who waits, and lets
 * returned and settled loans forget their borrowers after as many days as the library has decided, never on the day of the
 * return. One that is owed forgets nobody.
 */
export async function cleanUpLoans(): Promise<void> {
  const old = new Date(now().getTime() - ACT_LIFETIME)
  await db.delete(deskAct).where(isOlder(deskAct.at, old))
  // What was not lent stays until somebody has dealt with it.
  await db.delete(deskRefusal).where(isOlder(deskRefusal.dealtWithAt, old))
  await endUnfetched()
  const { loanMemoryDays } = await librarySettings()
  if (loanMemoryDays === null) return
  const today = dayStart(libraryDay(), inForce().timeZone)
  const before = new Date(today.getTime() - loanMemoryDays * DAY)
  await db.transaction(async (tx) => {
    const isForgotten = and(
      or(isOlder(loan.returnedAt, before), isOlder(loan.settledAt, before)),
      isNotNull(loan.borrowerId),
    )
    await tellForgettingLoans(tx, sql`select id as loan_id, borrower_id from loan where ${isForgotten}`)
    await tx.update(loan).set({ borrowerId: null }).where(isForgotten)
    await forgetTrashedLoans(tx, before)
  })
}

/** Takes loans that ended before a moment from the borrowers of the trash, who would get them back when they are restored. */
async function forgetTrashedLoans(tx: Transaction, before: Date): Promise<void> {
  const isOver = isOlder(sql`coalesce(l.returned_at, l.settled_at)`, before)
  await tellForgettingLoans(
    tx,
    sql`select l.id as loan_id, d.id as borrower_id
      from deleted_borrower as d join loan as l on l.id = any(d.loan_ids) and l.borrower_id is null where ${isOver}`,
  )
  await tx.execute(sql`
    update deleted_borrower as d
    set loan_ids = array(select l.id from loan as l where l.id = any(d.loan_ids) and not ${isOver})
    where exists (select from loan as l where l.id = any(d.loan_ids) and ${isOver})`)
}

const endUnfetched = (): Promise<void> =>
  withActor('none', async (tx) => {
    const unfetched = await tx
      .select({ id: hold.id })
      .from(hold)
      .where(and(lt(hold.readyUntil, libraryDay()), isNotNull(hold.copyId)))
      .orderBy(asc(hold.placedAt), asc(hold.id))
    for (const { id } of unfetched) await endHold(tx, id)
    await settleHolds(tx)
  })
