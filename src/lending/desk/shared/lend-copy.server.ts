import { and, eq, ne, sql } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { setActor, type Transaction } from '#base/db/actor.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { type ActUndo, hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { findSet } from '#lending/loan/shared/class-sets.server.ts'
import { daysLate, openDayIn } from '#lending/loan/shared/due-day.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { endHold, putAside, setAside, settleHolds } from '#lending/loan/shared/holds.server.ts'
import { settleAsBack } from '#lending/loan/shared/lost-loan.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import type { DeskNotice, DeskCopy, NoticeCode } from '../desk-parts.schema.ts'
import type { ScanAnswer } from '../desk.schema.ts'
import { findPerson, type Rules } from './desk-views.server.ts'

/** A notice; what it does not say is null. */
export const notice = (code: NoticeCode, more: Partial<DeskNotice> = {}): DeskNotice => ({
  code,
  canGoOn: false,
  person: null,
  count: null,
  day: null,
  note: null,
  ...more,
})

export type LoanRow = typeof loan.$inferSelect

/** Who is at the desk, or has opened the self-service corner. */
export interface AtDesk {
  user: { id: string }
}

/** The open loan of a copy. */
export async function openLoanOf(tx: Transaction, copyId: string): Promise<LoanRow | undefined> {
  const [open] = await tx
    .select()
    .from(loan)
    .where(and(eq(loan.copyId, copyId), isOpenLoan))
    .for('update')
  return open
}

/** Why a copy is not lent to a borrower, whose row is locked: what may be accepted can go on. */
export async function refusals(tx: Transaction, item: DeskCopy, rules: Rules): Promise<DeskNotice[]> {
  const today = libraryDay()
  const open = await tx
    .select({ dueOn: loan.dueOn, setId: loan.setId })
    .from(loan)
    .where(and(eq(loan.borrowerId, rules.id), isOpenLoan))
  const late = open.filter(({ dueOn }) => dueOn < today).length
  const notices: DeskNotice[] = []
  if (item.condition === 'withdrawn') notices.push(notice('withdrawn'))
  if (item.condition === 'reference') notices.push(notice('reference', { canGoOn: true }))
  if (rules.blockedNote !== '') notices.push(notice('blocked', { note: rules.blockedNote }))
  if (rules.expiresOn !== null && rules.expiresOn < today)
    notices.push(notice('expired', { canGoOn: true, day: rules.expiresOn }))
  // Nobody who waits is passed over, also where the copy has come to the shelf unseen.
  await putAside(tx, item.id)
  const aside = await asideForOther(tx, item, rules)
  if (aside)
    notices.push(
      notice('held', {
        canGoOn: true,
        person: (await findPerson(tx, aside.borrowerId)) ?? null,
        day: aside.readyUntil,
      }),
    )
  // A class set stands beside the limit of a person.
  if (open.filter(({ setId }) => setId === null).length >= rules.booksAtATime)
    notices.push(notice('limit', { canGoOn: true, count: rules.booksAtATime }))
  if (late > 0) notices.push(notice('overdue', { canGoOn: true, count: late }))
  return notices
}

/** The hold of another borrower for whom a copy is put aside. */
async function asideForOther(tx: Transaction, item: DeskCopy, rules: Rules) {
  const [aside] = await tx
    .select()
    .from(hold)
    .where(and(eq(hold.copyId, item.id), ne(hold.borrowerId, rules.id)))
  return aside
}

