import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ActingUser, Transaction } from '#base/db/actor.server.ts'
import { columnName } from '#base/db/column-name.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import type { DeletedHold } from '#base/db/tables/deleted-borrower.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { deskRefusal } from '#base/db/tables/desk-refusal.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { isAmong } from '#base/db/trash.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { lockCopiesAside, moveBorrowersToTrash } from '#lending/borrower/shared/borrower-trash.server.ts'
import { endHold, settleHolds } from '#lending/loan/shared/holds.server.ts'
import type { borrowerMergeSchema } from './borrower-merge.schema.ts'

type BorrowerRecord = typeof borrower.$inferSelect

/**
 * Merges a borrower into another one, who gets the loans, what is owed, the holds, what was not lent at the desk, and the fields that
 * are taken. The merged one lies in the trash with all that was theirs, from which they are parted again (`restoreBorrowers`).
 * VALIDATION_ERROR at `otherId` for one and the same, NOT_FOUND, CONFLICT where one was changed since.
 */
export async function mergeBorrowers(
  tx: Transaction,
  { id, version, otherId, otherVersion, take }: z.output<typeof borrowerMergeSchema>,
  actor: ActingUser,
): Promise<void> {
  if (id.toLowerCase() === otherId.toLowerCase())
    throw createError('VALIDATION_ERROR', { fields: { otherId: { key: 'validation_invalid' } } })
  const [kept, other] = await lockBoth(tx, id, otherId)
  if (kept.version !== version || other.version !== otherVersion) throw createError('CONFLICT')

  const loans = await tx.select({ id: loan.id }).from(loan).where(eq(loan.borrowerId, other.id)).orderBy(loan.id)
  const holds = await handHoldsOver(tx, other.id, kept.id)
  await tx.update(loan).set({ borrowerId: kept.id }).where(eq(loan.borrowerId, other.id))
  await tx.update(deskRefusal).set({ borrowerId: kept.id }).where(eq(deskRefusal.borrowerId, other.id))
  await moveBorrowersToTrash(tx, [other.id], actor.userId)
  const taken = take.includes('card') ? ([...take, 'cardPrintedOn'] as const) : take
  const before = Object.fromEntries(taken.map((field) => [columnName(field), kept[field]]))
  const after = Object.fromEntries(taken.map((field) => [columnName(field), other[field]]))
  await tx
    .update(deletedBorrower)
    .set({ mergedInto: kept.id, merged: { before, after }, loanIds: loans.map((one) => one.id), holds })
    .where(eq(deletedBorrower.id, other.id))
  // The card and the number of the other one are free by now.
  await tx
    .update(borrower)
    .set({
      ...Object.fromEntries(taken.map((field) => [field, other[field]])),
      version: sql`${borrower.version} + 1`,
      updatedAt: now(),
    })
    .where(eq(borrower.id, kept.id))
  await settleHolds(tx)
  await tx.insert(activity).values({
    actorKind: 'person',
    actorId: actor.userId,
    inNameOf: actor.inNameOf ?? null,
    action: 'borrower.merge',
    subjectKind: 'borrower',
    subjectId: kept.id,
    subjectName: take.includes('name') ? other.name : kept.name,
    before,
    after: { ...after, other: other.name, other_id: other.id },
  })
}

/** Locks two borrowers in the order of their ids, after the copies that are put aside for them. NOT_FOUND. */
async function lockBoth(tx: Transaction, id: string, otherId: string): Promise<[BorrowerRecord, BorrowerRecord]> {
  await lockCopiesAside(tx, sql`${id}::uuid, ${otherId}::uuid`)
  const rows = await tx
    .select()
    .from(borrower)
    .where(eq(borrower.id, isAmong([id, otherId])))
    .orderBy(borrower.id)
    .for('update')
  const [kept, other] = [id, otherId].map((one) => rows.find((row) => row.id === one.toLowerCase()))
  if (!kept || !other) throw createError('NOT_FOUND')
  return [kept, other]
}

/**
 * Hands the holds of a borrower over. Where both wait for a book, the one who stays has the earlier of the two places, and the other
 * hold ends. Returns what the trash keeps of them: those that were handed over with their ids.
 */
async function handHoldsOver(tx: Transaction, from: string, to: string): Promise<DeletedHold[]> {
  const theirs = await tx.select().from(hold).where(eq(hold.borrowerId, from)).orderBy(hold.placedAt, hold.id)
  const own = await tx.select().from(hold).where(eq(hold.borrowerId, to))
  const kept: DeletedHold[] = []
  for (const one of theirs) {
    const same = own.find(({ bookId }) => bookId === one.bookId)
    kept.push({ bookId: one.bookId, placedAt: one.placedAt.toISOString(), ...(!same && { id: one.id }) })
    if (!same) await tx.update(hold).set({ borrowerId: to }).where(eq(hold.id, one.id))
    else {
      if (one.placedAt < same.placedAt)
        await tx.update(hold).set({ placedAt: one.placedAt }).where(eq(hold.id, same.id))
      await endHold(tx, one.id)
    }
  }
  return kept
}
