import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { bookHistoryRouter } from './book-history.router.server.ts'

const listVersions = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(bookHistoryRouter.versions, data))

/** The versions of a book, by the entries of its activity; refetched together with the activity. */
export const bookVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['activity', 'versions', id],
    queryFn: ({ signal }) => listVersions({ data: { id }, signal }),
    staleTime: 10_000,
  })
