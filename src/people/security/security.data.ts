import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import type { SecuritySearch } from './security-search.schema.ts'
import { securityRouter } from './security.router.server.ts'
import type { SecurityEventPage, securityLogInputSchema, SecurityPage, securityPlaceSchema } from './security.schema.ts'

const listOwnSignIns = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof securityPlaceSchema>) => input)
  .handler(({ data }) => callProcedure(securityRouter.listOwn, data))

/** The user's own sign-ins, newest first. */
export const ownSignInsQuery = infiniteQueryOptions({
  queryKey: ['account', 'sign-ins'],
  queryFn: ({ pageParam, signal }) => listOwnSignIns({ data: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: (page: SecurityPage) => page.nextCursor,
  // Covers the time until hydration, since the server has sent the data already.
  staleTime: 10_000,
})

const listSecurityLog = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof securityLogInputSchema>) => input)
  .handler(({ data }) => callProcedure(securityRouter.list, data))

/** The security log, newest first. */
export const securityLogQuery = ({ searchTerm, event }: SecuritySearch) =>
  infiniteQueryOptions({
    queryKey: ['security', searchTerm, event ?? ''],
    queryFn: ({ pageParam, signal }) =>
      listSecurityLog({
        data: { searchTerm, ...(event && { kind: event }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: SecurityEventPage) => page.nextCursor,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
