import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import type * as z from 'zod/mini'
import { apiKeyRouter } from './api-key.router.server.ts'
import type { apiKeyIdSchema, ApiKeyInput } from './api-key.schema.ts'

const listApiKeys = createServerFn({ method: 'GET' }).handler(() => callProcedure(apiKeyRouter.list, undefined))

/** Adds a key; the answer alone holds its secret. SESSION_EXPIRED, API_KEY_LIMIT, IMPERSONATING. */
export const createApiKey = createServerFn({ method: 'POST' })
  .validator((input: ApiKeyInput) => input)
  .handler(({ data }) => callProcedure(apiKeyRouter.create, data))

/** Revokes one of the user's own keys. NOT_FOUND, IMPERSONATING. */
export const revokeApiKey = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof apiKeyIdSchema>) => input)
  .handler(({ data }) => callProcedure(apiKeyRouter.revoke, data))

/** The user's own keys; managers only. */
export const apiKeysQuery = queryOptions({
  queryKey: ['account', 'api-keys'],
  queryFn: () => listApiKeys(),
  // Covers the time until hydration, since the server has sent the data already.
  staleTime: 10_000,
})

/** Refetches the user's keys. */
export function useRefreshApiKeys() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(apiKeysQuery)
}
