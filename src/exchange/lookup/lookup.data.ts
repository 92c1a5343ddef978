import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { lookupRouter } from './lookup.router.server.ts'

const listLookupSources = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(lookupRouter.listSources, undefined),
)

// A POST, since it is more than reading: other servers are asked, and their answers kept.
const findByIsbn = createServerFn({ method: 'POST' })
  .validator((input: { isbn: string }) => input)
  .handler(({ data }) => callProcedure(lookupRouter.find, data))

/** The catalogues that may be asked; none where look-ups are off. They never change while the page lives. */
export const lookupSourcesQuery = queryOptions({
  queryKey: ['lookup', 'sources'],
  queryFn: () => listLookupSources(),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What they say of an ISBN; none is asked for an empty one. The server answers within some five seconds. */
export const lookupQuery = (isbn: string) =>
  queryOptions({
    queryKey: ['lookup', 'isbn', isbn],
    queryFn: ({ signal }) => findByIsbn({ data: { isbn }, signal }),
    enabled: isbn !== '',
    // A source that failed may answer at the next time.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
