import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { openDayIn } from '#lending/loan/shared/due-day.server.ts'
import { isExpired, waitsInVain } from '#lending/loan/shared/renewal.server.ts'
import { actOnce } from './shared/act-once.server.ts'
import type { DeskNotice } from './desk-parts.schema.ts'
import { forHelper } from './shared/desk-refusals.server.ts'
import { renewAnswerSchema, type RenewAnswer, type RenewInput } from './desk.schema.ts'
import { deskBorrower, findPerson, findRules, lockBorrower, type Rules } from './shared/desk-views.server.ts'
import { notice } from './shared/lend-copy.server.ts'

/**
 * Renews an open loan of a borrower, or all of them, from today on. Only a loan that is due later by it counts as
 * renewed; other loans are `unchanged`. NOT_FOUND without the loan.
 */
export const renewAtDesk = (session: CurrentSession, input: RenewInput): Promise<RenewAnswer> =>
  actOnce(session, {
    input,
    read: (answer) => renewAnswerSchema.parse(answer),
    run: async (tx) => {
      const { actId, borrowerId, loanId, accepted = [] } = input
      await lockBorrower(tx, borrowerId)
      const rules = await findRules(tx, borrowerId)
      if (!rules) throw createError('NOT_FOUND')
      const open = await openLoans(tx, borrowerId, loanId)
      if (open.length === 0 && loanId !== undefined) throw createError('NOT_FOUND')
      const dueOn = await openDayIn(tx, rules.loanDays)
      const answer: Omit<RenewAnswer, 'borrower'> = { actId, renewed: [], unchanged: [], refused: [] }
      const former: { id: string; dueOn: string }[] = []
      for (const one of open) {
        // What would not be longer is not counted.
        if (one.dueOn >= dueOn) {
          answer.unchanged.push({ loanId: one.id, dueOn: one.dueOn })
          continue
        }
        const stops = forHelper(session, await renewalRefusals(tx, one, rules))
        if (stops.some(({ code, canGoOn }) => !canGoOn || !accepted.includes(code))) {
          answer.refused.push({ loanId: one.id, notices: stops })
          continue
        }
        await tx
          .update(loan)
          .set({ dueOn, renewals: sql`${loan.renewals} + 1` })
          .where(eq(loan.id, one.id))
        former.push({ id: one.id, dueOn: one.dueOn })
        answer.renewed.push({ loanId: one.id, dueOn })
      }
      return {
        answer: { ...answer, borrower: await deskBorrower(tx, rules) },
        record: {
          result: 'renewed',
          borrowerId,
          isChange: former.length > 0,
          undo: { renewed: former },
        },
      }
    },
  })

const openLoans = (tx: Transaction, borrowerId: string, loanId: string | undefined) =>
  tx
    .select({ id: loan.id, dueOn: loan.dueOn, renewals: loan.renewals, bookId: copy.bookId })
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    // A class set gets another day as a whole.
    .where(
      and(
        eq(loan.borrowerId, borrowerId),
        isOpenLoan,
        isNull(loan.setId),
        loanId === undefined ? undefined : eq(loan.id, loanId),
      ),
    )
    .orderBy(asc(loan.id))
    .for('update', { of: loan })

async function renewalRefusals(
  tx: Transaction,
  { renewals, bookId }: { renewals: number; bookId: string },
  rules: Rules,
): Promise<DeskNotice[]> {
  const notices: DeskNotice[] = []
  if (rules.blockedNote !== '') notices.push(notice('blocked', { note: rules.blockedNote }))
  if (isExpired(rules)) notices.push(notice('expired', { canGoOn: true, day: rules.expiresOn }))
  if (renewals >= rules.renewals) notices.push(notice('renewals', { canGoOn: true, count: rules.renewals }))
  const waiting = await waitsInVain(tx, bookId, rules.id)
  if (waiting !== undefined)
    notices.push(notice('hold_waits', { canGoOn: true, person: (await findPerson(tx, waiting)) ?? null }))
  return notices
}
