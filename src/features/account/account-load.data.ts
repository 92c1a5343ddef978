import type { QueryClient } from '@tanstack/react-query'
import { can } from '#auth/permissions.ts'
import { apiKeysQuery } from '#features/api-key/api-key.data.ts'
import { ownLoansQuery } from '#features/loan/own/own-loan.data.ts'
import { passkeysQuery } from '#features/passkey/passkey.data.ts'
import { ownSignInsQuery } from '#features/security/security.data.ts'
import { ownSessionsQuery } from '#features/session/session.data.ts'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { inTime } from '#lib/connection/check-connection.ts'
import { connectionLostSince } from '#lib/connection/connection.ts'

/** Milliseconds that the page waits for its lists: without them it has name, display and sign-out. */
const WAIT = 1000

/**
 * Loads the lists of the account page. They are optional: the page retries them itself, and in the browser it does not wait
 * for a slow answer. Without one in time the connection counts as lost.
 */
export async function loadAccount(context: {
  queryClient: QueryClient
  person: { role: string; isImpersonated: boolean }
}): Promise<void> {
  if (connectionLostSince()) return
  const { queryClient, person } = context
  const isLending = queryClient.getQueryData(settingsQuery.queryKey)?.isLending === true
  const loaded = Promise.allSettled([
    queryClient.query(ownSessionsQuery),
    isLending && queryClient.query(ownLoansQuery),
    !person.isImpersonated && queryClient.infiniteQuery(ownSignInsQuery),
    !person.isImpersonated && queryClient.query(passkeysQuery),
    can(person.role, 'apps:manager') && queryClient.query(apiKeysQuery),
  ])
  if (typeof document === 'undefined') await loaded
  else await Promise.race([inTime(loaded).catch(() => undefined), new Promise((resolve) => setTimeout(resolve, WAIT))])
}
