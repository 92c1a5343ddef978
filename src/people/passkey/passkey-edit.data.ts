import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { passkeyRouter } from './passkey.router.server.ts'
import type { passkeyIdSchema, passkeyRenameSchema } from './passkey.schema.ts'

/** Renames one of the user's own passkeys. NOT_FOUND, IMPERSONATING. */
export const renamePasskey = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof passkeyRenameSchema>) => input)
  .handler(({ data }) => callProcedure(passkeyRouter.rename, data))

/** Removes one of the user's own passkeys. SESSION_EXPIRED, PASSKEY_REQUIRED, NOT_FOUND, IMPERSONATING. */
export const removePasskey = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof passkeyIdSchema>) => input)
  .handler(({ data }) => callProcedure(passkeyRouter.remove, data))

/** Removes all of the user's passkeys, which are lost. SESSION_EXPIRED, IMPERSONATING. */
export const removeLostPasskeys = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(passkeyRouter.removeLost, undefined),
)

const isPasskeyOffered = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(passkeyRouter.isOffered, undefined),
)

/** Dismisses the offer of a passkey for good. IMPERSONATING. */
export const dismissPasskeyOffer = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(passkeyRouter.dismissOffer, undefined),
)

/** Whether to offer a passkey to this manager. */
export const passkeyOfferQuery = queryOptions({
  queryKey: ['account', 'passkeys', 'offer'],
  queryFn: () => isPasskeyOffered(),
  staleTime: Number.POSITIVE_INFINITY,
})
