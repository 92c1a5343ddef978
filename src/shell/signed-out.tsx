import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore, type ReactNode } from 'react'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { isSignedOutHere, watchSignedOut } from '#base/lib/connection/signed-out-mark.ts'
import { lazyPart } from '#base/ui/lazy-part.tsx'

// Signing out has loaded this page; where its code cannot be loaded, as offline in another tab, nothing is shown.
const Page = lazyPart(async () => {
  const loaded = await import('#people/session/shared/signed-out-page.tsx').catch(() => undefined)
  return loaded?.SignedOutPage ?? (() => null)
})

/**
 * Whether the person of the page has signed out on this device without a connection: here, in another tab, or before Back
 * or the service worker brought the page back.
 */
export function useSignedOutHere(): boolean {
  const queryClient = useQueryClient()
  const isHere = () => {
    const person = queryClient.getQueryData(currentUserQuery.queryKey)
    return !!person && isSignedOutHere(person.id)
  }
  return useSyncExternalStore(watchSignedOut, isHere, () => false)
}

/** The page, unless its person has signed out here. */
export function UnlessSignedOut({ children }: { children: ReactNode }) {
  if (!useSignedOutHere()) return children
  return <Page />
}
