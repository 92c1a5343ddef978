import { and, count, desc, eq, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { recordExport } from '#base/auth/security/security-log.server.ts'
import { withActor } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { isOpenLoan, isOwedLoan, loan } from '#base/db/tables/loan.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { fileResponse } from '#base/lib/http/file-response.server.ts'
import { isUuid } from '#base/lib/uuid.ts'
import { documentFile, documentProblems } from '#base/openapi/document-problems.server.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import { procedure, type RpcContext } from '#base/rpc/procedure.server.ts'
import { borrowerLendingSchema, ofBorrowerInputSchema } from './borrower-lending.schema.ts'
import { lendingOfBorrower } from './borrower-lending.server.ts'
import { exportLoans } from './loan-export.server.ts'
import {
  loanIdSchema,
  loanListInputSchema,
  loanListSchema,
  loanLossSchema,
  loanSchema,
  loanSettlementSchema,
} from './loan.schema.ts'
import { endAsLost, settleLostLoan, unsettleLostLoan, type LoanChange } from './lose-loan.server.ts'
import { noteLook } from './note-look.server.ts'
import { daysLate } from './shared/due-day.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'

const columns = {
  id: loan.id,
  copyId: loan.copyId,
  number: copy.number,
  bookId: copy.bookId,
  title: book.title,
  borrowerId: loan.borrowerId,
  borrower: borrower.name,
  group: borrowerGroup.name,
  lentAt: loan.lentAt,
  dueOn: loan.dueOn,
  returnedAt: loan.returnedAt,
  lostAt: loan.lostAt,
  settledAs: loan.settledAs,
  renewals: loan.renewals,
  setId: loan.setId,
}

type WriteContext = Pick<RpcContext, 'storeResponse'> & { session: CurrentSession }

const STATES = {
  open: () => isOpenLoan,
  overdue: () => and(isOpenLoan, lt(loan.dueOn, libraryDay())),
  owed: () => isOwedLoan,
  returned: () => or(isNotNull(loan.returnedAt), isNotNull(loan.settledAs)),
  all: () => undefined,
} satisfies Record<z.output<typeof loanListInputSchema>['state'], () => SQL | undefined>

const selectLoans = (on: Queryable = db) =>
  on
    .select(columns)
    .from(loan)
    .leftJoin(copy, eq(copy.id, loan.copyId))
    .leftJoin(book, eq(book.id, copy.bookId))
    .leftJoin(borrower, eq(borrower.id, loan.borrowerId))
    // The borrower's group when the copy was lent: a loan that has forgotten its borrower still has it.
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, loan.groupId))

/** A page of loans with their total, the latest first. */
const list = procedure('loan:read')
  .route({
    method: 'GET',
    path: '/loans',
    operationId: 'listLoans',
    summary: 'List loans',
    description:
      'A page of loans, the latest first. The next one is asked for with `nextCursor` as `cursor`, and everything else as it was. That past loans were asked for (`returned`, `all`) is in the security log.',
    successDescription: 'A page of loans.',
    tags: ['Loans'],
  })
  .input(loanListInputSchema)
  .output(loanListSchema)
  .handler(async ({ input: { bookId, copyId, borrowerId, state, cursor, limit }, context: { session } }) => {
    if (cursor !== undefined && !isUuid(cursor))
      throw createError('VALIDATION_ERROR', { fields: { cursor: { key: 'cursor_invalid' } } })
    if (state === 'returned' || state === 'all') noteLook(session, borrowerId)
    const condition = and(
      bookId === undefined ? undefined : eq(copy.bookId, bookId),
      copyId === undefined ? undefined : eq(loan.copyId, copyId),
      borrowerId === undefined ? undefined : eq(loan.borrowerId, borrowerId),
      STATES[state](),
    )
    const [rows, [counted]] = await Promise.all([
      selectLoans()
        .where(and(condition, cursor === undefined ? undefined : lt(loan.id, sql`${cursor}::uuid`)))
        .orderBy(desc(loan.id))
        .limit(limit + 1),
      db.select({ total: count() }).from(loan).leftJoin(copy, eq(copy.id, loan.copyId)).where(condition),
    ])
    const items = rows.slice(0, limit).map((row) => ({ ...row, daysLate: daysLate(row) }))
    const nextCursor = rows.length > limit ? (items.at(-1)?.id ?? null) : null
    return { items, nextCursor, total: counted?.total ?? 0 }
  })