/** Lends a copy that is on the shelf. */
export async function lendCopy(
  tx: Transaction,
  { user }: AtDesk,
  { actId, item, rules, undo }: { actId: string; item: DeskCopy; rules: Rules; undo: ActUndo },
): Promise<{ made: LoanRow; notices: DeskNotice[] }> {
  const id = newId()
  const [made] = await tx
    .insert(loan)
    .values({
      id,
      copyId: item.id,
      borrowerId: rules.id,
      groupId: rules.groupId,
      lentAt: now(),
      lentBy: user.id,
      actId,
      dueOn: await openDayIn(tx, rules.loanDays),
    })
    .returning()
  if (!made) throw new Error('No loan was made')
  undo.lent = id
  const notices = item.condition === 'damaged' ? [notice('damaged')] : []
  const aside = await asideForOther(tx, item, rules)
  if (aside) {
    // The hold of the other borrower gets another copy that is on the shelf, or waits for the next one.
    await setAside(tx, aside.id, { copyId: null, readyUntil: null })
    await settleHolds(tx)
    undo.taken = { id: aside.id, readyUntil: aside.readyUntil }
  }
  const [own] = await tx
    .select({ id: hold.id })
    .from(hold)
    .where(and(eq(hold.bookId, item.bookId), eq(hold.borrowerId, rules.id)))
  const fulfilled = own && (await endHold(tx, own.id))
  if (fulfilled) {
    const { id: holdId, borrowerId, placedAt, copyId, readyUntil } = fulfilled
    undo.fulfilled = { id: holdId, borrowerId, placedAt: placedAt.toISOString(), copyId, readyUntil }
    notices.push(notice('hold_fulfilled'))
  }
  return { made, notices }
}

/** Ends an open loan. */
export async function endLoan(
  tx: Transaction,
  { user }: AtDesk,
  open: LoanRow,
  undo: ActUndo,
): Promise<{ ended: LoanRow; notices: DeskNotice[] }> {
  const [ended] = await tx
    .update(loan)
    .set({ returnedAt: now(), returnedBy: user.id })
    .where(eq(loan.id, open.id))
    .returning()
  if (!ended) throw new Error('The loan was not ended')
  undo.returned = open.id
  const late = daysLate(ended)
  return { ended, notices: late > 0 ? [notice('late', { count: late, day: open.dueOn })] : [] }
}

/** The class set of a copy that came back, with how much of it is back. */
export async function returnedSetOf(tx: Transaction, { setId }: LoanRow): Promise<ScanAnswer['returnedSet']> {
  const state = setId === null ? undefined : await findSet(tx, setId)
  return state && { id: state.id, name: state.name ?? '', back: state.total - state.out, total: state.total }
}

/** Puts a copy that is back aside for the first who waits for its book. */
export async function asideNotices(tx: Transaction, item: DeskCopy, undo: ActUndo): Promise<DeskNotice[]> {
  const aside = await putAside(tx, item.id)
  if (!aside) return []
  undo.putAside = true
  const person = (await findPerson(tx, aside.borrowerId)) ?? null
  return [notice('put_aside', { person, day: aside.readyUntil })]
}

/**
 * Notes that a copy is here. One that was marked lost is found, which the activity records: nobody owes it any more, and it is
 * put aside for who waits. `found` names who owed it.
 */
export async function noteSeen(
  tx: Transaction,
  { actor, user }: CurrentSession,
  item: DeskCopy,
  undo: ActUndo,
): Promise<DeskNotice[]> {
  await tx.update(copy).set({ lastSeenAt: now() }).where(eq(copy.id, item.id))
  const settled = await settleAsBack(tx, item.id, user.id)
  if (settled) undo.settled = settled.id
  const found = async () => [notice('found', { person: (await findPerson(tx, settled?.borrowerId ?? null)) ?? null })]
  // A copy that is not lost, such as a withdrawn one, may have been owed too.
  if (item.condition !== 'lost') return settled ? found() : []
  await setActor(tx, actor)
  await tx
    .update(copy)
    .set({ condition: 'ok', version: sql`${copy.version} + 1`, updatedAt: now() })
    .where(eq(copy.id, item.id))
  await setActor(tx, 'none')
  item.condition = 'ok'
  undo.condition = 'lost'
  return [...(await found()), ...(await asideNotices(tx, item, undo))]
}
