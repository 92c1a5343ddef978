import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { CurrentSession } from '#auth/session/session.server.ts'
import type { Transaction } from '#db/actor.server.ts'
import { copy } from '#db/tables/copy.ts'
import { hold, loan } from '#db/tables/loan.ts'
import { createError } from '#errors/create-error.server.ts'
import { openDayIn } from '#features/loan/shared/due-day.server.ts'
import { actOnce } from './act-once.server.ts'
import type { DeskNotice } from './desk-parts.schema.ts'
import { renewAnswerSchema, type RenewAnswer, type RenewInput } from './desk.schema.ts'
import { deskBorrower, findPerson, findRules, lockBorrower, type Rules } from './desk-views.server.ts'
import { notice } from './lend-copy.server.ts'

/** Renews an open loan of a borrower, or all of them: each from today on, and none shortened. NOT_FOUND without it. */
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
      const answer: Omit<RenewAnswer, 'borrower'> = { actId, renewed: [], refused: [] }
      const former: { id: string; dueOn: string }[] = []
      for (const one of open) {
        const stops = await renewalRefusals(tx, one, rules)
        if (stops.some(({ code, canGoOn }) => !canGoOn || !accepted.includes(code))) {
          answer.refused.push({ loanId: one.id, notices: stops })
          continue
        }
        const later = one.dueOn > dueOn ? one.dueOn : dueOn
        await tx
          .update(loan)
          .set({ dueOn: later, renewals: sql`${loan.renewals} + 1` })
          .where(eq(loan.id, one.id))
        former.push({ id: one.id, dueOn: one.dueOn })
        answer.renewed.push({ loanId: one.id, dueOn: later })
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
    .where(
      and(
        eq(loan.borrowerId, borrowerId),
        isNull(loan.returnedAt),
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
  if (renewals >= rules.renewals) notices.push(notice('renewals', { canGoOn: true, count: rules.renewals }))
  const [waiting] = await tx
    .select({ borrowerId: hold.borrowerId })
    .from(hold)
    .where(and(eq(hold.bookId, bookId), isNull(hold.copyId)))
    .orderBy(asc(hold.placedAt))
    .limit(1)
  if (waiting)
    notices.push(notice('hold_waits', { canGoOn: true, person: (await findPerson(tx, waiting.borrowerId)) ?? null }))
  return notices
}
