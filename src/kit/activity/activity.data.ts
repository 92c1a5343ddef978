import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { growingQuery } from '#base/lib/list/growing-query.ts'
import type { RecordedNoun } from '#nouns.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { activityRouter } from './activity.router.server.ts'
import type {
  ActivityLine,
  activityLinesInputSchema,
  activityListInputSchema,
  activityOfInputSchema,
  ActivityPage,
} from './activity.schema.ts'
import type { ActivityFilter } from './activity-search.schema.ts'

const listRecentActivity = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(activityRouter.recent, undefined),
)

const listActivityOf = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof activityOfInputSchema>) => input)
  .handler(({ data }) => callProcedure(activityRouter.of, data))

const listLines = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof activityLinesInputSchema>) => input)
  .handler(({ data }) => callProcedure(activityRouter.lines, data))

const listEntries = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof activityListInputSchema>) => input)
  .handler(({ data }) => callProcedure(activityRouter.list, data))

const listActors = createServerFn({ method: 'GET' })
  .validator((input: { chosen?: string }) => input)
  .handler(({ data }) => callProcedure(activityRouter.listActors, data))

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

/** The lines of a filter, which grow by 'Load more'. */
export const activityLinesQuery = (filter: ActivityFilter) =>
  growingQuery([...ACTIVITY_KEY, 'lines', filter], (page, signal) =>
    listLines({ data: { ...filter, ...page }, ...(signal && { signal }) }),
  )

/** The single entries of a burst, which a filter has found. */
export const burstQuery = (filter: ActivityFilter, { id, lastId }: Pick<ActivityLine, 'id' | 'lastId'>) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [...ACTIVITY_KEY, 'burst', filter, id, lastId],
    // The first page begins with `id`, the newest entry: a page has the entries below its cursor.
    queryFn: ({ pageParam, signal }) =>
      listEntries({ data: { ...filter, lastId, cursor: pageParam || String(id + 1) }, signal }),
  })

/** Users whose changes the activity can be narrowed to; a chosen one is among them. */
export function actorsQuery(actor: ActivityFilter['actor']) {
  const chosen = actor === 'operator' || actor === 'system' ? undefined : actor
  return queryOptions({
    queryKey: [...ACTIVITY_KEY, 'actors', chosen],
    queryFn: () => listActors({ data: chosen === undefined ? {} : { chosen } }),
    staleTime: 60_000,
  })
}
