import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { activityRouter } from './activity.router.server.ts'
import type { activityOfInputSchema, ActivityPage } from './activity.schema.ts'

const listRecentActivity = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(activityRouter.recent, undefined),
)

const listBookActivity = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof activityOfInputSchema>) => input)
  .handler(({ data }) => callProcedure(activityRouter.ofBook, data))

const listUserActivity = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof activityOfInputSchema>) => input)
  .handler(({ data }) => callProcedure(activityRouter.ofUser, data))

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

/** What was done to a book. */
export const bookActivityQuery = (id: string) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [...ACTIVITY_KEY, 'book', id],
    queryFn: ({ pageParam, signal }) =>
      listBookActivity({ data: { id, ...(pageParam && { cursor: pageParam }) }, signal }),
  })

/** What was done to a user, and by that user. */
export const userActivityQuery = (id: string) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [...ACTIVITY_KEY, 'user', id],
    queryFn: ({ pageParam, signal }) =>
      listUserActivity({ data: { id, ...(pageParam && { cursor: pageParam }) }, signal }),
  })
