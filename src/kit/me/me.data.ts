import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { meRouter } from './me.router.server.ts'

/** The signed-in user; null when signed out. */
export const getCurrentUser = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(meRouter.current, undefined),
)

/** The ban that ended this browser's session; null for none. */
export const getBan = createServerFn({ method: 'GET' }).handler(() => callProcedure(meRouter.ban, undefined))

/** The current user, or null. Every guard reads it; shell/session-watch.ts refetches it when it may have changed. */
export const currentUserQuery = queryOptions({
  queryKey: ['account', 'current'],
  queryFn: () => getCurrentUser(),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The sessions of the current user; here, since they are refreshed with their name and address. */
export const OWN_SESSIONS_KEY = ['account', 'sessions']
