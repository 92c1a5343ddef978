import type { QueryClient } from '@tanstack/react-query'
import { can } from '#auth/permissions.ts'
import { apiKeysQuery } from '#features/api-key/api-key.data.ts'
import { passkeysQuery } from '#features/passkey/passkey.data.ts'
import { ownSignInsQuery } from '#features/security/security.data.ts'
import { ownSessionsQuery } from '#features/session/session.data.ts'

/** Loads the lists of the account page. They are optional: the page retries them itself. */
export async function loadAccount(context: {
  queryClient: QueryClient
  person: { role: string; isImpersonated: boolean }
}): Promise<void> {
  const { queryClient, person } = context
  await Promise.allSettled([
    queryClient.query(ownSessionsQuery),
    !person.isImpersonated && queryClient.infiniteQuery(ownSignInsQuery),
    !person.isImpersonated && queryClient.query(passkeysQuery),
    can(person.role, 'apps:manager') && queryClient.query(apiKeysQuery),
  ])
}
