import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { setActor, type Transaction } from '#db/actor.server.ts'
import { book } from '#db/tables/book.ts'
import { copy } from '#db/tables/copy.ts'
import { deskAct, hold, loan, type ActUndo } from '#db/tables/loan.ts'
import { createError } from '#errors/create-error.server.ts'
import { libraryDay } from '#features/loan/shared/due-day.server.ts'
import { now } from '#lib/clock.ts'
import { requireRow } from '#rpc/not-found.server.ts'
import type * as z from 'zod/mini'
import { actOnce } from './act-once.server.ts'
import { deskUndoAnswerSchema, type deskUndoInputSchema } from './desk.schema.ts'
import { deskBorrower, findRules } from './desk-views.server.ts'

/**
 * Takes an act of today back. NOT_FOUND for no act, ALREADY_UNDONE, NOT_UNDOABLE for one that changed nothing, of another
 * day, or after which something else was done with the copy.
 */
export const undoAtDesk = (session: CurrentSession, input: z.output<typeof deskUndoInputSchema>) =>
  actOnce<z.output<typeof deskUndoAnswerSchema>>(session, {
    input,
    read: (answer) => deskUndoAnswerSchema.parse(answer),
    run: async (tx) => {
      const act = requireRow(await tx.select().from(deskAct).where(eq(deskAct.id, input.undoes)).for('update'))
      if (act.undoneAt) throw createError('ALREADY_UNDONE')
      if (!act.isChange || !act.undo || libraryDay(act.at) !== libraryDay()) throw createError('NOT_UNDOABLE')
      if (act.copyId !== null) await requireNothingSince(tx, act.copyId, act.at)
      await takeBack(tx, session, act.undo, act.copyId)
      await tx.update(deskAct).set({ undoneAt: now() }).where(eq(deskAct.id, act.id))
      const { actId, undoes } = input
      const rules = input.borrowerId === undefined ? undefined : await findRules(tx, input.borrowerId)
      const answer = { actId, undoes, ...(rules && { borrower: await deskBorrower(tx, rules) }) }
      // By the borrower its answer is found when they are erased.
      return { answer, record: { ...(rules && { borrowerId: rules.id }) } }
    },
  })

/** Locks a copy; throws NOT_UNDOABLE if something was done with it after a moment. */
async function requireNothingSince(tx: Transaction, copyId: string, at: Date): Promise<void> {
  await tx.select({ id: copy.id }).from(copy).where(eq(copy.id, copyId)).for('update')
  const [later] = await tx
    .select({ id: deskAct.id })
    .from(deskAct)
    .where(and(eq(deskAct.copyId, copyId), eq(deskAct.isChange, true), isNull(deskAct.undoneAt), gt(deskAct.at, at)))
    .limit(1)
  if (later) throw createError('NOT_UNDOABLE')
}

async function takeBack(tx: Transaction, session: CurrentSession, undo: ActUndo, copyId: string | null): Promise<void> {
  if (undo.lent !== undefined) {
    const isOpen = and(eq(loan.id, undo.lent), isNull(loan.returnedAt))
    requireSome(await tx.delete(loan).where(isOpen).returning({ id: loan.id }))
  }
  if (undo.putAside !== undefined)
    await tx.update(hold).set({ copyId: null, readyUntil: null }).where(eq(hold.id, undo.putAside))
  if (undo.returned !== undefined) {
    const isKnown = and(eq(loan.id, undo.returned), isNotNull(loan.borrowerId))
    const reopened = { returnedAt: null, returnedBy: null }
    requireSome(await tx.update(loan).set(reopened).where(isKnown).returning({ id: loan.id }))
  }
  if (undo.condition !== undefined && copyId !== null) {
    await setActor(tx, session.actor)
    const lost = { condition: undo.condition, version: sql`${copy.version} + 1`, updatedAt: now() }
    await tx.update(copy).set(lost).where(eq(copy.id, copyId))
    await setActor(tx, 'none')
  }
  if (undo.fulfilled) {
    const { bookId, borrowerId, placedAt } = undo.fulfilled
    const isThere = await tx.select({ id: book.id }).from(book).where(eq(book.id, bookId))
    if (isThere.length > 0) await tx.insert(hold).values({ bookId, borrowerId, placedAt: new Date(placedAt) })
  }
  if (undo.renewed) await takeRenewalsBack(tx, undo.renewed)
}

async function takeRenewalsBack(tx: Transaction, renewed: readonly { id: string; dueOn: string }[]): Promise<void> {
  const ids = renewed.map(({ id }) => id)
  const open = await tx
    .select({ id: loan.id })
    .from(loan)
    .where(and(inArray(loan.id, ids), isNull(loan.returnedAt)))
    .for('update')
  requireSome(open)
  for (const { id, dueOn } of renewed)
    await tx
      .update(loan)
      .set({ dueOn, renewals: sql`${loan.renewals} - 1` })
      .where(and(eq(loan.id, id), isNull(loan.returnedAt)))
}

function requireSome(rows: readonly unknown[]): void {
  if (rows.length === 0) throw createError('NOT_UNDOABLE')
}
