import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { passkeyRouter } from './passkey.router.server.ts'

const listPasskeys = createServerFn({ method: 'GET' }).handler(() => callProcedure(passkeyRouter.list, undefined))

/** The user's own passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: () => listPasskeys(),
  // Covers the time until hydration, since the server has sent the data already.
  staleTime: 10_000,
})

/** Refetches the user's passkeys. */
export function useRefreshPasskeys() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
}
