import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { bookSampleRouter } from './book-sample.router.server.ts'

const countSampleBooks = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(bookSampleRouter.counts, undefined),
)

/** Removes the unchanged sample books. */
export const removeSampleBooks = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(bookSampleRouter.remove, undefined),
)

/** Number of sample books; managers only. */
export const samplesQuery = queryOptions({
  queryKey: ['book', 'samples'],
  queryFn: () => countSampleBooks(),
  staleTime: 60_000,
})
