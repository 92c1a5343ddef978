import type { QueryClient } from '@tanstack/react-query'
import { can } from '#base/auth/permissions.ts'
import { apiKeysQuery } from '#people/api-key/api-key.data.ts'
import { passkeysQuery } from '#people/passkey/passkey.data.ts'
import { ownSignInsQuery } from '#people/security/security.data.ts'
import { ownSessionsQuery } from '#people/session/session.data.ts'
import { inTime } from '#base/lib/connection/check-connection.ts'
import { connectionLostSince } from '#base/lib/connection/connection.ts'
import { accountPanels, devicePanels } from './account.slots.ts'

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
  const loaded = Promise.allSettled([
    queryClient.query(ownSessionsQuery),
    accountPanels.load({ queryClient }),
    devicePanels.preload(),
    !person.isImpersonated && queryClient.infiniteQuery(ownSignInsQuery),
    !person.isImpersonated && queryClient.query(passkeysQuery),
    can(person.role, 'apps:manager') && queryClient.query(apiKeysQuery),
  ])
  if (typeof document === 'undefined') await loaded
  else await Promise.race([inTime(loaded).catch(() => undefined), new Promise((resolve) => setTimeout(resolve, WAIT))])
}
