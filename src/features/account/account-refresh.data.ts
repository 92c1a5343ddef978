import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ownSessionsQuery } from '#features/session/session.data.ts'
import { currentUserQuery } from './account.data.ts'

/** The nouns that show a person's name or address, or what was done to them. */
const NOUNS = ['user', 'activity', 'dashboard']

/**
 * After a change of my name or address: asks anew who I am, for the frames too, where I am signed in, and what the
 * manager area shows of me.
 */
export function useRefreshMe() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async () => {
    await queryClient.refetchQueries(currentUserQuery)
    await Promise.all([
      router.invalidate(),
      queryClient.invalidateQueries(ownSessionsQuery),
      ...NOUNS.map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })),
    ])
  }
}
