import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { setActor, type Transaction } from '#base/db/actor.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { type ActUndo, deskAct, hasBorrower, hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { findFreeCopy, putAside, setAside, settleHolds } from '#lending/loan/shared/holds.server.ts'
import { OWED_AGAIN } from '#lending/loan/shared/lost-loan.server.ts'
import { now } from '#base/lib/clock.ts'
import { requireRow } from '#base/rpc/not-found.server.ts'
import { hasAccess } from '#base/rpc/procedure.server.ts'
import type * as z from 'zod/mini'
import { actOnce } from './shared/act-once.server.ts'
import { deskUndoAnswerSchema, type deskUndoInputSchema } from './desk.schema.ts'
import { reopenRefusals } from './shared/desk-refusals.server.ts'
import { deskBorrower, findRules } from './shared/desk-views.server.ts'
import { takeSetBack } from './set/undo-set.server.ts'
import { undoStates } from './undo-states.server.ts'

/**
 * Takes an act of today back. NOT_FOUND for no act, ALREADY_UNDONE, NOT_UNDOABLE where `undoStates` says that it cannot be:
 * one that changed nothing, of another day, or after which something else was done with the copy; RESOURCE_NOT_ALLOWED for a helper and an
 * act about a class set.
 */
export const undoAtDesk = (session: CurrentSession, input: z.output<typeof deskUndoInputSchema>) =>
  actOnce<z.output<typeof deskUndoAnswerSchema>>(session, {
    input,
    read: (answer) => deskUndoAnswerSchema.parse(answer),
    run: async (tx) => {
      const act = requireRow(await tx.select().from(deskAct).where(eq(deskAct.id, input.undoes)).for('update'))
      if (act.undo?.set && !hasAccess(session, 'loan:update'))
        throw createError('RESOURCE_NOT_ALLOWED', { resource: 'loan' })
      if (act.undoneAt) throw createError('ALREADY_UNDONE')
      const item = await lockCopy(tx, act.copyId)
      const states = await undoStates(tx, [act])
      if (!act.undo || states.get(act.id) !== 'possible') throw createError('NOT_UNDOABLE')
      await takeBack(tx, session, { act, undo: act.undo, item })
      await reopenRefusals(tx, act.undo.dealtWith)
      await tx.update(deskAct).set({ undoneAt: now() }).where(eq(deskAct.id, act.id))
      const { actId, undoes } = input
      const rules = input.borrowerId === undefined ? undefined : await findRules(tx, input.borrowerId)
      const answer = { actId, undoes, ...(rules && { borrower: await deskBorrower(tx, rules) }) }
      // With the id of the borrower the kept answer is found when that borrower is erased.
      return { answer, record: { ...(rules && { borrowerId: rules.id }) } }
    },
  })

type Act = typeof deskAct.$inferSelect

interface TakenBack {
  act: Act
  undo: ActUndo
  item: LockedCopy | undefined
}

async function takeBack(tx: Transaction, session: CurrentSession, { act, undo, item }: TakenBack): Promise<void> {
  if (undo.renewed) return takeRenewalsBack(tx, act, undo.renewed)
  if (undo.set) return takeSetBack(tx, undo.set)
  if (!item) throw createError('NOT_UNDOABLE')
  if (undo.lent !== undefined) {
    const isOpen = and(eq(loan.id, undo.lent), isOpenLoan)
    requireSome(await tx.delete(loan).where(isOpen).returning({ id: loan.id }))
  }
  await restoreHolds(tx, item, undo)
  if (undo.returned !== undefined || undo.putAside) {
    // The copy may have been put aside for the next borrower since.
    const [aside] = await tx.select({ id: hold.id }).from(hold).where(eq(hold.copyId, item.id))
    if (aside) await setAside(tx, aside.id, { copyId: null, readyUntil: null })
  }
  if (undo.returned !== undefined) {
    const isKnown = and(eq(loan.id, undo.returned), hasBorrower)
    const reopened = { returnedAt: null, returnedBy: null }
    requireSome(await tx.update(loan).set(reopened).where(isKnown).returning({ id: loan.id }))
  }
  if (undo.settled !== undefined) {
    const isBack = and(eq(loan.id, undo.settled), eq(loan.settledAs, 'back'))
    requireSome(await tx.update(loan).set(OWED_AGAIN).where(isBack).returning({ id: loan.id }))
  }
  if (undo.condition !== undefined) {
    await setActor(tx, session.actor)
    const lost = { condition: undo.condition, version: sql`${copy.version} + 1`, updatedAt: now() }
    await tx.update(copy).set(lost).where(eq(copy.id, item.id))
    await setActor(tx, 'none')
  }
  // The copy may be lost again: it must not stay put aside.
  await settleHolds(tx)
}

