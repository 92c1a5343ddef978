import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { currentUserQuery, sessionsQuery } from './account.data.ts'

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
      queryClient.invalidateQueries(sessionsQuery),
      ...NOUNS.map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })),
    ])
  }
}

/** After an end of sign-ins: asks anew where I am signed in. */
export function useRefreshSessions() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(sessionsQuery)
}
