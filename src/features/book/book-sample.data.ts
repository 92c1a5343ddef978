import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { run } from '#rpc/run.server.ts'
import { bookSampleRouter } from './book-sample.router.server.ts'

const countSampleBooks = createServerFn({ method: 'GET' }).handler(() => run(bookSampleRouter.counts, undefined))

/** Removes the unchanged sample books. */
export const removeSampleBooks = createServerFn({ method: 'POST' }).handler(() =>
  run(bookSampleRouter.remove, undefined),
)

/** How many sample books there are; managers only. */
export const samplesQuery = queryOptions({
  queryKey: ['book', 'samples'],
  queryFn: () => countSampleBooks(),
  staleTime: 60_000,
})
