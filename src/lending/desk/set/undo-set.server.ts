import { and, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Transaction } from '#base/db/actor.server.ts'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { type ActUndo, hasBorrower, hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { setAside, settleHolds } from '#lending/loan/shared/holds.server.ts'

type SetUndo = NonNullable<ActUndo['set']>

/** The loans that an act about a class set opened or closed. */
export const setLoansOf = ({ lent = [], returned = [] }: SetUndo): string[] => [...lent, ...returned]

const later = alias(loan, 'later')

/** A loan that ended with the return of its copy, which is on the shelf and was not lent since. */
const isBackOnShelf = and(
  isNotNull(loan.returnedAt),
  isNull(loan.lostAt),
  hasBorrower,
  sql`exists (select from ${copy} where ${copy.id} = ${loan.copyId} and ${copy.condition} <> 'lost')`,
  not(
    sql`exists (select from ${loan} as ${later} where ${later.copyId} = ${loan.copyId} and ${later.id} <> ${loan.id}
      and ${later.lentAt} >= ${loan.lentAt})`,
  ),
)

/** The loans among those of acts about class sets that can be as they were before: open ones, and those whose copies are back. */
export async function undoableOf(on: Queryable, acts: readonly { undo: ActUndo | null }[]): Promise<Set<string>> {
  const lent = acts.flatMap(({ undo }) => undo?.set?.lent ?? [])
  const returned = acts.flatMap(({ undo }) => undo?.set?.returned ?? [])
  if (lent.length + returned.length === 0) return new Set()
  const rows = await on
    .select({ id: loan.id })
    .from(loan)
    .where(sql`${inArray(loan.id, lent)} and ${isOpenLoan} or ${inArray(loan.id, returned)} and ${isBackOnShelf}`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Takes an act about a class set back for the copies that are as the act left them: what was lent is on the shelf, what came
 * back is on loan again. NOT_UNDOABLE where no copy is.
 */
export async function takeSetBack(tx: Transaction, undo: SetUndo): Promise<void> {
  const ids = setLoansOf(undo)
  await tx
    .select({ id: copy.id })
    .from(copy)
    .where(inArray(copy.id, tx.select({ id: loan.copyId }).from(loan).where(inArray(loan.id, ids))))
    .orderBy(copy.id)
    .for('update')
  const undoable = [...(await undoableOf(tx, [{ undo: { set: undo } }]))]
  if (undoable.length === 0) throw createError('NOT_UNDOABLE')
  const isUndoable = inArray(loan.id, undoable)
  await tx.delete(loan).where(and(isUndoable, inArray(loan.id, undo.lent ?? [])))
  const reopened = await tx
    .update(loan)
    .set({ returnedAt: null, returnedBy: null })
    .where(and(isUndoable, inArray(loan.id, undo.returned ?? [])))
    .returning({ copyId: loan.copyId })
  const copies = reopened.map(({ copyId }) => copyId)
  // The copies may have been put aside for the next borrowers since.
  const aside = await tx.select({ id: hold.id }).from(hold).where(inArray(hold.copyId, copies))
  for (const { id } of aside) await setAside(tx, id, { copyId: null, readyUntil: null })
  await settleHolds(tx)
}
