import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { isOpenLoan, isUnsettledLoan, loan } from '#base/db/tables/loan.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { requireId } from '#base/rpc/not-found.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { findSet, selectSets, setsOf, type SetState } from '#lending/loan/shared/class-sets.server.ts'
import {
  classSetIdSchema,
  classSetSchema,
  classSetsSchema,
  ofBookSchema,
  ofBorrowerSchema,
  wholeSetSchema,
  type ClassSet,
  type SetCopy,
} from './class-set.schema.ts'

const shown = (state: SetState): ClassSet => ({ ...state, isLate: state.dueOn !== null && state.dueOn < libraryDay() })

/** The class sets of which a copy is out or owed, the latest first. */
const list = procedure('loan:read')
  .output(classSetsSchema)
  .handler(async () => {
    const unsettled = db
      .selectDistinct({ id: sql<string>`${loan.setId}` })
      .from(loan)
      .where(and(isNotNull(loan.setId), isUnsettledLoan))
    return (await selectSets(db, inArray(loan.setId, unsettled))).map(shown)
  })

/** The class sets with copies of a book that are out, the latest first. */
const ofBook = procedure('loan:read')
  .input(ofBookSchema)
  .output(classSetsSchema)
  .handler(async ({ input }) => {
    const sets = await selectSets(db, eq(copy.bookId, input.bookId))
    return sets.filter(({ out }) => out > 0).map(shown)
  })

/** The class sets of which a borrower has copies. */
const ofBorrower = procedure('loan:read')
  .input(ofBorrowerSchema)
  .output(classSetsSchema)
  .handler(async ({ input }) => (await setsOf(db, input.borrowerId)).map(shown))

/** A class set with its copies. NOT_FOUND, also once its lending was taken back. */
const get = procedure('loan:read')
  .input(classSetIdSchema)
  .output(wholeSetSchema)
  .handler(async ({ input }) => {
    const id = requireId(input.id)
    const state = await findSet(db, id)
    if (!state) throw createError('NOT_FOUND')
    return { ...classSetSchema.parse(shown(state)), copies: await copiesOfSet(id) }
  })

async function copiesOfSet(setId: string): Promise<SetCopy[]> {
  const rows = await db
    .select({
      loanId: loan.id,
      copyId: loan.copyId,
      number: copy.number,
      isOut: isOpenLoan,
      dueOn: loan.dueOn,
      returnedAt: loan.returnedAt,
      lostAt: loan.lostAt,
      settledAs: loan.settledAs,
    })
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .where(eq(loan.setId, setId))
    .orderBy(copy.sortNumber)
  const today = libraryDay()
  return rows.map(({ loanId, copyId, number, isOut, dueOn, returnedAt, lostAt, settledAs }) => {
    const ended = returnedAt ?? lostAt
    return {
      loanId,
      copyId,
      number,
      state: isOut ? 'out' : returnedAt ? 'back' : settledAs === null ? 'owed' : 'settled',
      day: ended ? libraryDay(ended) : dueOn,
      isLate: isOut && dueOn < today,
    }
  })
}

/** The procedures that read class sets; what is done with them are acts of the desk. */
export const classSetRouter = { list, ofBook, ofBorrower, get }
