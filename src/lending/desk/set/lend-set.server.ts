import { and, asc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { requireRow } from '#base/rpc/not-found.server.ts'
import { openDayIn } from '#lending/loan/shared/due-day.server.ts'
import { endHold, settleHolds } from '#lending/loan/shared/holds.server.ts'
import { isNothingLent } from '#lending/loan/shared/renewal.server.ts'
import { actOnce } from '../shared/act-once.server.ts'
import { dealWithRefusalsOf } from '../shared/desk-refusals.server.ts'
import { findRules, lockBorrower } from '../shared/desk-views.server.ts'
import { setAnswerSchema, type LeftCopy, type SetAnswer, type SetInput } from './desk-set.schema.ts'

/**
 * Lends copies of a book together, beside the limit of a person: those that can be lent, while the others are named with the
 * reason. NOT_FOUND without the book, the class or the borrower, NOTHING_LENT to one who is blocked or whose card has expired,
 * VALIDATION_ERROR at `dueOn` for a day before today.
 */
export const lendSet = (session: CurrentSession, input: SetInput): Promise<SetAnswer> =>
  actOnce(session, {
    input,
    read: (answer) => setAnswerSchema.parse(answer),
    run: async (tx) => {
      const { actId, bookId, copyIds, dueOn } = input
      const today = libraryDay()
      if (dueOn !== undefined && dueOn < today)
        throw createError('VALIDATION_ERROR', {
          fields: { dueOn: { key: 'validation_date_min', params: { limit: today } } },
        })
      const { title } = requireRow(await tx.select({ title: book.title }).from(book).where(eq(book.id, bookId)))
      const { lendable, left } = await sortCopies(tx, input, await lockCopies(tx, copyIds))
      const taker = await findTaker(tx, input)
      const day = dueOn ?? (await openDayIn(tx, taker.loanDays))
      const answer = { actId, title, name: taker.name, dueOn: day, count: lendable.length, left }
      if (lendable.length === 0) return { answer: { ...answer, setId: null }, record: { result: 'refused' } }
      const setId = newId()
      const made = lendable.map((copyId) => ({
        id: newId(),
        copyId,
        setId,
        borrowerId: taker.borrowerId,
        classId: taker.classId,
        groupId: taker.groupId,
        lentAt: now(),
        lentBy: session.user.id,
        dueOn: day,
        // Each loan has an act of its own in the history of its copy.
        actId: newId(),
      }))
      await tx.insert(loan).values(made)
      await tx.update(copy).set({ lastSeenAt: now() }).where(inArray(copy.id, lendable))
      if (taker.borrowerId !== null) await endOwnHold(tx, bookId, taker.borrowerId)
      const dealtWith: string[] = []
      for (const copyId of lendable) dealtWith.push(...(await dealWithRefusalsOf(tx, session, copyId)))
      return {
        answer: { ...answer, setId },
        record: {
          result: 'set_lent',
          borrowerId: taker.borrowerId,
          isChange: true,
          undo: { set: { lent: made.map(({ id }) => id) }, ...(dealtWith.length > 0 && { dealtWith }) },
        },
      }
    },
  })

/** The class or borrower that gets a set, with the rules; the borrower is locked. */
async function findTaker(tx: Transaction, { groupId, borrowerId }: SetInput) {
  if (borrowerId !== undefined) {
    await lockBorrower(tx, borrowerId)
    const rules = await findRules(tx, borrowerId)
    if (!rules) throw createError('NOT_FOUND')
    if (isNothingLent(rules)) throw createError('NOTHING_LENT')
    return { name: rules.name, loanDays: rules.loanDays, borrowerId, classId: null, groupId: rules.groupId }
  }
  const isIt = eq(borrowerGroup.id, groupId ?? '')
  // Kept until the loans refer to it: a class that has books is not deleted.
  const found = await tx.select().from(borrowerGroup).where(isIt).for('key share')
  const { id, name, loanDays } = requireRow(found)
  return { name, loanDays, borrowerId: null, classId: id, groupId: id }
}

/** The copies of an act, locked in the order of their ids, as by every act about several: none waits for another. */
const lockCopies = (tx: Transaction, ids: readonly string[]) =>
  tx
    .select({ id: copy.id, bookId: copy.bookId, number: copy.number, condition: copy.condition })
    .from(copy)
    .where(inArray(copy.id, [...ids]))
    .orderBy(asc(copy.id))
    .for('update')

type LockedCopy = Awaited<ReturnType<typeof lockCopies>>[number]

/** Which of the copies can be lent, and why the others cannot, by number. A copy that is put aside for another stays for them. */
async function sortCopies(
  tx: Transaction,
  { bookId, borrowerId }: SetInput,
  copies: readonly LockedCopy[],
): Promise<{ lendable: string[]; left: LeftCopy[] }> {
  await settleHolds(tx)
  const ids = copies.map(({ id }) => id)
  const group = alias(borrowerGroup, 'group_of_borrower')
  const loans = await tx
    .select({
      copyId: loan.copyId,
      day: loan.dueOn,
      borrower: borrower.name,
      group: group.name,
      className: borrowerGroup.name,
    })
    .from(loan)
    .leftJoin(borrower, eq(borrower.id, loan.borrowerId))
    .leftJoin(group, eq(group.id, borrower.groupId))
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, loan.classId))
    .where(and(inArray(loan.copyId, ids), isOpenLoan))
  const holds = await tx
    .select({
      copyId: hold.copyId,
      borrowerId: borrower.id,
      day: hold.readyUntil,
      name: borrower.name,
      group: group.name,
    })
    .from(hold)
    .innerJoin(borrower, eq(borrower.id, hold.borrowerId))
    .leftJoin(group, eq(group.id, borrower.groupId))
    .where(inArray(hold.copyId, ids))
  const open = new Map(loans.map((one) => [one.copyId, one]))
  const aside = new Map(holds.map((one) => [one.copyId, one]))
  const lendable: string[] = []
  const left: LeftCopy[] = []
  for (const { id, number, condition, bookId: ofBook } of copies) {
    const out = open.get(id)
    const held = aside.get(id)
    const leave = (reason: LeftCopy['reason'], who: LeftCopy['who'] = null, day: string | null = null) =>
      left.push({ number, reason, condition, who, day })
    if (ofBook !== bookId) leave('other_book')
    else if (out) {
      const name = out.borrower ?? out.className
      leave('on_loan', name === null ? null : { name, group: out.group }, out.day)
    } else if (condition !== 'ok' && condition !== 'damaged') leave('not_lent')
    else if (held && held.borrowerId !== borrowerId) leave('held', { name: held.name, group: held.group }, held.day)
    else lendable.push(id)
  }
  return {
    lendable,
    left: left.toSorted((one, other) => one.number.localeCompare(other.number, 'en', { numeric: true })),
  }
}

/** Who has the whole set does not wait for the book any more. */
async function endOwnHold(tx: Transaction, bookId: string, borrowerId: string): Promise<void> {
  const isOwn = and(eq(hold.bookId, bookId), eq(hold.borrowerId, borrowerId))
  const [own] = await tx.select({ id: hold.id }).from(hold).where(isOwn)
  if (own) await endHold(tx, own.id, 'kept')
}
