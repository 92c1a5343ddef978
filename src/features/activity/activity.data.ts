import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import type { RecordedNoun } from '#nouns.ts'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { activityRouter } from './activity.router.server.ts'
import type { activityOfInputSchema, ActivityPage } from './activity.schema.ts'

const listRecentActivity = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(activityRouter.recent, undefined),
)

const listActivityOf = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof activityOfInputSchema>) => input)
  .handler(({ data }) => callProcedure(activityRouter.of, data))

/** The first part of the keys of all activity queries. */
const ACTIVITY_KEY = ['activity']

const pages = {
  initialPageParam: '',
  getNextPageParam: (page: ActivityPage) => page.nextCursor,
  staleTime: 10_000,
}

/** The latest activity for the dashboard, ten entries at most. */
export const recentActivityQuery = queryOptions({
  queryKey: [...ACTIVITY_KEY, 'recent'],
  queryFn: () => listRecentActivity(),
  staleTime: 10_000,
})

/** The activity on one item; for a user also by them. */
export const activityQuery = (kind: RecordedNoun, id: string) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [...ACTIVITY_KEY, kind, id],
    queryFn: ({ pageParam, signal }) =>
      listActivityOf({ data: { kind, id, ...(pageParam && { cursor: pageParam }) }, signal }),
  })
