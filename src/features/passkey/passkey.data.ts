import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { passkeyRouter } from './passkey.router.server.ts'
import type { passkeyIdSchema, passkeyRenameSchema } from './passkey.schema.ts'

const listPasskeys = createServerFn({ method: 'GET' }).handler(() => callProcedure(passkeyRouter.list, undefined))

export const renamePasskey = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof passkeyRenameSchema>) => input)
  .handler(({ data }) => callProcedure(passkeyRouter.rename, data))

export const removePasskey = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof passkeyIdSchema>) => input)
  .handler(({ data }) => callProcedure(passkeyRouter.remove, data))

export const removeLostPasskeys = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(passkeyRouter.removeLost, undefined),
)

const isPasskeyOffered = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(passkeyRouter.isOffered, undefined),
)

export const dismissPasskeyOffer = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(passkeyRouter.dismissOffer, undefined),
)

/** Whether to offer a passkey to this manager. */
export const passkeyOfferQuery = queryOptions({
  queryKey: ['account', 'passkeys', 'offer'],
  queryFn: () => isPasskeyOffered(),
  staleTime: Number.POSITIVE_INFINITY,
})

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
