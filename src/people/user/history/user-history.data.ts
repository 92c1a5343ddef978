import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { userHistoryRouter } from './user-history.router.server.ts'

const listUserVersions = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(userHistoryRouter.versions, data))

/** The versions of a user, by the entries of their activity; refetched together with the activity. */
export const userVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['activity', 'user-versions', id],
    queryFn: ({ signal }) => listUserVersions({ data: { id }, signal }),
    staleTime: 10_000,
  })