/** What a borrower owes, has and waits for, as their page shows it. NOT_FOUND. */
const ofBorrower = procedure('loan:read')
  .input(ofBorrowerInputSchema)
  .output(borrowerLendingSchema)
  .handler(({ input }) => lendingOfBorrower(input.borrowerId))

/** All loans as a file, with headings in the language of the request. */
const exportFile = procedure('loan:read')
  .route({
    method: 'GET',
    path: '/loans/export',
    operationId: 'exportLoans',
    summary: 'Export the loans',
    description:
      'All loans, open and ended, in the order in which they were made, as CSV (with a byte order mark; cells that a spreadsheet would take for a formula begin with an apostrophe). A borrower is named by the library card, as long as the loan has not forgotten who it was.',
    successDescription: 'The file.',
    tags: ['Loans'],
    spec: documentFile('text/csv'),
  })
  .handler(({ context: { session } }) => {
    recordExport(session.actor, { format: 'csv', what: 'loans' })
    return fileResponse(exportLoans(), 'text/csv; charset=utf-8', `maktaba-loans-${libraryDay()}.csv`)
  })

/** Makes a change of a loan, and answers the loan after it. */
const changeLoan = async (context: WriteContext, id: string, change: LoanChange) =>
  retryTransaction(() =>
    withActor(context.session.actor, async (tx) => {
      const loanId = requireId(id)
      await change(tx, loanId)
      const row = requireRow(await selectLoans(tx).where(eq(loan.id, loanId)))
      const changed = { ...row, daysLate: daysLate(row) }
      await context.storeResponse?.(changed)
      return changed
    }),
  )

/** Ends an open loan as lost, with its copy. LOAN_STATE for one that has ended; a lost one stays as it is. */
const lose = procedure('loan:update', { takenBack: 'undo' })
  .route({
    method: 'POST',
    path: '/loans/{id}/lost',
    operationId: 'loseLoan',
    summary: 'Say that a copy on loan is lost',
    description:
      'The loan ends, the copy is `lost`, and the borrower owes it until that is settled, or by `owes` nobody does.',
    successDescription: 'The loan, which is lost.',
    tags: ['Loans'],
    spec: documentProblems('LOAN_STATE'),
  })
  .input(loanLossSchema)
  .output(loanSchema)
  .handler(({ input: { id, owes }, context }) => changeLoan(context, id, (tx, loanId) => endAsLost(tx, loanId, owes)))

/** Settles what is owed for a lost copy. LOAN_STATE where nothing is; settled in the same way it stays as it is. */
const settle = procedure('loan:update', { takenBack: 'undo' })
  .route({
    method: 'POST',
    path: '/loans/{id}/settle',
    operationId: 'settleLoan',
    summary: 'Settle what is owed for a lost copy',
    description:
      'The borrower owes the copy no longer. One that is `back` can be lent again, or is put aside for who waits; in every other way the copy stays `lost`.',
    successDescription: 'The loan, which is settled.',
    tags: ['Loans'],
    spec: documentProblems('LOAN_STATE'),
  })
  .input(loanSettlementSchema)
  .output(loanSchema)
  .handler(({ input: { id, as }, context }) =>
    changeLoan(context, id, (tx, loanId) => settleLostLoan(tx, loanId, { as, userId: context.session.user.id })),
  )

/** Takes the settlement of today of a lost copy back. NOT_UNDOABLE for an older one, or after its copy was lent again. */
const unsettle = procedure('loan:update', { takenBack: 'undo' })
  .route({
    method: 'POST',
    path: '/loans/{id}/unsettle',
    operationId: 'unsettleLoan',
    summary: 'Take a settlement back',
    description:
      'A lost copy that was settled today is owed again. One that was `back` is `lost` again, unless it was lent meanwhile.',
    successDescription: 'The loan, which is owed.',
    tags: ['Loans'],
    spec: documentProblems('NOT_UNDOABLE'),
  })
  .input(loanIdSchema)
  .output(loanSchema)
  .handler(({ input, context }) => changeLoan(context, input.id, unsettleLostLoan))

export const loanRouter = { list, ofBorrower, exportFile, lose, settle, unsettle }
