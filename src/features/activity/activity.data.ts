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

/** Begins every key of a query about activity. */
const ACTIVITY_KEY = ['activity']

const pages = {
  initialPageParam: '',
  getNextPageParam: (page: ActivityPage) => page.nextCursor,
  staleTime: 10_000,
}

/** What was done lately, for the dashboard: ten at most. */
export const recentActivityQuery = queryOptions({
  queryKey: [...ACTIVITY_KEY, 'recent'],
  queryFn: () => listRecentActivity(),
  staleTime: 10_000,
})

/** What was done to one of a noun, and by a user. */
export const activityQuery = (kind: RecordedNoun, id: string) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [...ACTIVITY_KEY, kind, id],
    queryFn: ({ pageParam, signal }) =>
      listActivityOf({ data: { kind, id, ...(pageParam && { cursor: pageParam }) }, signal }),
  })
