import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { currentUserQuery, OWN_SESSIONS_KEY } from './me.data.ts'

/**
 * Refetches the current user, the sessions, and what the manager area shows of the user, after a change of name or
 * address.
 */
export function useRefreshMe() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const refreshUsers = useRefresh('user')
  return async () => {
    await queryClient.invalidateQueries(currentUserQuery)
    await Promise.all([
      router.invalidate(),
      queryClient.invalidateQueries({ queryKey: OWN_SESSIONS_KEY }),
      refreshUsers(),
    ])
  }
}
