import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { OWN_SESSIONS_KEY } from '#kit/me/me.data.ts'
import type { userIdSchema } from '#base/auth/user-id.schema.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { changesSession } from '#base/rpc/session-middleware.ts'
import { sessionRouter } from './session.router.server.ts'
import type { sessionIdSchema, userSessionIdSchema } from './session.schema.ts'

type UserId = z.input<typeof userIdSchema>

const listOwnSessions = createServerFn({ method: 'GET' }).handler(() => callProcedure(sessionRouter.listOwn, undefined))

/** Ends one of the user's own sessions. NOT_FOUND, IMPERSONATING. */
export const revokeOwnSession = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: z.input<typeof sessionIdSchema>) => input)
  .handler(({ data }) => callProcedure(sessionRouter.revokeOwn, data))

const listUserSessions = createServerFn({ method: 'GET' })
  .validator((input: UserId) => input)
  .handler(async ({ data }) => {
    const { items } = await callProcedure(sessionRouter.list, data)
    return items
  })

/** Ends one session of a user. NOT_FOUND. */
export const revokeUserSession = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: z.input<typeof userSessionIdSchema>) => input)
  .handler(({ data }) => callProcedure(sessionRouter.revoke, data))

/** Ends all sessions of a user; returns their number. */
export const revokeUserSessions = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: UserId) => input)
  .handler(({ data }) => callProcedure(sessionRouter.revokeAll, data))

/** The user's own sessions. */
export const ownSessionsQuery = queryOptions({
  queryKey: OWN_SESSIONS_KEY,
  queryFn: () => listOwnSessions(),
  // Covers the time until hydration, since the server has sent the data already.
  staleTime: 10_000,
})

/** The sessions of a user; under the user's key, so that they are removed from the cache together. */
export const userSessionsQuery = (id: string) =>
  queryOptions({ queryKey: ['user', 'get', id, 'sessions'], queryFn: () => listUserSessions({ data: { id } }) })

/** Refetches the user's own sessions after some were ended. */
export function useRefreshOwnSessions() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(ownSessionsQuery)
}
