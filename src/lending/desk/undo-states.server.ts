import { and, eq, inArray, isNull, max, or } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { deskAct, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { setLoansOf, undoableOf } from './set/undo-set.server.ts'

/**
 * Whether an act can be taken back: `later` where something was done with its copy after it, which is taken back first;
 * `changed` where what it did is not there any more, it is of another day or was taken back.
 */
export type UndoState = 'possible' | 'later' | 'changed'

type Act = Pick<typeof deskAct.$inferSelect, 'id' | 'at' | 'copyId' | 'isChange' | 'undo' | 'undoneAt'>

/** Whether each of several acts could be taken back now (`undoAtDesk`), in four queries. */
export async function undoStates(on: Queryable, acts: readonly Act[]): Promise<Map<string, UndoState>> {
  const facts = await factsOf(on, acts)
  return new Map(acts.map((act) => [act.id, stateOf(act, facts)]))
}

type LoanRow = Pick<
  typeof loan.$inferSelect,
  'id' | 'copyId' | 'borrowerId' | 'classId' | 'returnedAt' | 'lostAt' | 'settledAs'
>

const isKnown = ({ borrowerId, classId }: LoanRow): boolean => borrowerId !== null || classId !== null

interface Facts {
  /** The condition of each copy that is there. */
  conditions: ReadonlyMap<string, string>
  /** When each copy was changed last at a desk, by an act that was not taken back. */
  lastActs: ReadonlyMap<string | null, Date | null>
  loans: ReadonlyMap<string, LoanRow>
  /** The open loan of each copy. */
  open: ReadonlyMap<string, string>
  /** The loans of class sets that can be as they were before. */
  undoable: ReadonlySet<string>
}

async function factsOf(on: Queryable, acts: readonly Act[]): Promise<Facts> {
  const copyIds = [...new Set(acts.flatMap(({ copyId }) => copyId ?? []))]
  const loanIds = acts.flatMap(({ undo }) =>
    [undo?.lent, undo?.returned, undo?.settled, ...(undo?.renewed?.map(({ id }) => id) ?? [])].filter(
      (id) => id !== undefined,
    ),
  )
  const items = await on.select({ id: copy.id, condition: copy.condition }).from(copy).where(inArray(copy.id, copyIds))
  const last = await on
    .select({ copyId: deskAct.copyId, at: max(deskAct.at) })
    .from(deskAct)
    .where(and(inArray(deskAct.copyId, copyIds), eq(deskAct.isChange, true), isNull(deskAct.undoneAt)))
    .groupBy(deskAct.copyId)
  const loans = await on
    .select({
      id: loan.id,
      copyId: loan.copyId,
      borrowerId: loan.borrowerId,
      classId: loan.classId,
      returnedAt: loan.returnedAt,
      lostAt: loan.lostAt,
      settledAs: loan.settledAs,
    })
    .from(loan)
    .where(or(inArray(loan.id, loanIds), and(inArray(loan.copyId, copyIds), isOpenLoan)))
  return {
    conditions: new Map(items.map(({ id, condition }) => [id, condition])),
    lastActs: new Map(last.map(({ copyId, at }) => [copyId, at])),
    loans: new Map(loans.map((row) => [row.id, row])),
    undoable: await undoableOf(on, acts),
    open: new Map(loans.filter(isOpen).map(({ id, copyId }) => [copyId, id])),
  }
}

const isOpen = ({ returnedAt, lostAt }: LoanRow): boolean => returnedAt === null && lostAt === null

function stateOf({ at, copyId, isChange, undo, undoneAt }: Act, facts: Facts): UndoState {
  if (undoneAt || !isChange || !undo || libraryDay(at) !== libraryDay()) return 'changed'
  if (undo.renewed) return undo.renewed.some(({ id }) => facts.loans.has(id)) ? 'possible' : 'changed'
  if (undo.set) return setLoansOf(undo.set).some((id) => facts.undoable.has(id)) ? 'possible' : 'changed'
  const condition = copyId === null ? undefined : facts.conditions.get(copyId)
  if (copyId === null || condition === undefined) return 'changed'
  const last = facts.lastActs.get(copyId)
  if (last && last > at) return 'later'
  // The loan that the act has opened is the open one, or there is none.
  if (facts.open.get(copyId) !== undo.lent) return 'changed'
  const returned = undo.returned === undefined ? undefined : facts.loans.get(undo.returned)
  if (undo.returned !== undefined) {
    const isAsReturned = returned && isKnown(returned) && returned.returnedAt !== null && returned.lostAt === null
    // A lost copy has no open loan.
    if (!isAsReturned || condition === 'lost') return 'changed'
  }
  const settled = undo.settled === undefined ? undefined : facts.loans.get(undo.settled)
  if (undo.settled !== undefined && !(settled && isKnown(settled) && settled.settledAs === 'back')) return 'changed'
  return 'possible'
}
