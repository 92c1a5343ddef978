import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { OfflinePart } from '#kit/slice.ts'
import { mayHaveOfflineCatalogue } from '#kit/offline/shared/offline-mark.ts'
import { ownLoansQuery } from '../own/own-loan.data.ts'

const HASH = hashKey(ownLoansQuery.queryKey)

/** Keeps the own loans on this device, beside the offline catalogue, as often as the server says them. */
function watch(queryClient: QueryClient): () => void {
  keepNow(queryClient)
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== HASH) return
    // What was recalled is kept already.
    if (event.action.type === 'success' && !event.action.manual) keepNow(queryClient)
  })
}

/** Keeps what the page has, where there is an offline catalogue. */
function keepNow(queryClient: QueryClient): void {
  if (!mayHaveOfflineCatalogue() || queryClient.getQueryData(ownLoansQuery.queryKey) === undefined) return
  // Optional, as all that is kept on the device: an error changes nothing.
  void import('../own/kept-own-loans.ts').then(
    (kept) => kept.keepOwnLoans(queryClient, ownLoansQuery.queryKey),
    () => undefined,
  )
}

/** The own loans, kept beside the offline catalogue. */
export const ownLoansOffline: OfflinePart = { watch, keepNow }
