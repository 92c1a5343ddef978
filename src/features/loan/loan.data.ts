import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { growingQuery } from '#lib/list/growing-query.ts'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { holdRouter } from './hold.router.server.ts'
import { loanRouter } from './loan.router.server.ts'

const listLoansOfBook = createServerFn({ method: 'GET' })
  .validator((input: { bookId: string }) => input)
  .handler(({ data }) => callProcedure(loanRouter.list, { ...data, limit: 100 }))

const listLoansOfBorrower = createServerFn({ method: 'GET' })
  .validator((input: { borrowerId: string }) => input)
  .handler(({ data }) => callProcedure(loanRouter.list, { ...data, limit: 100 }))

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

/** The open loans of a borrower, a hundred at most. */
export const loansOfBorrowerQuery = (borrowerId: string) =>
  queryOptions({
    queryKey: ['borrower', 'loans', borrowerId],
    queryFn: () => listLoansOfBorrower({ data: { borrowerId } }),
  })

/** The past loans of a borrower that are remembered, page by page: the security log notes who looks at them. */
export const pastLoansQuery = (borrowerId: string) =>
  growingQuery(['borrower', 'past loans', borrowerId], (page, signal) =>
    listPastLoans({ data: { borrowerId, ...page }, ...(signal && { signal }) }),
  )