interface LockedCopy {
  id: string
  bookId: string
}

/** The copy of an act, locked; undefined if it is gone. */
async function lockCopy(tx: Transaction, copyId: string | null): Promise<LockedCopy | undefined> {
  if (copyId === null) return undefined
  const [item] = await tx
    .select({ id: copy.id, bookId: copy.bookId })
    .from(copy)
    .where(eq(copy.id, copyId))
    .for('update')
  return item
}

/** Gives the holds that a loan has changed their former copies, where these are still free. */
async function restoreHolds(tx: Transaction, item: LockedCopy, { taken, fulfilled }: ActUndo): Promise<void> {
  if (taken) {
    const [waiting] = await tx
      .select({ id: hold.id })
      .from(hold)
      .where(and(eq(hold.id, taken.id), isNull(hold.copyId)))
    if (waiting) await setAside(tx, waiting.id, { copyId: item.id, readyUntil: taken.readyUntil })
  }
  if (fulfilled) {
    const { placedAt, copyId, readyUntil, ...row } = fulfilled
    const isFree = copyId !== null && (await findFreeCopy(tx, copyId)) !== undefined
    await tx
      .insert(hold)
      .values({ ...row, bookId: item.bookId, placedAt: new Date(placedAt), ...(isFree && { copyId, readyUntil }) })
      .onConflictDoNothing()
  }
  // The hold that had this copy may be gone, or have another copy: then this one goes to the next hold.
  if (taken || fulfilled?.copyId === item.id) await putAside(tx, item.id)
}

/** Takes renewals back. One that came later stands: then that is what began where this one did. */
async function takeRenewalsBack(
  tx: Transaction,
  { id: actId, at }: Act,
  renewed: readonly { id: string; dueOn: string }[],
): Promise<void> {
  const ids = renewed.map(({ id }) => id)
  const kept = await tx.select({ id: loan.id }).from(loan).where(inArray(loan.id, ids)).orderBy(loan.id).for('update')
  requireSome(kept)
  for (const { id, dueOn } of renewed) {
    const [later] = await tx
      .select({ id: deskAct.id, undo: deskAct.undo })
      .from(deskAct)
      .where(
        and(
          sql`(${deskAct.at}, ${deskAct.id}) > (${at}, ${actId}::uuid)`,
          isNull(deskAct.undoneAt),
          sql`${deskAct.undo} @> ${JSON.stringify({ renewed: [{ id }] })}::jsonb`,
        ),
      )
      .orderBy(asc(deskAct.at), asc(deskAct.id))
      .limit(1)
      .for('update')
    if (later) {
      const moved = later.undo?.renewed?.map((one) => (one.id === id ? { id, dueOn } : one)) ?? []
      await tx
        .update(deskAct)
        .set({ undo: { ...later.undo, renewed: moved } })
        .where(eq(deskAct.id, later.id))
    }
    await tx
      .update(loan)
      .set({ ...(!later && { dueOn }), renewals: sql`${loan.renewals} - 1` })
      .where(eq(loan.id, id))
  }
}

function requireSome(rows: readonly unknown[]): void {
  if (rows.length === 0) throw createError('NOT_UNDOABLE')
}
