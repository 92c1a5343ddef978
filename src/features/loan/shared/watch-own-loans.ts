import { hashKey, type QueryClient } from '@tanstack/react-query'
import { mayHaveOfflineCatalogue } from '#features/offline/shared/offline-mark.ts'
import { ownLoansQuery } from '../own/own-loan.data.ts'

const HASH = hashKey(ownLoansQuery.queryKey)

/** Keeps the own loans on this device, beside the offline catalogue, as often as the server says them. */
export function watchOwnLoans(queryClient: QueryClient): () => void {
  keepOwnLoansNow(queryClient)
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== HASH) return
    // What was recalled is kept already.
    if (event.action.type === 'success' && !event.action.manual) keepOwnLoansNow(queryClient)
  })
}

/** Keeps what the page has, where there is an offline catalogue. */
export function keepOwnLoansNow(queryClient: QueryClient): void {
  if (!mayHaveOfflineCatalogue() || queryClient.getQueryData(ownLoansQuery.queryKey) === undefined) return
  // Optional, as all that is kept.
  void import('../own/kept-own-loans.ts').then(
    (kept) => kept.keepOwnLoans(queryClient, ownLoansQuery.queryKey),
    () => undefined,
  )
}
