import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { growingQuery } from '#base/lib/list/growing-query.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { holdRouter } from './hold.router.server.ts'
import type { holdInputSchema, loanLossSchema, loanSettlementSchema } from './loan.schema.ts'
import { loanRouter } from './loan.router.server.ts'

const listLoansOfBook = createServerFn({ method: 'GET' })
  .validator((input: { bookId: string }) => input)
  .handler(({ data }) => callProcedure(loanRouter.list, { ...data, limit: 100 }))

const listOwedOfBook = createServerFn({ method: 'GET' })
  .validator((input: { bookId: string }) => input)
  .handler(({ data }) => callProcedure(loanRouter.list, { ...data, state: 'owed', limit: 100 }))

const getLendingOfBorrower = createServerFn({ method: 'GET' })
  .validator((input: { borrowerId: string }) => input)
  .handler(({ data }) => callProcedure(loanRouter.ofBorrower, data))

/** Ends an open loan as lost. LOAN_STATE. */
export const loseLoan = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof loanLossSchema>) => input)
  .handler(({ data }) => callProcedure(loanRouter.lose, data))

/** Settles what is owed for a lost copy. LOAN_STATE. */
export const settleLoan = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof loanSettlementSchema>) => input)
  .handler(({ data }) => callProcedure(loanRouter.settle, data))

/** Takes a settlement of today back. NOT_UNDOABLE. */
export const unsettleLoan = createServerFn({ method: 'POST' })
  .validator((id: string) => ({ id }))
  .handler(({ data }) => callProcedure(loanRouter.unsettle, data))

/** Lets a borrower wait for a book. HOLD_TAKEN. */
export const placeHold = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof holdInputSchema>) => input)
  .handler(({ data }) => callProcedure(holdRouter.create, data))

/** Cancels a hold. NOT_FOUND. */
export const cancelHold = createServerFn({ method: 'POST' })
  .validator((id: string) => ({ id }))
  .handler(({ data }) => callProcedure(holdRouter.remove, data))

/** Takes the cancellation of a hold back. NOT_UNDOABLE. */
export const restoreHold = createServerFn({ method: 'POST' })
  .validator((id: string) => ({ id }))
  .handler(({ data }) => callProcedure(holdRouter.restore, data))

const listPastLoans = createServerFn({ method: 'GET' })
  .validator((input: { borrowerId: string; cursor?: string; limit?: number }) => input)
  .handler(({ data }) => callProcedure(loanRouter.list, { ...data, state: 'returned' }))

const listHoldsOfBook = createServerFn({ method: 'GET' })
  .validator((input: { bookId: string }) => input)
  .handler(({ data }) => callProcedure(holdRouter.list, data))

/** The open loans of a book, a hundred at most. */
export const loansOfBookQuery = (bookId: string) =>
  queryOptions({ queryKey: ['copy', 'loans', bookId], queryFn: () => listLoansOfBook({ data: { bookId } }) })

/** Who waits for a book. */
export const holdsOfBookQuery = (bookId: string) =>
  queryOptions({ queryKey: ['copy', 'holds', bookId], queryFn: () => listHoldsOfBook({ data: { bookId } }) })

/** The lost copies of a book that are owed, a hundred at most. */
export const owedOfBookQuery = (bookId: string) =>
  queryOptions({ queryKey: ['copy', 'owed', bookId], queryFn: () => listOwedOfBook({ data: { bookId } }) })

/** What a borrower owes, has and waits for. */
export const lendingOfBorrowerQuery = (borrowerId: string) =>
  queryOptions({
    queryKey: ['borrower', 'lending', borrowerId],
    queryFn: () => getLendingOfBorrower({ data: { borrowerId } }),
  })

/** The past loans of a borrower that are remembered, page by page: the security log notes who looks at them. */
export const pastLoansQuery = (borrowerId: string) =>
  growingQuery(['borrower', 'past loans', borrowerId], (page, signal) =>
    listPastLoans({ data: { borrowerId, ...page }, ...(signal && { signal }) }),
  )
