import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { deskAct, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { selfServiceCorner } from '#base/db/tables/self-service-corner.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { keptAnswer } from '#lending/desk/shared/act-once.server.ts'
import { scanAnswerSchema } from '#lending/desk/desk.schema.ts'
import { findRules, type Rules } from '#lending/desk/shared/desk-views.server.ts'
import type { CornerAct, CornerState } from './corner.schema.ts'
import { firstNameOf } from './first-name.ts'

/** Milliseconds without a scan after which a turn is over. */
export const TURN = 20_000

type CornerRow = typeof selfServiceCorner.$inferSelect

/** Milliseconds until the turn is over, 0 where there is none. A turn that would last longer than any was begun before the clock was set back. */
function leftOf({ borrowerId, borrowerUntil }: CornerRow): number {
  const left = borrowerId !== null && borrowerUntil ? borrowerUntil.getTime() - now().getTime() : 0
  return left > 0 && left <= TURN ? left : 0
}

/** The borrower whose turn it is, with the rules of the group. */
export async function turnOf(tx: Transaction, row: CornerRow): Promise<Rules | undefined> {
  return row.borrowerId !== null && leftOf(row) > 0 ? findRules(tx, row.borrowerId) : undefined
}

/** What the page of a corner shows. Ends a turn that is over, so that nobody's name stays in the row. Throws CORNER_CLOSED where it has ended. */
export async function cornerState(tx: Transaction, id: string): Promise<CornerState> {
  const [row] = await tx.select().from(selfServiceCorner).where(eq(selfServiceCorner.id, id))
  if (!row || row.endedAt) throw createError('CORNER_CLOSED')
  const rules = row.lockedAt ? undefined : await turnOf(tx, row)
  if (!rules && row.borrowerId !== null) await clearTurn(tx, row.id, row.borrowerUntil)
  return {
    name: row.name,
    returnsWithoutCard: row.returnsWithoutCard,
    isLocked: row.lockedAt !== null,
    turn: rules
      ? {
          firstName: firstNameOf(rules.name),
          have: await tx.$count(loan, and(eq(loan.borrowerId, rules.id), isOpenLoan, isNull(loan.setId))),
          most: rules.booksAtATime,
          left: leftOf(row),
          acts: await actsOf(tx, row, rules.id),
        }
      : null,
  }
}

/** Ends the turn of whoever it is; with `until` only the turn that lasts until then. */
export async function clearTurn(tx: Transaction, id: string, until?: Date | null): Promise<void> {
  await tx
    .update(selfServiceCorner)
    .set({ borrowerId: null, borrowerUntil: null, turnStartedAt: null })
    .where(and(eq(selfServiceCorner.id, id), until ? eq(selfServiceCorner.borrowerUntil, until) : undefined))
}

/** What was lent and came back in this turn, the latest last; of a copy the latest alone. */
async function actsOf(tx: Transaction, { id, turnStartedAt }: CornerRow, borrowerId: string): Promise<CornerAct[]> {
  if (!turnStartedAt) return []
  const rows = await tx
    .select({ actId: deskAct.id, copyId: deskAct.copyId, answer: deskAct.answer })
    .from(deskAct)
    .where(
      and(
        eq(deskAct.cornerId, id),
        gte(deskAct.at, turnStartedAt),
        eq(deskAct.borrowerId, borrowerId),
        inArray(deskAct.result, ['lent', 'returned']),
        isNull(deskAct.undoneAt),
      ),
    )
    .orderBy(asc(deskAct.at), asc(deskAct.id))
  const latest = new Map(rows.map(({ actId, copyId }) => [copyId, actId]))
  return rows.flatMap(({ actId, copyId, answer }) => {
    const { result, book, loan: made } = scanAnswerSchema.parse(keptAnswer(answer))
    if (!book || latest.get(copyId) !== actId) return []
    const { id: bookId, title, author, genre } = book
    return [
      { actId, book: { id: bookId, title, author, genre }, dueOn: result === 'lent' ? (made?.dueOn ?? null) : null },
    ]
  })
}
