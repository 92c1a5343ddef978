import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { mayHaveOfflineCatalogue } from '#kit/offline/shared/offline-mark.ts'
import { fromThrown, localError } from '#base/errors/local-error.ts'
import { inTime } from '#base/lib/connection/check-connection.ts'
import { connectionLostSince } from '#base/lib/connection/connection.ts'
import { isWithoutAnswer } from '#base/lib/connection/without-answer.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { ownLoanRouter } from './own-loan.router.server.ts'

const getLendingOfBook = createServerFn({ method: 'GET' })
  .validator((input: { bookId: string }) => input)
  .handler(({ data }) => callProcedure(ownLoanRouter.ofBook, data))

const listOwnLoans = createServerFn({ method: 'GET' }).handler(() => callProcedure(ownLoanRouter.list, undefined))

/** Renews an own loan. RENEWALS_USED, BOOK_RESERVED, NOT_FOUND, NO_BORROWER. */
export const renewOwnLoan = createServerFn({ method: 'POST' })
  .validator((loanId: string) => ({ loanId }))
  .handler(({ data }) => callProcedure(ownLoanRouter.renew, data))

/** Reserves a book. NOTHING_LENT, BOOK_ON_SHELF, BOOK_IS_YOURS, NO_COPY, HOLD_LIMIT, NO_BORROWER. */
export const reserveBook = createServerFn({ method: 'POST' })
  .validator((bookId: string) => ({ bookId }))
  .handler(({ data }) => callProcedure(ownLoanRouter.reserve, data))

/** Cancels an own reservation. NO_BORROWER. */
export const cancelOwnHold = createServerFn({ method: 'POST' })
  .validator((holdId: string) => ({ holdId }))
  .handler(({ data }) => callProcedure(ownLoanRouter.cancel, data))

/** Takes the cancellation of an own reservation back. NO_BORROWER, HOLD_LIMIT, NOT_UNDOABLE. */
export const restoreOwnHold = createServerFn({ method: 'POST' })
  .validator((holdId: string) => ({ holdId }))
  .handler(({ data }) => callProcedure(ownLoanRouter.restore, data))

/** All that readers see of lending. */
export const OWN_LOANS_KEY = ['own-loan']
/** Milliseconds: others lend and return meanwhile. */
const FRESH = 10_000

/** What a reader sees of the copies of a book. */
export const bookLendingQuery = (bookId: string) =>
  queryOptions({
    queryKey: [...OWN_LOANS_KEY, 'ofBook', bookId],
    queryFn: () => getLendingOfBook({ data: { bookId } }),
    staleTime: FRESH,
    // Optional: the page of a book is complete without what is said of its copies.
    retry: false,
  })

/**
 * The own loans and reservations; null without a linked borrower. Without an answer in time it fails, with what this device
 * keeps as its data.
 */
export const ownLoansQuery = queryOptions({
  queryKey: [...OWN_LOANS_KEY, 'list'],
  queryFn: async ({ client, queryKey }) => {
    if (typeof document === 'undefined') return listOwnLoans()
    try {
      // Whoever has waited for the server once does not wait again.
      if (connectionLostSince()) throw localError('NETWORK')
      return await inTime(listOwnLoans())
    } catch (thrown) {
      if (isWithoutAnswer(fromThrown(thrown).status) && mayHaveOfflineCatalogue()) {
        // The code that reads kept loans may not be on this device.
        const kept = await import('./kept-own-loans.ts').catch(() => undefined)
        await kept?.recallOwnLoans(client, queryKey)
      }
      throw thrown
    }
  },
  staleTime: FRESH,
})
