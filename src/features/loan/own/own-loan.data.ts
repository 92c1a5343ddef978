import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { mayHaveOfflineCatalogue } from '#features/offline/shared/offline-mark.ts'
import { fromThrown, localError } from '#errors/local-error.ts'
import { inTime } from '#lib/connection/check-connection.ts'
import { connectionLostSince } from '#lib/connection/connection.ts'
import { isWithoutAnswer } from '#lib/connection/without-answer.ts'
import { isUuid } from '#lib/uuid.ts'
import { callProcedure } from '#rpc/call-procedure.server.ts'
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
    // Optional: the page is complete without it.
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
        // Its code may not be there.
        const kept = await import('./kept-own-loans.ts').catch(() => undefined)
        await kept?.recallOwnLoans(client, queryKey)
      }
      throw thrown
    }
  },
  staleTime: FRESH,
})

/** Milliseconds that the page of a book waits for it in the browser. */
const WAIT = 1000

/** Loads what a reader sees of the copies of a book. It is optional, and only the server waits for it whatever it takes. */
export async function loadBookLending(queryClient: QueryClient, bookId: string): Promise<void> {
  // The address of no book leads to a page of its own.
  if (connectionLostSince() || !isUuid(bookId)) return
  const loaded = queryClient.query(bookLendingQuery(bookId)).catch(() => undefined)
  if (typeof document === 'undefined') await loaded
  else await Promise.race([inTime(loaded).catch(() => undefined), new Promise((resolve) => setTimeout(resolve, WAIT))])
}
