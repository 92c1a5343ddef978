import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ownSessionsQuery } from '#features/session/session.data.ts'
import { useRefresh } from '#ui/use-refresh.ts'
import { currentUserQuery } from './account.data.ts'

/**
 * After a change of my name or address: asks anew who I am, for the frames too, where I am signed in, and what the
 * manager area shows of me.
 */
export function useRefreshMe() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const refreshUsers = useRefresh('user')
  return async () => {
    await queryClient.refetchQueries(currentUserQuery)
    await Promise.all([router.invalidate(), queryClient.invalidateQueries(ownSessionsQuery), refreshUsers()])
  }
}
